// Package sound makes a game's sound: effects and music, as PCM.
//
// A Mixer belongs to one engine and one goroutine. Tic, once after each tic of the
// game, reads the game and its events and never writes to them; Mix makes samples,
// as many as are asked for and whenever they are. Neither reads a clock: the music's
// time is the samples made. Mix allocates nothing, and Tic nothing but for a new
// song. The parts are in packages of their own: opl is the chip, music writes to
// it, effects plays sounds.
package sound
