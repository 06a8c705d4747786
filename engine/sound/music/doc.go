// Package music plays Doom's songs on an OPL2 chip: it reads MUS and MIDI lumps and the
// instruments of GENMIDI, and writes the registers of nine voices as DMX 1.9 does: it
// chooses the same voice for each note, steals the same voice when all are busy, and
// writes the same values in the same order.
//
// Everything belongs to the Player; the package starts no goroutine and reads no clock.
// Time is in microseconds since the Player's start, and only Advance moves it. Playing
// allocates nothing; reading a song does. A Song and a Bank never change and may be
// shared.
package music
