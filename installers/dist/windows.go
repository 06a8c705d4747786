package dist

import (
	"context"
	"fmt"
	"io"

	"doomhost/installers/icon"
	"doomhost/installers/pack"
	"doomhost/installers/product"
	"doomhost/installers/windows"
)

// windowsTree is what both the installer and the archives hold.
func (b *Build) windowsTree(ctx context.Context) (tree pack.Tree, ico []byte, err error) {
	ic, err := icon.Parse(b.Icon)
	if err != nil {
		return nil, nil, err
	}
	if ico, err = ic.ICO(); err != nil {
		return nil, nil, err
	}
	exe, err := b.Source.Program(ctx, "windows", "amd64")
	if err != nil {
		return nil, nil, err
	}
	if exe, err = windows.Stamp(exe, b.Product, ico); err != nil {
		return nil, nil, err
	}
	if exe, err = signFile(ctx, b.Hooks.Windows, product.Name+".exe", exe); err != nil {
		return nil, nil, err
	}
	if tree, err = b.documents(ctx, "windows"); err != nil {
		return nil, nil, err
	}
	tree.AddProgram(product.Name+".exe", exe)
	return tree, ico, nil
}

// windowsSetup is the installer.
type windowsSetup struct{}

func (windowsSetup) String() string { return "windows/amd64/setup" }

func (windowsSetup) FileName(p product.Product) (string, error) {
	return fmt.Sprintf("%s-%s-windows-setup.exe", product.Name, p.Version.File()), nil
}

func (windowsSetup) Build(ctx context.Context, b *Build, w io.Writer) error {
	tree, ico, err := b.windowsTree(ctx)
	if err != nil {
		return err
	}
	return signed(ctx, b.Hooks.Windows, "setup.exe", w, func(w io.Writer) error {
		return windows.Setup{Product: b.Product, Files: tree, ICO: ico, SignHook: b.Hooks.Windows}.Write(ctx, w)
	})
}

// windowsArchive is the same without an installer: unpack and start.
type windowsArchive struct{ zip bool }

func (t windowsArchive) String() string {
	if t.zip {
		return "windows/amd64/zip"
	}
	return "windows/amd64/tar.gz"
}

func (windowsArchive) folder(p product.Product) string {
	return product.Name + "-" + p.Version.File() + "-windows-amd64"
}

func (t windowsArchive) FileName(p product.Product) (string, error) {
	if t.zip {
		return t.folder(p) + ".zip", nil
	}
	return t.folder(p) + ".tar.gz", nil
}

func (t windowsArchive) Build(ctx context.Context, b *Build, w io.Writer) error {
	tree, _, err := b.windowsTree(ctx)
	if err != nil {
		return err
	}
	tree = tree.Below(t.folder(b.Product))
	if t.zip {
		return tree.Zip(w, b.Product.Stamp)
	}
	return tree.TarGz(w, b.Product.Stamp)
}
