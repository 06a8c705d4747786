package replay

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"

	"doomhost/internal/answer"
	"doomhost/internal/jobqueue"
	"doomhost/internal/referee"
	"doomhost/lockstep"
)

// Handlers returns the store's HTTP handlers for host.Config.Handlers. Jobs of the store's
// queue make every response except plain file downloads.
func (s *Store) Handlers() map[string]http.Handler {
	return map[string]http.Handler{
		"GET /api/replays":               http.HandlerFunc(s.getList),
		"GET /api/replays/{file}":        http.HandlerFunc(s.getFile),
		"GET /api/replays/{id}/tics":     http.HandlerFunc(s.getTics),
		"GET /api/replays/{id}/snapshot": http.HandlerFunc(s.getSnapshot),
	}
}

// infoSize is the approximate size in bytes of a replay's entry in the list.
const infoSize = 1 << 10

func (s *Store) getList(w http.ResponseWriter, r *http.Request) {
	s.cfg.Queue.Serve(w, r, func(b *jobqueue.Budget) (func(), error) {
		list := s.List()
		return func() { answer.JSON(w, map[string]any{"replays": list, "limit": s.cfg.Limit}) }, b.Take(len(list) * infoSize)
	})
}

// getFile answers /api/replays/ID.dhr with the file, ID.lmp with a demo, and ID with a
// description.
func (s *Store) getFile(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if id, ok := strings.CutSuffix(name, extension); ok {
		s.download(w, r, id)
		return
	}
	if id, ok := strings.CutSuffix(name, ".lmp"); ok {
		s.sendDemo(w, r, id)
		return
	}
	s.serve(w, r, name, func(rec *recording, _ *os.File, b *jobqueue.Budget) (func(), error) {
		tics := []lockstep.Tic{}
		for _, at := range rec.snapshots {
			if int(at.tic) <= rec.tics {
				tics = append(tics, at.tic)
			}
		}
		return func() {
			answer.JSON(w, map[string]any{"id": rec.id, "header": rec.Header, "tics": rec.tics, "snapshots": tics, "complete": rec.complete})
		}, b.Take(8 * len(tics))
	})
}

func (s *Store) download(w http.ResponseWriter, r *http.Request, id string) {
	if !validID(id) {
		answer.Fail(w, http.StatusNotFound, ErrUnknown.Error())
		return
	}
	f, err := os.Open(s.path(id))
	if err != nil {
		answer.Fail(w, http.StatusNotFound, ErrUnknown.Error())
		return
	}
	defer f.Close() //nolint:errcheck // only read
	fi, err := f.Stat()
	if err != nil {
		answer.Fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	s.cfg.Queue.Download(w, r, func() {
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Disposition", `attachment; filename="doomhost-`+id+extension+`"`)
		http.ServeContent(w, r, "", fi.ModTime(), f)
	})
}

// getTics answers /api/replays/ID/tics?from=TIC&count=N with N consecutive bundles, or
// fewer at the end.
func (s *Store) getTics(w http.ResponseWriter, r *http.Request) {
	from, err := number(r, "from", 0)
	count, err2 := number(r, "count", maxRun)
	if err != nil || err2 != nil || count < 1 || count > maxRun {
		answer.Fail(w, http.StatusBadRequest, "from must be a tic number, and count 1 to "+strconv.Itoa(maxRun))
		return
	}
	packed := referee.TakesPacked(r)
	s.serve(w, r, r.PathValue("id"), func(rec *recording, f *os.File, b *jobqueue.Budget) (func(), error) {
		end := min(from+count, rec.tics)
		size := max(0, end-from) * lockstep.BundleSize
		if err := b.Take(size); err != nil {
			return nil, err
		}
		run, err := s.bundles(r.Context(), rec, f, make([]byte, 0, size), from, end)
		if err != nil {
			return nil, err
		}
		if now := s.known(rec.id); now != nil {
			rec = now // bundles may have found damage
		}
		if packed {
			run = squeeze(run)
		}
		return func() {
			w.Header().Set("X-Doomhost-Tics", strconv.Itoa(rec.tics))
			answer.Bytes(w, run, packed)
		}, nil
	})
}

// squeeze compresses data in gzip's format.
func squeeze(data []byte) []byte {
	ws := workspaces.Get().(*workspace) //nolint:forcetypeassert // it holds nothing else
	defer workspaces.Put(ws)
	var packed bytes.Buffer
	ws.gzip.Reset(&packed)
	// Ignore the errors: a write to a Buffer cannot fail.
	_, _ = ws.gzip.Write(data)
	_ = ws.gzip.Close()
	return packed.Bytes()
}

// getSnapshot answers /api/replays/ID/snapshot?tic=TIC with the latest state at or before
// the tic.
func (s *Store) getSnapshot(w http.ResponseWriter, r *http.Request) {
	tic, err := number(r, "tic", 0)
	if err != nil {
		answer.Fail(w, http.StatusBadRequest, "tic must be a tic number")
		return
	}
	s.serve(w, r, r.PathValue("id"), func(rec *recording, f *os.File, b *jobqueue.Budget) (func(), error) {
		snapshot, ok, err := rec.snapshot(f, tic, b.Take)
		if err != nil {
			return nil, err
		}
		if !ok {
			return func() {
				answer.Fail(w, http.StatusNotFound, "there is no snapshot before this tic: play from the beginning")
			}, nil
		}
		return referee.SendSnapshot(w, r, b, snapshot, rec.Engine, append([]string{rec.Params.WADID}, rec.Params.PWADs...))
	})
}

// serve runs f on a replay as a job and sends its response. If the replay cannot be opened,
// serve answers with an error.
func (s *Store) serve(w http.ResponseWriter, r *http.Request, id string, f func(*recording, *os.File, *jobqueue.Budget) (func(), error)) {
	s.cfg.Queue.Serve(w, r, func(b *jobqueue.Budget) (func(), error) {
		rec, file, err := s.open(id)
		switch {
		case errors.Is(err, ErrUnknown):
			return func() { answer.Fail(w, http.StatusNotFound, ErrUnknown.Error()) }, nil
		case err != nil:
			s.cfg.Log.Warn("replay not served", "err", err)
			return nil, err
		}
		defer file.Close() //nolint:errcheck // only read
		return f(rec, file, b)
	})
}

// number returns a number from the query, 0 to MaxTics, or missing if it is absent.
func number(r *http.Request, name string, missing int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return missing, nil
	}
	n, err := strconv.Atoi(text)
	if err == nil && (n < 0 || n > MaxTics) {
		err = strconv.ErrRange
	}
	return n, err
}
