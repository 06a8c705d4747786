// Package sim is Doom's play simulation: everything that a tic changes. A Game plays one
// session on shared, read-only Content. Its State is all there is to save, restore and
// compare: two engines with equal States and equal input play bit-identical games, in any
// build.
//
// It is deterministic by construction: int32 and uint32 arithmetic only, its own
// random numbers, thinkers in an explicit order, and no goroutine, clock, map
// iteration or floating point in a tic. State holds no pointers: map objects
// are named by Refs (an arena slot and its generation), and *Mobj values are good
// for the tic in which they were resolved. A tic allocates nothing once the game
// has warmed up.
//
// A tic reports sounds, messages and music changes as Events. The renderer, the sound and
// the status bar read State; this package never calls them. A Game belongs to one
// goroutine at a time; many may share Content.
package sim
