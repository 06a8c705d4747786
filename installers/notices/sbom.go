package notices

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"doomhost/installers/product"
)

// SBOM is the bill of materials of a release as CycloneDX in JSON. Its serial
// number follows from its content.
func SBOM(p product.Product, libs []Library) ([]byte, error) {
	main := cdx.Component{
		BOMRef:      "pkg:golang/" + product.Name + "@" + p.Version.File(),
		Type:        cdx.ComponentTypeApplication,
		Name:        product.Name,
		Version:     p.Version.File(),
		Description: product.Summary,
		Licenses:    licences(product.Licence),
	}
	components := make([]cdx.Component, 0, len(libs))
	refs := make([]string, 0, len(libs))
	for _, l := range libs {
		purl := "pkg:golang/" + strings.ToLower(l.Path) + "@" + l.Version
		if l.NPM {
			purl = "pkg:npm/" + strings.Replace(l.Path, "@", "%40", 1) + "@" + l.Version
		}
		components = append(components, cdx.Component{
			BOMRef: purl, Type: cdx.ComponentTypeLibrary, Name: l.Path, Version: l.Version,
			PackageURL: purl, Licenses: licences(l.Licence),
		})
		refs = append(refs, purl)
	}
	sum := sha256.New()
	for _, r := range append([]string{main.BOMRef}, refs...) {
		fmt.Fprintln(sum, r)
	}
	id := sum.Sum(nil)
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID of the custom kind
	bom := cdx.NewBOM()
	bom.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16])
	bom.Metadata = &cdx.Metadata{Timestamp: p.Stamp.UTC().Format(time.RFC3339), Component: &main}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: main.BOMRef, Dependencies: &refs}}
	var b bytes.Buffer
	if err := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_5); err != nil {
		return nil, fmt.Errorf("write the bill of materials: %w", err)
	}
	return b.Bytes(), nil
}

func licences(spdx string) *cdx.Licenses {
	return &cdx.Licenses{{License: &cdx.License{ID: spdx}}}
}
