package referee

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"unsafe"
	"weak"

	"doomhost/engine"
	"doomhost/relay/wire"
)

// wadBytes finds WADs that are still in memory, so that a running game and the choices that
// are tried meanwhile share them. It keeps none of them alive. Its owner guards it.
type wadBytes map[string]sharedBytes

// sharedBytes are the bytes of a WAD, valid while something else refers to them.
type sharedBytes struct {
	first weak.Pointer[byte]
	size  int
}

// find returns the bytes of the WAD with this id, or nil if they are gone.
func (w wadBytes) find(id string) []byte {
	first := w[id].first.Value()
	if first == nil {
		return nil
	}
	return unsafe.Slice(first, w[id].size)
}

// note records a WAD and drops those that are gone.
func (w wadBytes) note(id string, data []byte) {
	for old, shared := range w {
		if shared.first.Value() == nil {
			delete(w, old)
		}
	}
	if len(data) > 0 {
		w[id] = sharedBytes{weak.Make(unsafe.SliceData(data)), len(data)}
	}
}

// open opens the WADs of a game for the host's own engine.
func (r *Referee) open(p *wire.Params) (*engine.Content, error) {
	// The content of the last choice is garbage now, tens of megabytes of it, and anybody
	// can make one choice after the other.
	runtime.GC()
	var wads []engine.WAD
	for _, id := range append([]string{p.WADID}, p.PWADs...) {
		w, err := r.readWAD(id)
		if err != nil {
			return nil, fmt.Errorf("load WAD %.12s: %w", id, err)
		}
		wads = append(wads, w)
	}
	return engine.Load(r.cfg.Build, wads...)
}

func (r *Referee) readWAD(id string) (engine.WAD, error) {
	sum, err := hex.DecodeString(id)
	if err != nil || len(sum) != 32 {
		return engine.WAD{}, errors.New("its id is not a SHA-256")
	}
	f, w, err := r.cfg.Library.OpenFile(id)
	if err != nil {
		return engine.WAD{}, err
	}
	defer f.Close() //nolint:errcheck // only read
	r.mu.Lock()
	data := r.bytes.find(id)
	r.mu.Unlock()
	if data == nil {
		data = make([]byte, w.Size)
		if _, err := io.ReadFull(f, data); err != nil {
			return engine.WAD{}, fmt.Errorf("read %s: %w", w.Name, err)
		}
		r.mu.Lock()
		r.bytes.note(id, data)
		r.mu.Unlock()
	}
	return engine.WAD{Name: w.Name, Data: data, Sum: [32]byte(sum)}, nil
}
