package macos

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Of a Mach-O file, as far as signing needs it.
const (
	machoMagic64     = 0xfeedfacf
	machoHeaderSize  = 32
	cmdSegment64     = 0x19
	cmdCodeSignature = 0x1d
	segmentSize      = 72
	linkeditSize     = 16
	sectionSize      = 80
)

type header struct {
	cpu, subtype   uint32
	commands, size uint32 // number and bytes of the load commands
}

func readHeader(m []byte) (header, error) {
	if len(m) < machoHeaderSize || binary.LittleEndian.Uint32(m) != machoMagic64 {
		return header{}, errors.New("it is no 64-bit Mach-O file")
	}
	h := header{
		cpu:      binary.LittleEndian.Uint32(m[4:]),
		subtype:  binary.LittleEndian.Uint32(m[8:]),
		commands: binary.LittleEndian.Uint32(m[16:]),
		size:     binary.LittleEndian.Uint32(m[20:]),
	}
	if int64(machoHeaderSize)+int64(h.size) > int64(len(m)) {
		return header{}, errors.New("its load commands reach past its end")
	}
	return h, nil
}

// layout is where in a Mach-O file the things are that a signature is made of.
type layout struct {
	header
	text      segment
	linkedit  segment
	signature int    // offset of the load command, or 0
	dataOff   uint32 // of the old signature
	firstData uint32 // offset of the first section's bytes: the end of the room for load commands
}

// segment is the part of a segment command that is of interest.
type segment struct {
	at       int // offset of the load command, or 0
	fileOff  uint64
	fileSize uint64
}

// readLayout walks the load commands.
func readLayout(m []byte) (layout, error) {
	h, err := readHeader(m)
	if err != nil {
		return layout{}, err
	}
	l := layout{header: h, firstData: uint32(len(m))}
	at, end := machoHeaderSize, machoHeaderSize+int(h.size)
	for i := range h.commands {
		if end-at < 8 {
			return layout{}, fmt.Errorf("load command %d is cut off", i)
		}
		cmd, size := binary.LittleEndian.Uint32(m[at:]), int(binary.LittleEndian.Uint32(m[at+4:]))
		if size < 8 || size > end-at {
			return layout{}, fmt.Errorf("load command %d has size %d", i, size)
		}
		switch cmd {
		case cmdSegment64:
			if size < segmentSize {
				return layout{}, fmt.Errorf("load command %d, a segment, has size %d", i, size)
			}
			s := segment{at, binary.LittleEndian.Uint64(m[at+40:]), binary.LittleEndian.Uint64(m[at+48:])}
			if s.fileOff > uint64(len(m)) || s.fileSize > uint64(len(m))-s.fileOff {
				return layout{}, fmt.Errorf("load command %d: the segment reaches past the end", i)
			}
			switch string(bytes.TrimRight(m[at+8:at+24], "\x00")) {
			case "__TEXT":
				l.text = s
			case "__LINKEDIT":
				l.linkedit = s
			}
			for sect := at + segmentSize; sect+sectionSize <= at+size; sect += sectionSize {
				if off := binary.LittleEndian.Uint32(m[sect+48:]); off != 0 {
					l.firstData = min(l.firstData, off)
				}
			}
		case cmdCodeSignature:
			if size != linkeditSize {
				return layout{}, fmt.Errorf("load command %d, a signature, has size %d", i, size)
			}
			l.signature, l.dataOff = at, binary.LittleEndian.Uint32(m[at+8:])
			if uint64(l.dataOff) > uint64(len(m)) {
				return layout{}, errors.New("the old signature reaches past the end")
			}
		}
		at += size
	}
	if l.text.at == 0 || l.linkedit.at == 0 {
		return layout{}, errors.New("it has no __TEXT or no __LINKEDIT segment")
	}
	if l.linkedit.fileOff+l.linkedit.fileSize != uint64(len(m)) {
		return layout{}, errors.New("__LINKEDIT is not at its end, where a signature goes")
	}
	return l, nil
}
