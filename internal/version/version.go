// Package version says which build this is. The linker stamps it; a build from
// source without a stamp calls itself "dev". Nothing changes at run time.
package version

// version is set by -ldflags "-X doomhost/internal/version.version=...".
var version = "dev"

// String is the build's version, such as "v0.1.0" or "v0.1.0-3-gabc1234".
func String() string { return version }

// Protocol is the wire protocol's number, as announced over mDNS and /api/info.
const Protocol = 1
