// Package lockstep has the values that every part of the game shares: the tic, the slots
// and their masks, the ticcmd, the client's tic message and the sealed bundle, each with
// its bytes.
//
// It owns no state, starts nothing and imports no other package of the project. Encoders
// append to the caller's slice. Decoders read from the front of a slice and return how many
// bytes they consumed; bytes from a peer can make them return an error, never panic.
// All integers are little-endian.
package lockstep

import "errors"

// Tic numbers a thirty-fifth of a second of a game, from 0.
type Tic uint32

// TicRate is how many tics make a second.
const TicRate = 35

var (
	// ErrShort says that a record ends too early.
	ErrShort = errors.New("lockstep: the record ends too early")
	// ErrLong says that a record has bytes after its end.
	ErrLong = errors.New("lockstep: the record has bytes after its end")
	// ErrMask says that a bundle's masks name impossible slots.
	ErrMask = errors.New("lockstep: the bundle's masks name impossible slots")
)

// readTic reads a tic number from the first 4 bytes of b.
func readTic(b []byte) Tic {
	return Tic(b[0]) | Tic(b[1])<<8 | Tic(b[2])<<16 | Tic(b[3])<<24
}

// appendTic appends the 4 bytes of a tic number to b.
func appendTic(b []byte, t Tic) []byte {
	return append(b, byte(t), byte(t>>8), byte(t>>16), byte(t>>24))
}

// readInt16 reads the first 2 bytes of b.
func readInt16(b []byte) int16 { return int16(uint16(b[0]) | uint16(b[1])<<8) }
