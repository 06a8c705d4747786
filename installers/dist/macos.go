package dist

import (
	"context"
	"fmt"
	"io"

	"doomhost/installers/icon"
	"doomhost/installers/macos"
	"doomhost/installers/pack"
	"doomhost/installers/product"
)

func (b *Build) macPrograms(ctx context.Context) ([][]byte, error) {
	var thin [][]byte
	for _, arch := range []string{"amd64", "arm64"} {
		m, err := b.Source.Program(ctx, "darwin", arch)
		if err != nil {
			return nil, err
		}
		thin = append(thin, m)
	}
	return thin, nil
}

func (b *Build) macExtras(ctx context.Context) (pack.Tree, error) {
	tree, err := b.documents(ctx, "darwin")
	if err != nil {
		return nil, err
	}
	extras, err := b.unixExtras(ctx, "darwin")
	if err != nil {
		return nil, err
	}
	return append(tree, extras...), nil
}

// macApp is doomhost.app in a zip archive.
type macApp struct{}

func (macApp) String() string { return "macos/universal/app" }

func (macApp) FileName(p product.Product) (string, error) {
	return fmt.Sprintf("%s-%s-macos.zip", product.Name, p.Version.File()), nil
}

func (macApp) Build(ctx context.Context, b *Build, w io.Writer) error {
	ic, err := icon.Parse(b.Icon)
	if err != nil {
		return err
	}
	parts := macos.Parts{Product: b.Product}
	if parts.Icon, err = ic.ICNS(); err != nil {
		return err
	}
	if parts.Programs, err = b.macPrograms(ctx); err != nil {
		return err
	}
	if parts.Extra, err = b.macExtras(ctx); err != nil {
		return err
	}
	app, err := macos.Bundle(parts)
	if err != nil {
		return err
	}
	if b.Hooks.MacOS != "" {
		if app, err = signTree(ctx, b.Hooks.MacOS, product.Name+".app", app); err != nil {
			return err
		}
	} else if err := macos.Verify(app); err != nil {
		return err
	}
	return app.Zip(w, b.Product.Stamp)
}

// macArchive is the program alone, for a terminal.
type macArchive struct{}

func (macArchive) String() string { return "macos/universal/tar.gz" }

func (macArchive) folder(p product.Product) string {
	return product.Name + "-" + p.Version.File() + "-macos-universal"
}

func (t macArchive) FileName(p product.Product) (string, error) { return t.folder(p) + ".tar.gz", nil }

func (t macArchive) Build(ctx context.Context, b *Build, w io.Writer) error {
	thin, err := b.macPrograms(ctx)
	if err != nil {
		return err
	}
	program, err := macos.Program(thin)
	if err != nil {
		return err
	}
	tree, err := b.macExtras(ctx)
	if err != nil {
		return err
	}
	tree.AddProgram(product.Name, program)
	return tree.Below(t.folder(b.Product)).TarGz(w, b.Product.Stamp)
}
