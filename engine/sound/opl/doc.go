// Package opl emulates the sound chip that Doom's music is written for: the nine voices,
// of two operators each, of a YM3812 (OPL2), or of a YMF262 (OPL3) in its mode for OPL2
// software, down to the chip's tables, envelopes and rate of 49,716 samples a second.
//
// It follows the chip's documentation: data sheets, and the tables read off its die. It
// omits features that Doom does not use: timers, status, test bits, rhythm mode. The
// waveforms are always selectable, as on the OPL3. A Chip is a plain value with no
// pointers in it; it starts no goroutine and allocates nothing.
package opl
