package replay

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strconv"

	"doomhost/engine/sim"
	"doomhost/internal/answer"
	"doomhost/internal/jobqueue"
	"doomhost/lockstep"
)

// exportTics is how many tics of a demo are made at once, by one job; exportBytes is
// what that takes: bundles, tics, and the demo's bytes.
const (
	exportTics  = 4096
	exportBytes = exportTics * (lockstep.BundleSize + lockstep.NumSlots*(16+5))
)

// ownNote stands behind a demo's end marker, where ports don't look: it tells the page,
// when it opens the file, that the game is one of ours, without vanilla's overruns.
const ownNote = `{"doomhost":1}`

// demoFile is a replay's demo on its way to a client.
type demoFile struct {
	s    *Store
	ctx  context.Context //nolint:containedctx // of the request
	addr string
	rec  *recording
	file *os.File
	x    *export
	tics int // of the demo

	bundles []byte
	cmds    [][sim.MaxPlayers]lockstep.Ticcmd
	data    []byte
}

// sendDemo answers with the demo of a replay, piece by piece. Each piece is a job, so
// that a client which takes its time, or a session of half a day, holds nobody up, and
// memory is held for a piece alone. It goes over the file twice, as the answer begins
// with how long it is.
func (s *Store) sendDemo(w http.ResponseWriter, r *http.Request, id string) {
	d := &demoFile{s: s, ctx: r.Context(), addr: jobqueue.Address(r)}
	s.serve(w, r, id, func(rec *recording, _ *os.File, b *jobqueue.Budget) (func(), error) {
		if err := b.Take(exportBytes); err != nil {
			return nil, err
		}
		var err error
		if d.rec, d.file, err = s.open(id); err != nil {
			return nil, err
		}
		if err := d.begin(); err != nil {
			return func() {
				_ = d.file.Close() // only read
				answer.Fail(w, http.StatusConflict, "this replay makes no demo: "+err.Error())
			}, nil
		}
		return func() {
			defer d.file.Close() //nolint:errcheck // only read
			d.send(w, id)
		}, nil
	})
}

// begin looks at the replay's first tic.
func (d *demoFile) begin() (err error) {
	if err = d.read(0, 1); err == nil {
		d.x, err = newExport(d.rec.Header, d.bundles)
	}
	if err == nil {
		_, err = d.x.d.Append(nil) // of no tics
	}
	return err
}

// read reads the bundles of the tics from first to before end.
func (d *demoFile) read(first, end int) (err error) {
	d.bundles, err = d.s.bundles(d.ctx, d.rec, d.file, d.bundles[:0], first, end)
	return err
}

// send counts the demo's tics, and sends them.
func (d *demoFile) send(w http.ResponseWriter, id string) {
	if err := d.measure(); err != nil {
		d.fail(w, err)
		return
	}
	none, err := d.x.d.Append(nil)
	if err != nil {
		d.fail(w, err)
		return
	}
	frame := len(none) - 1 // the header: behind it is the end marker
	size := len(none) + d.tics*d.x.d.TicSize() + len(ownNote)
	head := w.Header()
	head.Set("Content-Type", "application/octet-stream")
	head.Set("Content-Disposition", `attachment; filename="doomhost-`+id+`.lmp"`)
	head.Set("Content-Length", strconv.Itoa(size))
	head.Set("X-Doomhost-Tics", strconv.Itoa(d.tics))
	if d.x.advice != "" {
		head.Set("X-Doomhost-Play-With", d.x.advice)
	}
	if _, err := w.Write(none[:frame]); err != nil {
		return
	}
	for first := 0; first < d.tics; first += exportTics {
		if err := d.piece(first, min(first+exportTics, d.tics)); err != nil {
			// Too late for words: the answer stays shorter than it said, which
			// clients notice.
			d.s.cfg.Log.Debug("a demo was not sent to its end", "err", err)
			return
		}
		if _, err := w.Write(d.data[frame : len(d.data)-1]); err != nil {
			return
		}
	}
	_, _ = w.Write(append(none[frame:], ownNote...))
}

func (d *demoFile) fail(w http.ResponseWriter, err error) {
	if d.ctx.Err() == nil {
		answer.Fail(w, http.StatusInternalServerError, err.Error())
	}
}

// measure finds out how many tics the demo has.
func (d *demoFile) measure() error {
	for more := true; more; {
		var err error
		if failed := d.s.cfg.Queue.Continue(d.ctx, d.addr, func() {
			if err = d.read(d.tics, d.tics+exportTics); err == nil {
				n := d.x.count(d.bundles)
				d.tics += n
				more = n == exportTics
			}
		}); failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// piece makes a demo of the tics from first to before end, all of which it holds.
func (d *demoFile) piece(first, end int) error {
	var err error
	failed := d.s.cfg.Queue.Continue(d.ctx, d.addr, func() {
		if err = d.read(first, end); err != nil {
			return
		}
		d.cmds, _ = d.x.tics(d.cmds[:0], d.bundles)
		if len(d.cmds) != end-first {
			err = errDamaged
			return
		}
		one := *d.x.d
		one.Tics = d.cmds
		d.data, err = one.Append(d.data[:0])
	})
	return errors.Join(failed, err)
}
