// Package register makes doomhost the current user's handler for doomhost://
// links, and takes that back: a .desktop file and mimeapps.list on Linux and
// its like, classes in the user's registry on Windows, an application bundle
// on macOS. It changes nothing of other users and of the system, and removes
// only what it can tell to be its own.
//
// What is written is worked out by functions that run on every system; what
// really touches one is behind a small interface or in a file of that system.
package register

import "errors"

// scheme is that of the links.
const scheme = "doomhost"

// openVerb is the subcommand that takes a link.
const openVerb = "open-url"

// Result says what was done, for people.
type Result struct {
	// Changed says whether anything was.
	Changed bool
	// Where names what was written or removed.
	Where string
}

// ErrForeign is the error for a handler that is not ours and is left alone.
var ErrForeign = errors.New("doomhost:// links are another program's")

// Register makes program, an absolute path, the handler. To do it again changes
// nothing, or the path.
func Register(program string) (Result, error) { return register(program) }

// Unregister takes back what Register did. Where there is nothing of ours it
// changes nothing, and that is no error.
func Unregister() (Result, error) { return unregister() }
