package macos

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const (
	fatMagic = 0xcafebabe
	// fatAlign is the power of two to which each architecture is aligned: the
	// page of Apple's own processors, and good for Intel's.
	fatAlign = 14
)

// Join makes one universal file of Mach-O files for several processors.
//
//	0  u32be  0xcafebabe
//	4  u32be  number of files, for each of which follow 20 bytes:
//	   u32be  processor, processor subtype, offset, size, alignment (power of two)
func Join(thin ...[]byte) ([]byte, error) {
	if len(thin) == 0 {
		return nil, errors.New("join Mach-O files: there is none")
	}
	out := binary.BigEndian.AppendUint32(nil, fatMagic)
	out = binary.BigEndian.AppendUint32(out, uint32(len(thin)))
	offset := align(8+20*len(thin), 1<<fatAlign)
	seen := map[uint32]bool{}
	for _, t := range thin {
		h, err := readHeader(t)
		if err != nil {
			return nil, fmt.Errorf("join Mach-O files: %w", err)
		}
		if seen[h.cpu] {
			return nil, fmt.Errorf("join Mach-O files: processor %#x is there twice", h.cpu)
		}
		seen[h.cpu] = true
		for _, v := range []uint32{h.cpu, h.subtype, uint32(offset), uint32(len(t)), fatAlign} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		offset = align(offset+len(t), 1<<fatAlign)
	}
	for _, t := range thin {
		out = append(out, make([]byte, align(len(out), 1<<fatAlign)-len(out))...)
		out = append(out, t...)
	}
	return out, nil
}

// align rounds n up to a multiple of to, a power of two.
func align(n, to int) int { return (n + to - 1) &^ (to - 1) }
