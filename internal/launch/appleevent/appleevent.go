// Package appleevent brings doomhost:// links to a program on macOS. There they
// come as Apple Events, to the application bundle that the scheme belongs to,
// whether it runs already or is started for it; and they come on the main
// thread, in an event loop. Elsewhere links are arguments, and the package only
// calls the program.
//
// It was written from Apple's documentation and compiled, but never run on a
// Mac.
package appleevent
