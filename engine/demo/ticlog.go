package demo

import (
	"errors"
	"strconv"

	"doomhost/lockstep"
)

// ParseTicLog reads a session's bundles: in order, none missing. The first is of
// tic 0, or of tic 1 in logs of engines that play tic 0 before they have
// anybody's input. It fails if the length is no multiple of a bundle's, if a tic is out of
// order, or with lockstep.ErrMask.
func ParseTicLog(data []byte) ([]lockstep.Bundle, error) {
	if len(data)%lockstep.BundleSize != 0 {
		return nil, errors.New("tic log: " + strconv.Itoa(len(data)) +
			" bytes are not a multiple of 38; the file ends too early")
	}
	log := make([]lockstep.Bundle, 0, len(data)/lockstep.BundleSize)
	for len(data) > 0 {
		b, n, err := lockstep.DecodeBundle(data)
		if err != nil {
			return nil, err
		}
		data = data[n:]
		want := lockstep.Tic(0)
		switch {
		case len(log) > 0:
			want = log[len(log)-1].Tic + 1
		case b.Tic == 1:
			want = 1
		}
		if b.Tic != want {
			return nil, errors.New("tic log: tic " + strconv.FormatUint(uint64(b.Tic), 10) +
				" stands where " + strconv.FormatUint(uint64(want), 10) + " belongs")
		}
		log = append(log, b)
	}
	return log, nil
}

func i16(b []byte) int16 { return int16(uint16(b[0]) | uint16(b[1])<<8) }

func appendI16(dst []byte, n int16) []byte { return append(dst, byte(n), byte(uint16(n)>>8)) }
