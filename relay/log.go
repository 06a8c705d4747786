package relay

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"weak"

	"doomhost/lockstep"
)

// BlockTics is how many tics a block of the log has: a little under a minute.
const BlockTics = 2048

// MaxPrefix is the longest prefix in bytes that a log puts before its records.
const MaxPrefix = 2

// records is room for a block's records with the longest prefix.
type records [BlockTics * (MaxPrefix + lockstep.BundleSize)]byte

// ErrNoSuchTic says that a tic is not in the log.
var ErrNoSuchTic = errors.New("relay: tic is not in the log")

// Log is a session's history: every sealed bundle from tic 0, none missing.
// Live play, drop-ins, spectators, replays and the referee all read it, each by
// a cursor of its own.
//
// One goroutine appends. Any number may read beside it, without a lock and
// without ever holding up the writer: what is below the frontier never
// changes. One more may call Pack, which squeezes old blocks to a few bytes a
// tic.
//
// A record is a bundle behind a fixed prefix, the frame header of the transport
// that most readers use. So any run of records is one write, the same bytes for
// everybody.
//
// Invariants: blocks of all tics below the frontier exist; all but the last are
// full; a block is raw or packed, never neither; the last two are raw.
type Log struct {
	prefix   []byte
	stride   int
	frontier atomic.Uint32            // first tic that is not there yet
	blocks   atomic.Pointer[[]*block] // replaced when a block is added
	packed   int                      // blocks below are packed; Pack's own
}

// block holds the records of BlockTics tics.
type block struct {
	raw    atomic.Pointer[records] // nil once packed
	packed atomic.Pointer[[]byte]  // nil until packed

	mu       sync.Mutex // guards unpacked
	unpacked weak.Pointer[records]
}

// NewLog returns an empty log whose records start with prefix, of which at most
// MaxPrefix bytes are taken.
func NewLog(prefix []byte) *Log {
	prefix = bytes.Clone(prefix[:min(len(prefix), MaxPrefix)])
	l := &Log{prefix: prefix, stride: len(prefix) + lockstep.BundleSize}
	l.blocks.Store(new([]*block))
	return l
}

// Stride is the size of a record in bytes.
func (l *Log) Stride() int { return l.stride }

// Frontier is the first tic that is not in the log yet.
func (l *Log) Frontier() lockstep.Tic { return lockstep.Tic(l.frontier.Load()) }

// Append adds the bundle of the tic at the frontier. The caller seals tics in
// order; a bundle of another tic is an error and changes nothing.
func (l *Log) Append(b *lockstep.Bundle) error {
	tic := l.frontier.Load()
	if b.Tic != lockstep.Tic(tic) {
		return fmt.Errorf("relay: append tic %d to a log that is at %d", b.Tic, tic)
	}
	at := int(tic % BlockTics)
	if at == 0 {
		l.grow()
	}
	blocks := *l.blocks.Load()
	raw := blocks[len(blocks)-1].raw.Load()
	record := append(raw[at*l.stride:at*l.stride], l.prefix...)
	lockstep.AppendBundle(record, b)
	l.frontier.Store(tic + 1)
	return nil
}

// grow adds an empty block. Readers keep the list that they have.
func (l *Log) grow() {
	b := new(block)
	b.raw.Store(new(records))
	blocks := append(*l.blocks.Load(), b)
	l.blocks.Store(&blocks)
}

// From returns the records from tic on: some at least when tic is below the
// frontier, to the end of their block at most, none at the frontier. The
// bytes are shared and must not be changed. It returns ErrNoSuchTic for a tic
// beyond the frontier.
func (l *Log) From(tic lockstep.Tic) ([]byte, error) {
	frontier := l.Frontier()
	if tic >= frontier {
		if tic == frontier {
			return nil, nil
		}
		return nil, ErrNoSuchTic
	}
	index := int(tic / BlockTics)
	first := lockstep.Tic(index * BlockTics)
	raw, err := (*l.blocks.Load())[index].read(l.prefix)
	if err != nil {
		return nil, fmt.Errorf("relay: read log at tic %d: %w", tic, err)
	}
	end := min(frontier-first, BlockTics)
	return raw[int(tic-first)*l.stride : int(end)*l.stride : int(end)*l.stride], nil
}

// read returns the block's records, unpacking them when they are packed.
// Readers that come while others still hold the unpacked bytes share them.
func (b *block) read(prefix []byte) (*records, error) {
	if raw := b.raw.Load(); raw != nil {
		return raw, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if raw := b.unpacked.Value(); raw != nil {
		return raw, nil
	}
	raw := new(records)
	if err := unpackBlock(raw[:BlockTics*(len(prefix)+lockstep.BundleSize)], *b.packed.Load(), prefix); err != nil {
		return nil, err
	}
	b.unpacked = weak.Make(raw)
	return raw, nil
}

// Bundle returns the bundle of one tic. It returns ErrNoSuchTic when the tic is
// not sealed.
func (l *Log) Bundle(tic lockstep.Tic) (lockstep.Bundle, error) {
	run, err := l.From(tic)
	if err != nil {
		return lockstep.Bundle{}, err
	}
	if len(run) == 0 {
		return lockstep.Bundle{}, ErrNoSuchTic
	}
	b, _, err := lockstep.DecodeBundle(run[len(l.prefix):])
	return b, err
}

// Packable reports whether Pack has something to do.
func (l *Log) Packable() bool { return l.packed+2 < len(*l.blocks.Load()) }

// Pack squeezes the oldest raw block, if two newer ones exist, and reports
// whether it did. It takes about a millisecond; one goroutine calls it, which may be
// another than the writer.
func (l *Log) Pack() bool {
	if !l.Packable() {
		return false
	}
	b := (*l.blocks.Load())[l.packed]
	packed := packBlock(b.raw.Load()[:BlockTics*l.stride], len(l.prefix))
	b.packed.Store(&packed)
	b.raw.Store(nil)
	l.packed++
	return true
}

// PackedBytes is the size of the packed blocks and how many tics they hold.
func (l *Log) PackedBytes() (size int, tics lockstep.Tic) {
	for _, b := range *l.blocks.Load() {
		if p := b.packed.Load(); p != nil {
			size += len(*p)
			tics += BlockTics
		}
	}
	return size, tics
}
