// Package replay stores every session in a file on the host. A file holds the bundles,
// snapshots for seeking, and the data needed for playback. The package lists the files,
// serves them to the browser and converts them to demos.
//
// A Recorder is a room.Follower, so it has one goroutine for each game. Only that
// goroutine writes the game's file. Handlers read files. Store.mu guards the replays that
// were read last, and Recorder.mu the list of games being recorded. Neither is held while
// a file is written.
//
// The recorder only appends to a file, record by record, and syncs it to disk at least
// once a second. A reader uses the whole records and ignores the rest, so a crash loses
// the last second and not the file.
package replay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"time"

	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// A file is the magic, then records. All numbers are little-endian:
//
//	0  4  "DHRP"
//	4  2  version of the format, 2
//	6  2  0
//
//	0  1  kind of the record
//	1  4  length n of the payload
//	5  n  payload
//	.  4  CRC-32C of the record up to here
//
// The first record is the only header. Readers also accept version 1, which has neither
// blocks nor an index: all its runs form one block.
const (
	magic       = "DHRP"
	version     = 2
	magicSize   = 8
	recordHead  = 5
	recordTail  = 4
	maxJSON     = 64 << 10 // bytes of a header or an end
	maxPiece    = 1 << 20  // of a run of tics
	maxSnapshot = 8 << 20
	maxIndex    = 1 << 20
)

// The kinds of records.
const (
	kindHeader   = 1 // JSON of Header
	kindTics     = 2 // see ticsHead
	kindSnapshot = 3 // u32 tic, then the packed state
	kindEnd      = 4 // JSON of End
	kindIndex    = 5 // see index; the last record, after the end
)

// A run of tics is a u32 first tic, a u16 count, and a piece of the flate stream that holds
// the runs of a block (see coder). Each piece ends with a flush. The first run of a block
// has blockStart in its count, and can be unpacked without the runs before it.
const (
	ticsHead   = 6
	maxRun     = 4096
	blockStart = 1 << 15
	blockTics  = 2048 // a block ends with the run that reaches this many
)

// MaxTics is the most tics that a replay may have: twelve hours.
const MaxTics = 12 * 3600 * lockstep.TicRate

// Header describes the recorded game.
type Header struct {
	Version string                    `json:"version"` // doomhost's
	Engine  string                    `json:"engine"`  // the build that made the snapshots
	Started time.Time                 `json:"started"`
	Params  wire.Params               `json:"params"` // includes the ids of the WADs
	Map     string                    `json:"map"`    // the first one, E1M1 or MAP01
	WADs    []string                  `json:"wads"`   // the WADs' names, in the order of the ids in Params
	Names   [lockstep.NumSlots]string `json:"names"`
	Slots   []lockstep.Slot           `json:"slots"` // those at the launch of the game
}

// End is the record that ends a session.
type End struct {
	Tics  int       `json:"tics"`
	Ended time.Time `json:"ended"`
}

var (
	// ErrFormat means that a file is not a replay.
	ErrFormat = errors.New("this is no replay of doomhost")
	// ErrVersion means that a replay has an unknown version of the format.
	ErrVersion = errors.New("the replay's format is newer than this doomhost: update it")
	// errDamaged means that a record is not whole. A crashed host may leave such a
	// record at the end of a file.
	errDamaged = errors.New("damaged record")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendRecord appends a record to b.
func appendRecord(b []byte, kind byte, payload ...[]byte) []byte {
	start, n := len(b), 0
	for _, p := range payload {
		n += len(p)
	}
	b = append(b, kind)
	b = binary.LittleEndian.AppendUint32(b, uint32(n))
	for _, p := range payload {
		b = append(b, p...)
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// limits holds the longest payload of each kind.
var limits = [...]int{kindHeader: maxJSON, kindTics: maxPiece, kindSnapshot: 4 + maxSnapshot, kindEnd: maxJSON, kindIndex: maxIndex}

// readMagic checks the file's first bytes.
func readMagic(r io.Reader) error {
	var b [magicSize]byte
	if _, err := io.ReadFull(r, b[:]); err != nil || string(b[:4]) != magic {
		return ErrFormat
	}
	if v := binary.LittleEndian.Uint16(b[4:]); v == 0 || v > version {
		return ErrVersion
	}
	return nil
}

// readRecord reads a record. It returns io.EOF at the end of the file, and errDamaged if the
// record is not whole.
func readRecord(r io.Reader) (kind byte, payload []byte, err error) {
	kind, n, err := readHead(r)
	if err != nil {
		return 0, nil, err
	}
	data := make([]byte, recordHead+n+recordTail)
	data[0] = kind
	binary.LittleEndian.PutUint32(data[1:], uint32(n))
	if _, err := io.ReadFull(r, data[recordHead:]); err != nil {
		return 0, nil, errDamaged
	}
	end := recordHead + n
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return 0, nil, errDamaged
	}
	return kind, data[recordHead:end], nil
}

// readHead reads the kind and the length of a record.
func readHead(r io.Reader) (kind byte, n int, err error) {
	var head [recordHead]byte
	switch _, err := io.ReadFull(r, head[:]); {
	case errors.Is(err, io.EOF):
		return 0, 0, io.EOF
	case err != nil:
		return 0, 0, errDamaged
	}
	size := binary.LittleEndian.Uint32(head[1:])
	if head[0] == 0 || int(head[0]) >= len(limits) || uint64(size) > uint64(limits[head[0]]) {
		return 0, 0, errDamaged
	}
	return head[0], int(size), nil
}

// ticRun describes the tics of a run.
type ticRun struct {
	first lockstep.Tic
	count int
	block bool // it begins a block
}

// runHead reads the head of a run.
func runHead(payload []byte) (ticRun, error) {
	if len(payload) < ticsHead {
		return ticRun{}, errDamaged
	}
	n := int(binary.LittleEndian.Uint16(payload[4:]))
	r := ticRun{first: lockstep.Tic(binary.LittleEndian.Uint32(payload)), count: n &^ blockStart, block: n&blockStart != 0}
	r.block = r.block || r.first == 0
	if r.count == 0 || r.count > maxRun {
		return ticRun{}, fmt.Errorf("%w: a run of %d tics", errDamaged, r.count)
	}
	return r, nil
}
