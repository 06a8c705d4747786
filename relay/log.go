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

// BlockTics is the number of tics in a block of the log: a little under a minute.
const BlockTics = 2048

// MaxPrefix is the length in bytes of the longest prefix that a log puts before its records.
const MaxPrefix = 2

// records has space for a block's records with the longest prefix.
type records [BlockTics * (MaxPrefix + lockstep.BundleSize)]byte

// ErrNoSuchTic says that a tic is not in the log.
var ErrNoSuchTic = errors.New("relay: tic is not in the log")

// Log is a session's history: every sealed bundle from tic 0, without gaps. Live play,
// drop-ins, spectators, replays and the referee all read it, each with its own cursor.
//
// One goroutine appends. Any number of others may read at the same time: they need no lock
// and never block the writer, because records below the frontier never change. One more
// goroutine may call Pack, which compresses old blocks to a few bytes per tic.
//
// A record is a bundle after a fixed prefix, the frame header of the transport that most
// readers use. Any run of records is therefore one write, with the same bytes for everybody.
//
// Invariants: every tic below the frontier has its block; all blocks but the last are full; a
// block always has its raw or its packed form; the last two blocks are raw.
type Log struct {
	prefix   []byte
	stride   int
	frontier atomic.Uint32            // first tic that is not in the log yet
	blocks   atomic.Pointer[[]*block] // replaced when the log adds a block
	packed   int                      // blocks below this index are packed; only Pack changes it
}

// block holds the records of BlockTics tics.
type block struct {
	raw    atomic.Pointer[records] // nil once packed
	packed atomic.Pointer[[]byte]  // nil until packed

	mu       sync.Mutex // guards unpacked
	unpacked weak.Pointer[records]
}

// NewLog returns an empty log whose records start with prefix. It uses at most the first
// MaxPrefix bytes.
func NewLog(prefix []byte) *Log {
	prefix = bytes.Clone(prefix[:min(len(prefix), MaxPrefix)])
	l := &Log{prefix: prefix, stride: len(prefix) + lockstep.BundleSize}
	l.blocks.Store(new([]*block))
	return l
}

// Stride returns the size of a record in bytes.
func (l *Log) Stride() int { return l.stride }

// Frontier returns the first tic that is not in the log yet.
func (l *Log) Frontier() lockstep.Tic { return lockstep.Tic(l.frontier.Load()) }

// Append adds the bundle of the tic at the frontier. The caller seals tics in order. A bundle
// of any other tic is an error and changes nothing.
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

// grow adds an empty block. Readers keep the list that they have loaded.
func (l *Log) grow() {
	b := new(block)
	b.raw.Store(new(records))
	blocks := append(*l.blocks.Load(), b)
	l.blocks.Store(&blocks)
}

// From returns records from tic on. Below the frontier it returns at least one record, and
// none beyond the end of tic's block. At the frontier it returns none. The bytes are shared
// and must not be changed. From returns ErrNoSuchTic for a tic beyond the frontier.
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

// read returns the block's records and unpacks them if they are packed. Readers share the
// unpacked bytes for as long as one of them holds them.
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

// Bundle returns the bundle of one tic, or ErrNoSuchTic if the tic is not sealed.
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

// Pack compresses the oldest raw block if two newer ones exist, and reports whether it did.
// It takes about a millisecond. Only one goroutine may call it; it need not be the writer.
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

// PackedBytes returns the size of the packed blocks and the number of tics that they hold.
func (l *Log) PackedBytes() (size int, tics lockstep.Tic) {
	for _, b := range *l.blocks.Load() {
		if p := b.packed.Load(); p != nil {
			size += len(*p)
			tics += BlockTics
		}
	}
	return size, tics
}
