package trace

import (
	"errors"
	"strconv"
	"strings"
)

// ParseDigests reads what Bytes wrote.
func ParseDigests(data []byte) ([]uint16, error) {
	if len(data)%2 != 0 {
		return nil, errors.New("read digests: " + strconv.Itoa(len(data)) + " bytes are not whole numbers")
	}
	out := make([]uint16, len(data)/2)
	for i := range out {
		out[i] = uint16(data[2*i]) | uint16(data[2*i+1])<<8
	}
	return out, nil
}

// ParseFrameDigests reads what FormatFrameDigests wrote.
func ParseFrameDigests(text []byte) ([]FrameDigest, error) {
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if lines[0] != frameDigestHeader {
		return nil, errors.New("read frame digests: the first line is not their header")
	}
	digests := make([]FrameDigest, len(lines)-1)
	for i, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 4+len(Bands) {
			return nil, errors.New("read frame digests: line " + strconv.Itoa(i+2) + " has " + strconv.Itoa(len(f)) + " columns")
		}
		d := &digests[i]
		d.Run = f[0]
		for j, to := range [...]*int{&d.GameTic, &d.State, &d.Palette} {
			n, err := strconv.Atoi(f[1+j])
			if err != nil {
				return nil, err
			}
			*to = n
		}
		for j := range d.Bands {
			n, err := strconv.ParseUint(f[4+j], 16, 32)
			if err != nil {
				return nil, err
			}
			d.Bands[j] = uint32(n)
		}
	}
	return digests, nil
}
