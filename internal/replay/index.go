package replay

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"

	"doomhost/lockstep"
)

// index locates the blocks and snapshots in a file. A complete file has it as its last
// record. For any other file the index is built from the heads of the records, without
// unpacking anything.
//
//	0  4  tics n
//	4  4  number of blocks b
//	8  4  number of snapshots s
//	.     b blocks, then s snapshots; for each a u32 tic and the u64 offset of its record
//	.  8  offset of this record
//
// Tics and offsets ascend.
type index struct {
	tics      int
	blocks    []place
	snapshots []place
	complete  bool  // the session has ended
	end       int64 // where the next record begins in the part of the file read so far
}

// place is the offset of the record for a tic.
type place struct {
	tic    lockstep.Tic
	offset int64
}

const (
	indexHead = 12
	placeSize = 12
	indexTail = 8
)

// append appends the payload of the index record at offset.
func (x *index) append(dst []byte, offset int64) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(x.tics))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(x.blocks)))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(x.snapshots)))
	for _, list := range [][]place{x.blocks, x.snapshots} {
		for _, p := range list {
			dst = binary.LittleEndian.AppendUint32(dst, uint32(p.tic))
			dst = binary.LittleEndian.AppendUint64(dst, uint64(p.offset))
		}
	}
	return binary.LittleEndian.AppendUint64(dst, uint64(offset))
}

// parseIndex reads the payload of an index.
func parseIndex(b []byte) (*index, error) {
	if len(b) < indexHead+indexTail {
		return nil, errDamaged
	}
	x := &index{tics: int(binary.LittleEndian.Uint32(b)), complete: true}
	blocks, snapshots := uint64(binary.LittleEndian.Uint32(b[4:])), uint64(binary.LittleEndian.Uint32(b[8:]))
	x.end = int64(binary.LittleEndian.Uint64(b[len(b)-indexTail:]))
	b = b[indexHead : len(b)-indexTail]
	if uint64(len(b)) != placeSize*(blocks+snapshots) || x.tics > MaxTics || (x.tics > 0) != (blocks > 0) {
		return nil, errDamaged
	}
	list := make([]place, 0, blocks+snapshots)
	for ; len(b) > 0; b = b[placeSize:] {
		list = append(list, place{lockstep.Tic(binary.LittleEndian.Uint32(b)), int64(binary.LittleEndian.Uint64(b[4:]))})
	}
	x.blocks, x.snapshots = list[:blocks:blocks], list[blocks:]
	for _, list := range [][]place{x.blocks, x.snapshots} {
		for i, p := range list {
			if p.offset < magicSize || p.offset >= x.end || int(p.tic) > x.tics ||
				i > 0 && (p.tic <= list[i-1].tic || p.offset <= list[i-1].offset) {
				return nil, errDamaged
			}
		}
	}
	if blocks > 0 && x.blocks[0].tic != 0 {
		return nil, errDamaged
	}
	return x, nil
}

// readIndex reads the index at the end of a file of size bytes. It returns nil if the file
// has no valid index.
func readIndex(f io.ReaderAt, size int64) *index {
	var tail [indexTail + recordTail]byte
	if size < int64(len(tail)) {
		return nil
	}
	if _, err := f.ReadAt(tail[:], size-int64(len(tail))); err != nil {
		return nil
	}
	at := int64(binary.LittleEndian.Uint64(tail[:]))
	if at < magicSize || at >= size {
		return nil
	}
	kind, n, err := headAt(f, at)
	if err != nil || kind != kindIndex || at+recordSize(n) != size {
		return nil
	}
	payload, err := readRecordAt(nil, f, at, kindIndex)
	if err != nil {
		return nil
	}
	x, err := parseIndex(payload)
	if err != nil || x.end != at {
		return nil
	}
	return x
}

// recordSize returns the size of a record with a payload of n bytes.
func recordSize(n int) int64 { return int64(recordHead + n + recordTail) }

// headAt reads the head of the record at an offset.
func headAt(f io.ReaderAt, at int64) (kind byte, n int, err error) {
	return readHead(io.NewSectionReader(f, at, recordHead))
}

// readRecordAt appends the payload of the record at an offset to dst. If the record is not
// of the wanted kind, the file is damaged.
func readRecordAt(dst []byte, f io.ReaderAt, at int64, want byte) ([]byte, error) {
	kind, n, err := headAt(f, at)
	if err != nil || kind != want {
		return dst, errDamaged
	}
	start, size := len(dst), int(recordSize(n))
	dst = slices.Grow(dst, size)[:start+size]
	data := dst[start:]
	if _, err := f.ReadAt(data, at); err != nil {
		return dst[:start], errors.Join(errDamaged, err)
	}
	end := recordHead + n
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return dst[:start], errDamaged
	}
	copy(data, data[recordHead:end])
	return dst[:start+n], nil
}

// walk extends an index up to the end of a file of size bytes. It reads only the heads of
// records, and stops at a record that is not whole.
func (x *index) walk(f io.ReaderAt, size int64) {
	for !x.complete && x.tics <= MaxTics {
		kind, n, err := headAt(f, x.end)
		if err != nil || x.end+recordSize(n) > size {
			return
		}
		var head [ticsHead]byte // the longest head of a payload
		if _, err := f.ReadAt(head[:min(n, len(head))], x.end+recordHead); err != nil {
			return
		}
		switch kind {
		case kindTics:
			r, err := runHead(head[:min(n, len(head))])
			if err != nil || int(r.first) != x.tics || x.tics+r.count > MaxTics {
				return
			}
			if r.block {
				x.blocks = append(x.blocks, place{r.first, x.end})
			}
			x.tics += r.count
		case kindSnapshot:
			tic := lockstep.Tic(binary.LittleEndian.Uint32(head[:]))
			if k := len(x.snapshots); n >= 4 && (k == 0 || tic > x.snapshots[k-1].tic) {
				x.snapshots = append(x.snapshots, place{tic, x.end})
			}
		case kindEnd:
			x.complete = true
		}
		x.end += recordSize(n)
	}
}

// cut shortens the index to the tics before tic, where the file is damaged.
func (x *index) cut(tic lockstep.Tic) {
	x.tics = min(x.tics, int(tic))
	x.complete = false
	x.snapshots = x.snapshots[:x.count(x.snapshots, tic)]
}

// count returns how many places have tics up to and including tic.
func (x *index) count(list []place, tic lockstep.Tic) int {
	i, _ := slices.BinarySearchFunc(list, tic+1, func(p place, t lockstep.Tic) int { return cmp.Compare(p.tic, t) })
	return i
}

// block returns the start of the block that contains tic. There must be tics.
func (x *index) block(tic lockstep.Tic) place { return x.blocks[x.count(x.blocks, tic)-1] }

// snapshot returns the place of the latest snapshot at or before tic.
func (x *index) snapshot(tic lockstep.Tic) (place, bool) {
	i := x.count(x.snapshots[:x.count(x.snapshots, lockstep.Tic(x.tics))], tic)
	if i == 0 {
		return place{}, false
	}
	return x.snapshots[i-1], true
}
