// Package macos makes doomhost.app on any system: it joins the programs for both
// processors, writes Info.plist, and seals the whole bundle with an ad-hoc
// signature. No tool of Apple's takes part. It starts nothing and keeps no state.
package macos

import (
	"fmt"
	"strconv"

	"howett.net/plist"

	"doomhost/installers/pack"
	"doomhost/installers/product"
)

// minimumSystem is the oldest macOS on which Go's programs run.
const minimumSystem = "12.0"

// Parts is what a bundle is made of.
type Parts struct {
	Product  product.Product
	Programs [][]byte  // thin Mach-O files, one a processor
	Icon     []byte    // .icns
	Extra    pack.Tree // further files, their names below Resources/
}

// InfoPlist describes the bundle to macOS: its name, the links that it opens,
// and why it wants the local network.
func InfoPlist(p product.Product) ([]byte, error) {
	data, err := plist.MarshalIndent(map[string]any{
		"CFBundleDevelopmentRegion":     "en",
		"CFBundleDisplayName":           product.Name,
		"CFBundleExecutable":            product.Name,
		"CFBundleIconFile":              product.Name,
		"CFBundleIdentifier":            product.BundleID,
		"CFBundleInfoDictionaryVersion": "6.0",
		"CFBundleName":                  product.Name,
		"CFBundlePackageType":           "APPL",
		"CFBundleShortVersionString":    p.Version.Core(),
		"CFBundleSignature":             "????",
		"CFBundleSupportedPlatforms":    []string{"MacOSX"},
		"CFBundleURLTypes": []any{map[string]any{
			"CFBundleTypeRole":   "Viewer",
			"CFBundleURLName":    product.BundleID,
			"CFBundleURLSchemes": []string{product.Scheme},
		}},
		"CFBundleVersion":           strconv.Itoa(p.Version.Build),
		"LSApplicationCategoryType": "public.app-category.action-games",
		"LSMinimumSystemVersion":    minimumSystem,
		"LSUIElement":               true,
		"NSBonjourServices":         []string{product.Service},
		"NSHighResolutionCapable":   true,
		"NSHumanReadableCopyright":  product.Copyright,
		"NSLocalNetworkUsageDescription": "doomhost shows your game to others on this network, and theirs to you. " +
			"Without it they can still join at the address that doomhost shows, if macOS lets them reach it.",
	}, plist.XMLFormat, "\t")
	if err != nil {
		return nil, fmt.Errorf("write Info.plist: %w", err)
	}
	return data, nil
}

// Bundle lays out doomhost.app, sealed.
func Bundle(p Parts) (pack.Tree, error) {
	info, err := InfoPlist(p.Product)
	if err != nil {
		return nil, err
	}
	var contents pack.Tree
	contents.Add("Info.plist", info)
	contents.Add("PkgInfo", []byte("APPL????"))
	contents.Add("Resources/"+product.Name+".icns", p.Icon)
	contents = append(contents, p.Extra.Below("Resources")...)
	seal, err := Seal(contents)
	if err != nil {
		return nil, err
	}
	contents.Add("_CodeSignature/CodeResources", seal)
	signed := make([][]byte, len(p.Programs))
	for i, m := range p.Programs {
		if signed[i], err = Sign(m, product.BundleID, info, seal); err != nil {
			return nil, err
		}
	}
	fat, err := Join(signed...)
	if err != nil {
		return nil, err
	}
	contents.AddProgram("MacOS/"+product.Name, fat)
	return contents.Below(product.Name + ".app/Contents").Sorted()
}

// Program makes the universal program for use without a bundle.
func Program(thin [][]byte) ([]byte, error) {
	signed := make([][]byte, len(thin))
	for i, m := range thin {
		var err error
		if signed[i], err = Sign(m, product.BundleID, nil, nil); err != nil {
			return nil, err
		}
	}
	return Join(signed...)
}
