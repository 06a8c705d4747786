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

// exportTics is how many tics of a demo one job makes; exportBytes is the memory that a job
// takes for bundles, tics and the demo's bytes.
const (
	exportTics  = 4096
	exportBytes = exportTics * (lockstep.BundleSize + lockstep.NumSlots*(16+5))
)

// ownNote follows a demo's end marker, where ports do not look. When the page opens the
// file, the note tells it that the game was played in doomhost, without vanilla's overruns.
const ownNote = `{"doomhost":1}`

// demoFile is a replay's demo while it is sent to a client.
type demoFile struct {
	s    *Store
	ctx  context.Context //nolint:containedctx // the request's
	addr string
	rec  *recording
	file *os.File
	x    *export
	tics int // how many the demo has

	bundles []byte
	cmds    [][sim.MaxPlayers]lockstep.Ticcmd
	data    []byte
}

// sendDemo answers with the demo of a replay, piece by piece. Each piece is a separate job,
// so that a slow client or a session of half a day does not delay others, and only one
// piece is in memory. sendDemo reads the file twice, because the response starts with its
// length.
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

// begin reads the replay's first tic and begins the demo.
func (d *demoFile) begin() (err error) {
	if err = d.read(0, 1); err == nil {
		d.x, err = newExport(d.rec.Header, d.bundles)
	}
	if err == nil {
		_, err = d.x.d.Append(nil) // a demo without tics
	}
	return err
}

// read reads the bundles of the tics from first to before end.
func (d *demoFile) read(first, end int) (err error) {
	d.bundles, err = d.s.bundles(d.ctx, d.rec, d.file, d.bundles[:0], first, end)
	return err
}

// send counts the demo's tics and sends the demo.
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
	frame := len(none) - 1 // the header, which the end marker follows
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
			// It is too late for an error response. The body stays shorter than
			// Content-Length, which clients notice.
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

// measure counts the tics of the demo.
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

// piece makes a demo of the tics from first to before end. The demo must hold all of them.
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
