// Package music plays Doom's songs on an OPL2 chip: it reads MUS and MIDI lumps
// and the instruments of GENMIDI, and writes the registers of nine voices as DMX
// 1.9 does: which voice plays a note, which one is taken away when all are busy,
// what is written, and in what order.
//
// Everything belongs to the Player; the package starts no goroutine and reads no
// clock. Time is in microseconds since the Player began, and goes on when Advance
// says so. Playing allocates nothing; reading a song does. A Song and a Bank never
// change and may be shared.
package music
