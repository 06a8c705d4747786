package dist

import (
	"context"
	"fmt"
	"io"

	"doomhost/installers/notices"
	"doomhost/installers/product"
)

// billOfMaterials is the SBOM of all programs of a release.
type billOfMaterials struct{}

func (billOfMaterials) String() string { return "sbom" }

func (billOfMaterials) FileName(p product.Product) (string, error) {
	return fmt.Sprintf("%s-%s.cdx.json", product.Name, p.Version.File()), nil
}

func (billOfMaterials) Build(ctx context.Context, b *Build, w io.Writer) error {
	libs, err := b.Source.Libraries(ctx)
	if err != nil {
		return err
	}
	data, err := notices.SBOM(b.Product, libs)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("write the bill of materials: %w", err)
	}
	return nil
}
