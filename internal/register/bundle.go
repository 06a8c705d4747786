package register

import (
	"encoding/xml"
	"path/filepath"
	"strings"
)

// bundleID tells the bundle of a registered program from the installed one.
const bundleID = "org.doomhost.link"

// bundleMarker is a key of each Info.plist that is ours.
const bundleMarker = "DoomhostRegistered"

// bundleOf is the application bundle that a program is in, "" where it is in
// none.
func bundleOf(program string) string {
	dir := filepath.ToSlash(filepath.Dir(program))
	if app, ok := strings.CutSuffix(dir, "/Contents/MacOS"); ok && strings.HasSuffix(app, ".app") {
		return filepath.FromSlash(app)
	}
	return ""
}

// infoPlist describes a bundle that takes links and shows itself nowhere.
func infoPlist() string {
	var b strings.Builder
	b.WriteString(xml.Header + `<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">` + "\n<plist version=\"1.0\">\n<dict>\n")
	for _, kv := range [][2]string{
		{"CFBundleExecutable", "doomhost"},
		{"CFBundleIdentifier", bundleID},
		{"CFBundleInfoDictionaryVersion", "6.0"},
		{"CFBundleName", "doomhost"},
		{"CFBundlePackageType", "APPL"},
		{"CFBundleShortVersionString", "1.0"},
		{"CFBundleVersion", "1"},
		{"NSLocalNetworkUsageDescription", "doomhost shows your game to the others on this network, and theirs to you."},
	} {
		b.WriteString("\t<key>" + kv[0] + "</key>\n\t<string>" + kv[1] + "</string>\n")
	}
	b.WriteString("\t<key>LSUIElement</key>\n\t<true/>\n\t<key>" + bundleMarker + "</key>\n\t<true/>\n" +
		"\t<key>NSBonjourServices</key>\n\t<array>\n\t\t<string>_doomhost._tcp</string>\n\t</array>\n" +
		"\t<key>CFBundleURLTypes</key>\n\t<array>\n\t\t<dict>\n\t\t\t<key>CFBundleURLName</key>\n\t\t\t<string>" + bundleID + "</string>\n" +
		"\t\t\t<key>CFBundleURLSchemes</key>\n\t\t\t<array>\n\t\t\t\t<string>" + scheme + "</string>\n\t\t\t</array>\n\t\t</dict>\n\t</array>\n")
	b.WriteString("</dict>\n</plist>\n")
	return b.String()
}

// ourPlist reports whether an Info.plist is one that Register has written.
func ourPlist(data []byte) bool {
	return strings.Contains(string(data), "<key>"+bundleMarker+"</key>")
}
