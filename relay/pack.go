package relay

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"doomhost/lockstep"
)

// A packed block is a flate stream. It holds the block's first tic number (u32) and then
// columns of one byte per tic. A column holds one field for all tics of the block, as the
// difference from a prediction based on its past. An idle player therefore costs nothing, and
// the four 16-bit consistancies, which are positions, cost only as much as their
// acceleration.
//
//	in-game mask, filled mask              xor with the tic before
//	for each slot:
//	  forwardmove, sidemove, buttons       xor with the tic before
//	  chatchar                             unchanged
//	  angleturn: low bytes, high bytes     unchanged
//	  consistancy: low bytes, high bytes   difference from forecast
const (
	columnsOfSlot = 8
	columns       = 2 + lockstep.NumSlots*columnsOfSlot
	packedHeader  = 4
)

// errPacked says that a packed block is damaged.
var errPacked = errors.New("relay: damaged block of the log")

// forecast predicts the next position from the last three. Ground friction reduces a runner's
// acceleration to 29/32 per tic.
func forecast(x [3]uint16) uint16 {
	speed, before := x[0]-x[1], x[1]-x[2]
	change := int32(int16(speed - before))
	return x[0] + speed + uint16(change*29>>5)
}

// packBlock compresses the records of one full block. It leaves out the first prefix bytes of
// each record, which are the same in all of them.
func packBlock(raw []byte, prefix int) []byte {
	stride := prefix + lockstep.BundleSize
	tics := len(raw) / stride
	plain := make([]byte, packedHeader+columns*tics)
	copy(plain, raw[prefix:prefix+4])
	column := func(c int) []byte { return plain[packedHeader+c*tics:][:tics] }
	record := func(t int) []byte { return raw[t*stride+prefix:][:lockstep.BundleSize] }

	xorColumn(column(0), record, 4)
	xorColumn(column(1), record, 5)
	for slot := range lockstep.NumSlots {
		first, at := 2+slot*columnsOfSlot, 6+slot*lockstep.TiccmdSize
		xorColumn(column(first), record, at)
		xorColumn(column(first+1), record, at+1)
		xorColumn(column(first+2), record, at+7)
		chat, angleLow, angleHigh := column(first+3), column(first+4), column(first+5)
		restLow, restHigh := column(first+6), column(first+7)
		var past [3]uint16
		for t := range tics {
			cmd := record(t)[at:]
			chat[t], angleLow[t], angleHigh[t] = cmd[6], cmd[2], cmd[3]
			x := binary.LittleEndian.Uint16(cmd[4:])
			rest := x - forecast(past)
			restLow[t], restHigh[t] = byte(rest), byte(rest>>8)
			past = [3]uint16{x, past[0], past[1]}
		}
	}

	var packed bytes.Buffer
	// Neither NewWriter with a valid level nor a write to a Buffer can fail.
	w, _ := flate.NewWriter(&packed, flate.DefaultCompression)
	_, _ = w.Write(plain)
	_ = w.Close()
	return bytes.Clone(packed.Bytes())
}

func xorColumn(column []byte, record func(int) []byte, at int) {
	var before byte
	for t := range column {
		now := record(t)[at]
		column[t] = now ^ before
		before = now
	}
}

// unpackBlock reverses packBlock: it fills raw with records, each after prefix. It returns an
// error if packed is damaged or has another length.
func unpackBlock(raw, packed, prefix []byte) error {
	stride := len(prefix) + lockstep.BundleSize
	tics := len(raw) / stride
	plain := make([]byte, packedHeader+columns*tics)
	r := flate.NewReader(bytes.NewReader(packed))
	if _, err := io.ReadFull(r, plain); err != nil {
		return fmt.Errorf("%w: %w", errPacked, err)
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		return errPacked
	}
	column := func(c int) []byte { return plain[packedHeader+c*tics:][:tics] }
	record := func(t int) []byte { return raw[t*stride+len(prefix):][:lockstep.BundleSize] }

	first := binary.LittleEndian.Uint32(plain)
	for t := range tics {
		copy(raw[t*stride:], prefix)
		binary.LittleEndian.PutUint32(record(t), first+uint32(t))
	}
	unxorColumn(column(0), record, 4)
	unxorColumn(column(1), record, 5)
	for slot := range lockstep.NumSlots {
		first, at := 2+slot*columnsOfSlot, 6+slot*lockstep.TiccmdSize
		unxorColumn(column(first), record, at)
		unxorColumn(column(first+1), record, at+1)
		unxorColumn(column(first+2), record, at+7)
		chat, angleLow, angleHigh := column(first+3), column(first+4), column(first+5)
		restLow, restHigh := column(first+6), column(first+7)
		var past [3]uint16
		for t := range tics {
			cmd := record(t)[at:]
			cmd[6], cmd[2], cmd[3] = chat[t], angleLow[t], angleHigh[t]
			x := forecast(past) + (uint16(restLow[t]) | uint16(restHigh[t])<<8)
			binary.LittleEndian.PutUint16(cmd[4:], x)
			past = [3]uint16{x, past[0], past[1]}
		}
	}
	return nil
}

func unxorColumn(column []byte, record func(int) []byte, at int) {
	var before byte
	for t := range column {
		before ^= column[t]
		record(t)[at] = before
	}
}
