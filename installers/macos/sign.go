package macos

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// Signature blobs. All their numbers are big endian; each begins with its magic
// and its size.
const (
	magicSuper         = 0xfade0cc0 // the whole: count, then slot and offset of each blob
	magicDirectory     = 0xfade0c02
	magicWrapper       = 0xfade0b01 // the certificate's signature: empty when ad hoc
	slotDirectory      = 0
	slotRequirements   = 2
	slotWrapper        = 0x10000
	directoryVersion   = 0x20400 // with the fields about the executable segment
	directorySize      = 88
	flagAdhoc          = 2
	hashSHA256         = 2
	pageBits           = 12
	execMainBinary     = 1
	specialSlots       = 3 // Info.plist, requirements, CodeResources, from the last to the first
	segmentPageSize    = 1 << 14
	signatureAlignment = 16
)

// emptyRequirements is a requirement set that demands nothing.
var emptyRequirements = []byte{0xfa, 0xde, 0x0c, 0x01, 0, 0, 0, 12, 0, 0, 0, 0}

// Sign replaces the signature of a thin Mach-O file by an ad-hoc one that also
// seals the bundle: infoPlist and codeResources are the bytes of these files, or
// nil for a program without a bundle.
//
// An ad-hoc signature names nobody. It is what Apple's processors demand of every
// program, and it makes a change to any file of the bundle evident.
func Sign(m []byte, identifier string, infoPlist, codeResources []byte) ([]byte, error) {
	l, err := readLayout(m)
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	out := bytes.Clone(m)
	if l.signature != 0 {
		out = out[:l.dataOff]
	} else {
		l.signature = machoHeaderSize + int(l.size)
		if uint32(l.signature+linkeditSize) > l.firstData {
			return nil, errors.New("sign: there is no room for one more load command")
		}
		binary.LittleEndian.PutUint32(out[l.signature:], cmdCodeSignature)
		binary.LittleEndian.PutUint32(out[l.signature+4:], linkeditSize)
		binary.LittleEndian.PutUint32(out[16:], l.commands+1)
		binary.LittleEndian.PutUint32(out[20:], l.size+linkeditSize)
	}
	if uint64(len(out)) < l.linkedit.fileOff {
		return nil, errors.New("sign: the old signature is not in __LINKEDIT")
	}
	out = append(out, make([]byte, align(len(out), signatureAlignment)-len(out))...)
	limit := len(out)

	// The load commands are hashed too, and tell the signature's size: it is
	// settled first.
	pages := (limit + 1<<pageBits - 1) >> pageBits
	hashesAt := directorySize + len(identifier) + 1 + specialSlots*sha256.Size
	dirSize := hashesAt + pages*sha256.Size
	const index = 12 + 3*8
	size := index + dirSize + len(emptyRequirements) + 8
	binary.LittleEndian.PutUint32(out[l.signature+8:], uint32(limit))
	binary.LittleEndian.PutUint32(out[l.signature+12:], uint32(size))
	linked := uint64(limit+size) - l.linkedit.fileOff
	binary.LittleEndian.PutUint64(out[l.linkedit.at+48:], linked)
	binary.LittleEndian.PutUint64(out[l.linkedit.at+32:], uint64(align(int(linked), segmentPageSize)))

	be := binary.BigEndian
	s := be.AppendUint32(nil, magicSuper)
	s = be.AppendUint32(s, uint32(size))
	s = be.AppendUint32(s, 3)
	for _, e := range [][2]int{{slotDirectory, index}, {slotRequirements, index + dirSize}, {slotWrapper, index + dirSize + len(emptyRequirements)}} {
		s = be.AppendUint32(s, uint32(e[0]))
		s = be.AppendUint32(s, uint32(e[1]))
	}

	for _, v := range []uint32{
		magicDirectory, uint32(dirSize), directoryVersion, flagAdhoc,
		uint32(hashesAt), directorySize, specialSlots, uint32(pages), uint32(limit),
	} {
		s = be.AppendUint32(s, v)
	}
	s = append(s, sha256.Size, hashSHA256, 0, pageBits)
	s = append(s, make([]byte, 4+4+4+4+8)...) // spare, scatter, team, spare, 64-bit limit: none
	s = be.AppendUint64(s, l.text.fileOff)
	s = be.AppendUint64(s, l.text.fileSize)
	s = be.AppendUint64(s, execMainBinary)
	s = append(s, identifier...)
	s = append(s, 0)
	for _, part := range [specialSlots][]byte{codeResources, emptyRequirements, infoPlist} {
		var sum [sha256.Size]byte // zeros where there is no such part
		if part != nil {
			sum = sha256.Sum256(part)
		}
		s = append(s, sum[:]...)
	}
	for at := 0; at < limit; at += 1 << pageBits {
		sum := sha256.Sum256(out[at:min(at+1<<pageBits, limit)])
		s = append(s, sum[:]...)
	}
	s = append(s, emptyRequirements...)
	s = be.AppendUint32(s, magicWrapper)
	s = be.AppendUint32(s, 8)
	if len(s) != size {
		return nil, fmt.Errorf("sign: the signature has %d bytes, %d were reckoned", len(s), size)
	}
	return append(out, s...), nil
}
