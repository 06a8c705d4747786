// Package product is the one description from which all packages are made: what
// doomhost is called, what it says about itself, which files belong to it and
// what its version is in the spelling of each packaging system. It builds
// nothing, starts nothing and keeps no state.
package product

import (
	"bytes"
	_ "embed"
	"strconv"
	"strings"
	"time"
)

// Names and numbers that the packages share.
const (
	Name      = "doomhost"
	Summary   = "Host a game of Doom that others join with a browser"
	Vendor    = "the doomhost authors"
	Licence   = "GPL-2.0-or-later"
	Copyright = "© the doomhost authors, GPL-2.0-or-later"
	Scheme    = "doomhost"              // of the links that start it
	BundleID  = "org.doomhost.doomhost" // macOS bundle and signing identifier
	Service   = "_doomhost._tcp"        // as announced on the network
	Section   = 6                       // of the manual
)

// DefaultMaintainer stands in packages whose builder names nobody.
const DefaultMaintainer = "doomhost maintainers <maintainers@doomhost.invalid>"

// Description is the long text, in paragraphs.
var Description = []string{
	"One player runs doomhost; everybody else opens a browser at the address or QR code that it shows, and plays: " +
		"cooperative or deathmatch, two to four players, and others who watch. Nothing is installed on the guests' side.",
	"doomhost serves the game and its WADs over one port, is found by name on the local network, and relays what the " +
		"players do. Freedoom is used where nobody owns Doom.",
}

// Product is one version of doomhost, ready to be described.
type Product struct {
	Version    Version
	Stamp      time.Time // the time that all files bear
	Maintainer string    // name and address, as in a mail's header
	Homepage   string    // or empty
}

// UserData says where the user's own files are, in a sentence for whoever
// removes the package.
func UserData(goos string) string {
	where := "~/.local/share/doomhost and ~/.local/state/doomhost"
	switch goos {
	case "windows":
		where = `%LocalAppData%\doomhost`
	case "darwin":
		where = "~/Library/Application Support/doomhost"
	}
	return "WADs, replays and settings of your own are kept in " + where + "; delete them by hand if you want them gone."
}

//go:embed texts/doomhost.desktop
var desktop []byte

//go:embed texts/doomhost-link.desktop
var linkDesktop []byte

//go:embed texts/doomhost.service
var service []byte

//go:embed texts/copyright
var debianCopyright []byte

//go:embed texts/lintian-overrides
var lintianOverrides []byte

//go:embed texts/freedoom.txt
var freedoomLicence []byte

// MenuEntry is the .desktop file that shows doomhost in a desktop's menu.
func MenuEntry() []byte { return desktop }

// LinkHandler is the .desktop file that opens doomhost:// links.
func LinkHandler() []byte { return linkDesktop }

// UserService is the systemd unit for those who want a host that is always there.
func UserService() []byte { return service }

// DebianCopyright is /usr/share/doc/doomhost/copyright.
func (p Product) DebianCopyright() []byte {
	return bytes.ReplaceAll(debianCopyright, []byte("{{year}}"), strconv.AppendInt(nil, int64(p.Stamp.UTC().Year()), 10))
}

// LintianOverrides explains to lintian what it would call wrong.
func LintianOverrides() []byte { return lintianOverrides }

// FreedoomLicence belongs beside Freedoom's WADs.
func FreedoomLicence() []byte { return freedoomLicence }

// DebianChangelog is a changelog of one entry: the project's history is git's.
func (p Product) DebianChangelog() []byte {
	var b strings.Builder
	b.WriteString(Name + " (" + p.Version.Deb() + ") stable; urgency=medium\n\n")
	b.WriteString("  * Version " + p.Version.Stamp + ".\n\n")
	b.WriteString(" -- " + p.Maintainer + "  " + p.Stamp.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700") + "\n")
	return []byte(b.String())
}

// Readme is the text in archives, which nothing installs.
func Readme(goos string) []byte {
	start := "Unpack the folder wherever you like and start ./doomhost in a terminal."
	links := "To open " + Scheme + ":// links with it, run once: ./doomhost register\n" +
		"Before you delete the folder: ./doomhost unregister"
	wads := "It needs a WAD: install your system's package \"freedoom\", or put one into\nthe folder wads beside the program."
	switch goos {
	case "windows":
		start = "Unpack the folder wherever you like and start doomhost.exe."
		links = strings.ReplaceAll(links, "./doomhost", "doomhost.exe")
		wads = "Freedoom is in the folder wads; put WADs of your own there or into\n" + `%LocalAppData%\doomhost\wads.`
	case "darwin":
		wads = "Freedoom is in the folder wads; put WADs of your own into\n~/Library/Application Support/doomhost/wads."
	}
	return []byte(Summary + ".\n\n" + start + "\nOthers open the address that it shows in a browser.\n\n" + wads + "\n\n" + links + "\n\n" + UserData(goos) + "\n")
}
