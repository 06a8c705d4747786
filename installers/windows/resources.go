// Package windows makes the Windows packages: it gives the program its icon,
// version and manifest, and writes the script from which makensis makes the
// installer. It runs makensis, starts nothing else, and keeps no state.
package windows

import (
	"bytes"
	"fmt"

	"github.com/tc-hib/winres"
	"github.com/tc-hib/winres/version"

	"doomhost/installers/product"
)

// Stamp returns the program with resources: icon (an .ico file), version
// information and an application manifest.
func Stamp(exe []byte, p product.Product, ico []byte) ([]byte, error) {
	icon, err := winres.LoadICO(bytes.NewReader(ico))
	if err != nil {
		return nil, fmt.Errorf("stamp the program: read the icon: %w", err)
	}
	var rs winres.ResourceSet
	if err := rs.SetIcon(winres.ID(1), icon); err != nil {
		return nil, fmt.Errorf("stamp the program: icon: %w", err)
	}
	vi := version.Info{FileVersion: p.Version.Windows(), ProductVersion: p.Version.Windows(), Type: version.App}
	vi.Flags.Prerelease = p.Version.Pre != "" || p.Version.Hash != ""
	for key, value := range map[string]string{
		version.CompanyName:      product.Vendor,
		version.FileDescription:  product.Name, // the name in the task manager and the firewall's question
		version.FileVersion:      p.Version.File(),
		version.InternalName:     product.Name,
		version.LegalCopyright:   product.Copyright,
		version.OriginalFilename: product.Name + ".exe",
		version.ProductName:      product.Name,
		version.ProductVersion:   p.Version.File(),
		version.Comments:         product.Summary,
	} {
		if err := vi.Set(version.LangDefault, key, value); err != nil {
			return nil, fmt.Errorf("stamp the program: version: %w", err)
		}
	}
	rs.SetVersionInfo(vi)
	rs.SetManifest(winres.AppManifest{
		Description:    product.Summary,
		Compatibility:  winres.Win10AndAbove,
		ExecutionLevel: winres.AsInvoker,
		DPIAwareness:   winres.DPIPerMonitorV2,
		LongPathAware:  true,
	})
	var out bytes.Buffer
	if err := rs.WriteToEXE(&out, bytes.NewReader(exe), winres.ForceCheckSum()); err != nil {
		return nil, fmt.Errorf("stamp the program: %w", err)
	}
	return out.Bytes(), nil
}
