// Package sound makes a game's sound: effects and music, as PCM.
//
// A Mixer belongs to one engine and one goroutine. Tic runs once after each tic of the
// game and reads the game and its events, but never writes to them; Mix makes any number
// of samples at any time. Neither reads a clock: samples made are the music's time. Mix
// allocates nothing, and Tic allocates only for a new song. The parts have their own
// packages: opl is the chip, music writes to it, effects plays sounds.
package sound
