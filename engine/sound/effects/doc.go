// Package effects plays Doom's sound effects: it reads their lumps, assigns vanilla's few
// channels by vanilla's rules, computes the volume and the side of each sound, and mixes
// the playing sounds.
//
// A Board belongs to one engine and one goroutine. It allocates nothing after its
// creation: sounds play straight from their lumps' bytes. It knows places and numbers of
// sounds, but nothing of a game.
package effects
