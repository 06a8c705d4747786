// Package appleevent delivers doomhost:// links on macOS. The system sends them as Apple
// Events to the application bundle that owns the scheme, which it starts if necessary; they
// arrive in an event loop on the main thread. On other systems links are arguments, and the
// package only calls the program.
//
// It follows Apple's documentation and compiles, but it has never run on a Mac.
package appleevent
