package effects

import (
	"errors"
	"strconv"
)

// Clip is a sound as stored in its lump.
type Clip struct {
	Rate    int    // samples a second
	Samples []byte // 8 bits each, 128 is the middle; not copied from the lump
}

const (
	clipFormat = 3
	headBytes  = 8
	// padding is the number of samples at each end that are not played.
	padding = 16
	// shortest is the smallest number of samples, including padding, that DMX plays.
	shortest = 49
)

// ParseClip reads a sound's lump:
//
//	u16 format 3, u16 samples a second, u32 number of samples
//	16 bytes of padding, the samples, 16 bytes of padding
//
// The numbers are little-endian, and the padding counts as samples.
func ParseClip(lump []byte) (Clip, error) {
	if len(lump) < headBytes {
		return Clip{}, errors.New("read sound: " + strconv.Itoa(len(lump)) + " bytes are no sound")
	}
	if format := int(lump[0]) | int(lump[1])<<8; format != clipFormat {
		return Clip{}, errors.New("read sound: format " + strconv.Itoa(format) + ", only 3 is played")
	}
	rate := int(lump[2]) | int(lump[3])<<8
	n := uint64(lump[4]) | uint64(lump[5])<<8 | uint64(lump[6])<<16 | uint64(lump[7])<<24
	switch {
	case rate == 0:
		return Clip{}, errors.New("read sound: it has no sample rate")
	case n > uint64(len(lump)-headBytes):
		return Clip{}, errors.New("read sound: it says it has " + strconv.FormatUint(n, 10) + " samples, which is more than are there")
	case n < shortest:
		return Clip{}, errors.New("read sound: " + strconv.FormatUint(n, 10) + " samples are too few, want " + strconv.Itoa(shortest))
	}
	return Clip{Rate: rate, Samples: lump[headBytes+padding : headBytes+n-padding]}, nil
}
