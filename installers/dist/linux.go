package dist

import (
	"context"
	"io"

	"doomhost/installers/linux"
	"doomhost/installers/product"
)

// linuxPackage is a package of a Linux distribution.
type linuxPackage struct {
	format linux.Format
	goarch string
}

func (t linuxPackage) String() string { return "linux/" + t.goarch + "/" + t.format.String() }

func (t linuxPackage) FileName(p product.Product) (string, error) {
	return linux.FileName(t.format, p, t.goarch)
}

func (t linuxPackage) Build(ctx context.Context, b *Build, w io.Writer) error {
	tree, err := b.linuxTree(ctx, t.format, t.goarch)
	if err != nil {
		return err
	}
	return linux.Write(w, t.format, b.Product, t.goarch, tree, b.Keys)
}

// linuxArchive is for distributions without a package: unpack and start.
type linuxArchive struct{ goarch string }

func (t linuxArchive) String() string { return "linux/" + t.goarch + "/tar.gz" }

func (t linuxArchive) folder(p product.Product) string {
	return product.Name + "-" + p.Version.File() + "-linux-" + t.goarch
}

func (t linuxArchive) FileName(p product.Product) (string, error) {
	return t.folder(p) + ".tar.gz", nil
}

func (t linuxArchive) Build(ctx context.Context, b *Build, w io.Writer) error {
	tree, err := b.documents(ctx, "linux")
	if err != nil {
		return err
	}
	extras, err := b.unixExtras(ctx, "linux")
	if err != nil {
		return err
	}
	program, err := b.Source.Program(ctx, "linux", t.goarch)
	if err != nil {
		return err
	}
	tree = append(tree, extras...)
	tree.AddProgram(product.Name, program)
	return tree.Below(t.folder(b.Product)).TarGz(w, b.Product.Stamp)
}
