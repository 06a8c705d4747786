// Package opl is the sound chip that Doom's music is written for: nine voices of
// two operators each, as a YM3812 (OPL2) has them and a YMF262 (OPL3) in its mode
// for OPL2 software, down to the chip's tables, envelopes and its rate of 49,716
// samples a second.
//
// It follows what is documented of the chip: data sheets, and the tables read off
// its die. Left out is what Doom has no use for: timers, status, test bits, rhythm
// mode. The waveforms are always selectable, as on the OPL3. A Chip is a plain
// value with no pointers in it; it starts no goroutine and allocates nothing.
package opl
