package replay

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"doomhost/internal/referee"
	"doomhost/lockstep"
)

// writer appends to one file. It is unusable after an error.
type writer struct {
	f       *os.File
	next    lockstep.Tic
	size    int64 // of the file
	index   index
	coder   coder
	flate   *flate.Writer
	piece   bytes.Buffer
	columns []byte
	record  []byte
}

// create begins a file, which must not exist yet.
func create(path string, h *Header) (*writer, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("write replay: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, fmt.Errorf("write replay: %w", err)
	}
	return begin(f, text)
}

// begin begins a new file with a header. If it cannot write the header, it removes the
// file.
func begin(f *os.File, header []byte) (*writer, error) {
	w := &writer{f: f}
	// The level is valid, so this cannot fail.
	w.flate, _ = flate.NewWriter(&w.piece, flate.DefaultCompression)
	w.record = append(w.record, magic...)
	w.record = append(w.record, version, 0, 0, 0)
	w.record = appendRecord(w.record, kindHeader, header)
	if err := w.write(); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return w, nil
}

// tics appends a run of whole bundles, from the next tic on.
func (w *writer) tics(run []byte) error {
	for len(run) > 0 {
		count := min(len(run)/lockstep.BundleSize, maxRun)
		flags := w.block()
		w.columns = w.coder.encode(w.columns[:0], run, count)
		w.piece.Reset()
		// Neither a write to a Buffer nor a flush into one can fail.
		_, _ = w.flate.Write(w.columns)
		_ = w.flate.Flush()
		var head [ticsHead]byte
		binary.LittleEndian.PutUint32(head[:], uint32(w.next))
		binary.LittleEndian.PutUint16(head[4:], uint16(count)|flags)
		w.record = appendRecord(w.record, kindTics, head[:], w.piece.Bytes())
		w.next += lockstep.Tic(count)
		run = run[count*lockstep.BundleSize:]
	}
	w.index.tics = int(w.next)
	return w.write()
}

// block begins a new block if one is due, and returns the flags of the next run.
func (w *writer) block() (flags uint16) {
	if n := len(w.index.blocks); n > 0 && w.next < w.index.blocks[n-1].tic+blockTics {
		return 0
	}
	w.coder = coder{}
	w.flate.Reset(&w.piece)
	w.index.blocks = append(w.index.blocks, place{w.next, w.at()})
	return blockStart
}

// at returns the offset in the file at which the next record begins.
func (w *writer) at() int64 { return w.size + int64(len(w.record)) }

// snapshot appends a snapshot for seeking.
func (w *writer) snapshot(s referee.Snapshot) error {
	if len(s.Packed) > maxSnapshot {
		return nil // seeking is slower there
	}
	w.index.snapshots = append(w.index.snapshots, place{s.Tic, w.at()})
	w.record = appendRecord(w.record, kindSnapshot, binary.LittleEndian.AppendUint32(nil, uint32(s.Tic)), s.Packed)
	return w.write()
}

// end appends the end and the index.
func (w *writer) end(e *End) error {
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write replay: %w", err)
	}
	w.record = appendRecord(w.record, kindEnd, text)
	at := w.at()
	w.record = appendRecord(w.record, kindIndex, w.index.append(nil, at))
	return w.write()
}

// write writes the appended records and syncs them to disk.
func (w *writer) write() error {
	n, err := w.f.Write(w.record)
	w.size += int64(n)
	w.record = w.record[:0]
	if err == nil {
		err = w.f.Sync()
	}
	if err != nil {
		return fmt.Errorf("write replay: %w", err)
	}
	return nil
}

func (w *writer) close() error { return w.f.Close() }
