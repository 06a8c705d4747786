// Package register makes doomhost the current user's handler for doomhost:// links, and
// undoes that. It uses a .desktop file and mimeapps.list on Linux and similar systems, the
// user's registry classes on Windows, and an application bundle on macOS. It never changes
// other users' or system-wide settings, and removes only what it recognizes as its own.
//
// Functions that run on every system compute the changes; a small interface or a file for
// each system applies them.
package register

import "errors"

// scheme is the scheme of the links.
const scheme = "doomhost"

// openVerb is the subcommand that opens a link.
const openVerb = "open-url"

// Result describes a change, for people.
type Result struct {
	// Changed reports whether anything changed.
	Changed bool
	// Where names the file or key that was written or removed.
	Where string
}

// ErrForeign means that another program's handler exists, which Register keeps.
var ErrForeign = errors.New("another program handles doomhost:// links")

// Register makes program, an absolute path, the handler. A second call changes nothing, or
// only the path.
func Register(program string) (Result, error) { return register(program) }

// Unregister undoes Register. It is no error if there is nothing to undo.
func Unregister() (Result, error) { return unregister() }
