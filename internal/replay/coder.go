package replay

import (
	"encoding/binary"

	"doomhost/lockstep"
)

// bundleRest is the size of a bundle without its tic number.
const bundleRest = lockstep.BundleSize - 4

// coder turns bundles into bytes that compress well, and back. It stores a run in
// columns: each column holds the values of one byte of the bundle in all tics of the run.
// Masks, walking and buttons are differences (xor) from the previous tic. Consistancies,
// which are positions, are differences from a forecast. Turns and chat are unchanged.
//
//	0 in-game mask   1 fabricated mask   2–33 four ticcmds
type coder struct {
	before [bundleRest]byte
	past   [lockstep.NumSlots][3]uint16 // the last three consistancies, the latest first
}

// forecast guesses the next position in a series. The ground's friction reduces a runner's
// acceleration to 29/32 each tic.
func forecast(x *[3]uint16) uint16 {
	speed, before := x[0]-x[1], x[1]-x[2]
	change := int32(int16(speed - before))
	return x[0] + speed + uint16(change*29>>5)
}

// The kinds of columns.
const (
	plain = iota
	xored
	guessLow
	guessHigh
)

// columnKinds holds the kind of each byte of a ticcmd.
var columnKinds = [lockstep.TiccmdSize]int{xored, xored, plain, plain, guessLow, guessHigh, plain, xored}

func columnKind(c int) int {
	if c < 2 {
		return xored
	}
	return columnKinds[(c-2)%lockstep.TiccmdSize]
}

// encode appends the columns of count bundles to dst. The bundles are consecutive in run.
func (c *coder) encode(dst, run []byte, count int) []byte {
	start := len(dst)
	dst = append(dst, make([]byte, count*bundleRest)...)
	out := dst[start:]
	for t := range count {
		b := run[t*lockstep.BundleSize+4:][:bundleRest]
		for i := range b {
			v := b[i]
			switch columnKind(i) {
			case xored:
				v ^= c.before[i]
			case guessLow:
				past := &c.past[(i-2)/lockstep.TiccmdSize]
				rest := binary.LittleEndian.Uint16(b[i:]) - forecast(past)
				out[(i+1)*count+t] = byte(rest >> 8)
				*past = [3]uint16{binary.LittleEndian.Uint16(b[i:]), past[0], past[1]}
				v = byte(rest)
			case guessHigh:
				continue // already written with guessLow
			}
			out[i*count+t] = v
		}
		copy(c.before[:], b)
	}
	return dst
}

// decode reverses encode: it appends count bundles from tic first on to dst.
func (c *coder) decode(dst, columns []byte, first lockstep.Tic, count int) []byte {
	for t := range count {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(first)+uint32(t))
		var b [bundleRest]byte
		for i := range b {
			v := columns[i*count+t]
			switch columnKind(i) {
			case xored:
				v ^= c.before[i]
			case guessLow:
				past := &c.past[(i-2)/lockstep.TiccmdSize]
				x := forecast(past) + (uint16(v) | uint16(columns[(i+1)*count+t])<<8)
				binary.LittleEndian.PutUint16(b[i:], x)
				*past = [3]uint16{x, past[0], past[1]}
				continue
			case guessHigh:
				continue
			}
			b[i] = v
		}
		c.before = b
		dst = append(dst, b[:]...)
	}
	return dst
}
