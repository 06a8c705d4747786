// Package effects plays Doom's sound effects: it reads their lumps, has vanilla's
// few channels with its rules of who may play on them, tells how loud and from
// which side a sound is heard, and mixes what plays.
//
// A Board belongs to one engine and one goroutine. It allocates nothing once it
// is made: a sound is played from its lump's bytes. It knows places and numbers
// of sounds, but nothing of a game.
package effects
