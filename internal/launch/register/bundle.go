package register

import (
	"path/filepath"
	"strings"

	"howett.net/plist"
)

// bundleID differs from the installed application's id.
const bundleID = "org.doomhost.link"

// bundleMarker is a key in each Info.plist that Register writes.
const bundleMarker = "DoomhostRegistered"

// bundleOf returns the application bundle that contains a program, or "".
func bundleOf(program string) string {
	dir := filepath.ToSlash(filepath.Dir(program))
	if app, ok := strings.CutSuffix(dir, "/Contents/MacOS"); ok && strings.HasSuffix(app, ".app") {
		return filepath.FromSlash(app)
	}
	return ""
}

// infoPlist describes a bundle that opens links and has no window or icon.
func infoPlist() ([]byte, error) {
	return plist.MarshalIndent(map[string]any{
		"CFBundleExecutable":             "doomhost",
		"CFBundleIdentifier":             bundleID,
		"CFBundleInfoDictionaryVersion":  "6.0",
		"CFBundleName":                   "doomhost",
		"CFBundlePackageType":            "APPL",
		"CFBundleShortVersionString":     "1.0",
		"CFBundleVersion":                "1",
		"NSLocalNetworkUsageDescription": "doomhost shows your game to the others on this network, and theirs to you.",
		"LSUIElement":                    true,
		bundleMarker:                     true,
		"NSBonjourServices":              []string{"_doomhost._tcp"},
		"CFBundleURLTypes": []map[string]any{
			{"CFBundleURLName": bundleID, "CFBundleURLSchemes": []string{scheme}},
		},
	}, plist.XMLFormat, "\t")
}

// ourPlist reports whether Register wrote an Info.plist.
func ourPlist(data []byte) bool {
	var info map[string]any
	_, err := plist.Unmarshal(data, &info)
	return err == nil && info[bundleMarker] == true
}
