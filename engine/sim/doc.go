// Package sim is Doom's play simulation: everything that a tic changes. A Game
// plays one session on shared, read-only Content; its State is all there is to
// save, restore and compare, and two engines with equal States and equal input
// play equal games to the bit, in any build.
//
// It is deterministic by construction: int32 and uint32 arithmetic only, its own
// random numbers, thinkers in an explicit order, and no goroutine, clock, map
// iteration or floating point in a tic. State holds no pointers: map objects
// are named by Refs (an arena slot and its generation), and *Mobj values are good
// for the tic in which they were resolved. A tic allocates nothing once the game
// has warmed up.
//
// What a tic is heard, read and seen by leaves it as Events; picture, sound and
// status bar read State and are never called from here. A Game belongs to one
// goroutine at a time; Content may be shared by many.
package sim
