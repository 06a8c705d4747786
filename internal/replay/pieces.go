package replay

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"sync"

	"doomhost/internal/referee"
	"doomhost/lockstep"
)

// recording describes a file that is read in pieces. It does not change; a new recording
// replaces it when the file has grown.
type recording struct {
	*Header
	index
	stamp
	id      string
	damaged bool // the file is damaged where the index ends
}

// recordingsKept is how many headers and indexes are kept in memory. Each takes at most
// 64 KB, and usually a tenth of that.
const recordingsKept = 16

// workspace holds the reusable buffers for reading a piece: about 100 KB.
type workspace struct {
	*inflater
	record []byte
	run    []byte
	gzip   *gzip.Writer
}

var workspaces = sync.Pool{New: func() any {
	// The level is valid, so this cannot fail.
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	return &workspace{inflater: newInflater(), gzip: z}
}}

// open opens a recording. It returns ErrUnknown if there is none.
func (s *Store) open(id string) (*recording, *os.File, error) {
	if !validID(id) {
		return nil, nil, ErrUnknown
	}
	f, err := os.Open(s.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, ErrUnknown
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open replay: %w", err)
	}
	rec, err := s.look(id, f)
	if err != nil {
		_ = f.Close() // only read
		return nil, nil, fmt.Errorf("open replay %s: %w", id, err)
	}
	return rec, f, nil
}

// look finds the contents of an open file from its index, or from the heads of the records
// that are new in it.
func (s *Store) look(id string, f *os.File) (*recording, error) {
	fi, err := f.Stat()
	if err != nil {
		return nil, err
	}
	now := stamp{fi.Size(), fi.ModTime()}
	known := s.known(id)
	if known != nil && known.stamp == now {
		return known, nil
	}
	rec := &recording{stamp: now, id: id}
	if known != nil && !known.damaged && !known.complete && known.size < now.size {
		rec.Header, rec.index = known.Header, known.index
		rec.blocks, rec.snapshots = slices.Clip(rec.blocks), slices.Clip(rec.snapshots)
	} else {
		r := io.NewSectionReader(f, 0, now.size)
		if rec.Header, err = readHeader(r); err != nil {
			return nil, err
		}
		if x := readIndex(f, now.size); x != nil {
			rec.index = *x
		} else if rec.end, err = r.Seek(0, io.SeekCurrent); err != nil {
			return nil, err
		}
	}
	rec.walk(f, now.size)
	s.know(rec)
	return rec, nil
}

// known returns the cached recording of a replay's file, or nil.
func (s *Store) known(id string) *recording {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.recordings, func(r *recording) bool { return r.id == id })
	if i < 0 {
		return nil
	}
	rec := s.recordings[i]
	s.recordings = append(slices.Delete(s.recordings, i, i+1), rec)
	return rec
}

// know caches a recording. A full cache drops the least recently used one.
func (s *Store) know(rec *recording) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recordings = append(slices.DeleteFunc(s.recordings, func(r *recording) bool { return r.id == rec.id }), rec)
	if len(s.recordings) > recordingsKept {
		s.recordings = slices.Delete(s.recordings, 0, 1)
	}
}

// yieldRuns is how many runs are unpacked before the goroutine yields the processor.
const yieldRuns = 32

// bundles appends the bundles of the tics from first to before end to dst, as far as they
// exist. It unpacks only the blocks that contain them, and stops at the run that contains
// the last one. If the file is damaged, the recording ends there from now on.
func (s *Store) bundles(ctx context.Context, rec *recording, f io.ReaderAt, dst []byte, first, end int) ([]byte, error) {
	end = min(end, rec.tics)
	if first >= end {
		return dst, nil
	}
	ws := workspaces.Get().(*workspace) //nolint:forcetypeassert // it holds nothing else
	defer workspaces.Put(ws)
	before := ws.bytes
	defer func() { s.inflated.Add(ws.bytes - before) }()
	at := rec.block(lockstep.Tic(first))
	next, begun := at.tic, false
	for n := 1; int(next) < end; n++ {
		if n%yieldRuns == 0 {
			runtime.Gosched()
			if err := ctx.Err(); err != nil {
				return dst, err
			}
		}
		kind, size, err := headAt(f, at.offset)
		if err != nil {
			return s.damage(rec, dst, next)
		}
		if kind == kindTics {
			if dst, err = ws.bundles(f, at.offset, dst, &next, !begun, first, end); err != nil {
				return s.damage(rec, dst, next)
			}
			begun = true
		}
		at.offset += recordSize(size)
	}
	return dst, nil
}

// bundles appends the wanted bundles of one run, and moves next to the tic after the run.
func (ws *workspace) bundles(f io.ReaderAt, at int64, dst []byte, next *lockstep.Tic, block bool, first, end int) ([]byte, error) {
	var err error
	if ws.record, err = readRecordAt(ws.record[:0], f, at, kindTics); err != nil {
		return dst, err
	}
	r, err := runHead(ws.record)
	if err != nil || r.first != *next || block && !r.block {
		return dst, errDamaged
	}
	if ws.run, err = ws.inflater.run(ws.run[:0], ws.record[ticsHead:], r); err != nil {
		return dst, err
	}
	*next += lockstep.Tic(r.count)
	from := min(max(first-int(r.first), 0), r.count)
	to := min(max(end-int(r.first), from), r.count)
	return append(dst, ws.run[from*lockstep.BundleSize:to*lockstep.BundleSize]...), nil
}

// damage records that a file is damaged from tic on.
func (s *Store) damage(rec *recording, dst []byte, tic lockstep.Tic) ([]byte, error) {
	s.cfg.Log.Warn("a recording is damaged: it is played up to there", "id", rec.id, "tic", tic)
	less := *rec
	less.damaged = true
	less.cut(tic)
	s.know(&less)
	return dst, nil
}

// snapshot reads the latest snapshot at or before tic. It calls take with the size first,
// and stops if take fails. It returns false if there is no such snapshot.
func (rec *recording) snapshot(f io.ReaderAt, tic int, take func(n int) error) (s referee.Snapshot, ok bool, err error) {
	at, ok := rec.index.snapshot(lockstep.Tic(tic))
	if !ok {
		return s, false, nil
	}
	kind, n, err := headAt(f, at.offset)
	if err != nil || kind != kindSnapshot || n < 4 {
		return s, false, errDamaged
	}
	if err := take(int(recordSize(n))); err != nil {
		return s, false, err
	}
	payload, err := readRecordAt(nil, f, at.offset, kindSnapshot)
	if err != nil {
		return s, false, err
	}
	return referee.Snapshot{Tic: at.tic, Packed: payload[4:]}, true, nil
}
