package replay

import (
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"os"
	"strconv"
	"strings"

	"doomhost/internal/answer"
	"doomhost/internal/referee"
	"doomhost/relay/wire"
)

// Handlers are what the store answers, as host.Config.Handlers takes it.
func (s *Store) Handlers() map[string]http.Handler {
	return map[string]http.Handler{
		"GET /api/replays":               http.HandlerFunc(s.getList),
		"GET /api/replays/{file}":        http.HandlerFunc(s.getFile),
		"GET /api/replays/{id}/tics":     http.HandlerFunc(s.getTics),
		"GET /api/replays/{id}/snapshot": http.HandlerFunc(s.getSnapshot),
	}
}

func (s *Store) getList(w http.ResponseWriter, _ *http.Request) {
	answer.JSON(w, map[string]any{"replays": s.List(), "limit": s.cfg.Limit})
}

// getFile answers /api/replays/ID.dhr with the file, ID.lmp with a demo, and ID
// with what it is.
func (s *Store) getFile(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if id, ok := strings.CutSuffix(name, extension); ok {
		s.download(w, r, id)
		return
	}
	id, lmp := strings.CutSuffix(name, ".lmp")
	rep, ok := s.open(w, id)
	switch {
	case !ok:
	case lmp:
		sendDemo(w, id, rep)
	default:
		tics := []wire.Tic{}
		for _, snapshot := range rep.Snapshots {
			tics = append(tics, snapshot.Tic)
		}
		answer.JSON(w, map[string]any{"id": id, "header": rep.Header, "tics": rep.Tics(), "snapshots": tics, "complete": rep.End != nil})
	}
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
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", `attachment; filename="doomhost-`+id+extension+`"`)
	http.ServeContent(w, r, "", fi.ModTime(), f)
}

func sendDemo(w http.ResponseWriter, id string, rep *Replay) {
	d, advice, err := rep.Demo()
	if err != nil {
		answer.Fail(w, http.StatusConflict, "this replay makes no demo: "+err.Error())
		return
	}
	data, err := d.Append(nil)
	if err != nil {
		answer.Fail(w, http.StatusConflict, err.Error())
		return
	}
	head := w.Header()
	head.Set("Content-Type", "application/octet-stream")
	head.Set("Content-Disposition", `attachment; filename="doomhost-`+id+`.lmp"`)
	head.Set("X-Doomhost-Tics", strconv.Itoa(len(d.Tics)))
	if advice != "" {
		head.Set("X-Doomhost-Play-With", advice)
	}
	_, _ = w.Write(data)
}

// getTics answers /api/replays/ID/tics?from=TIC&count=N with so many bundles, one
// behind the other, fewer at the end.
func (s *Store) getTics(w http.ResponseWriter, r *http.Request) {
	from, err := number(r, "from", 0)
	count, err2 := number(r, "count", maxRun)
	if err != nil || err2 != nil || count < 1 || count > maxRun {
		answer.Fail(w, http.StatusBadRequest, "from must be a tic number, and count 1 to "+strconv.Itoa(maxRun))
		return
	}
	rep, ok := s.open(w, r.PathValue("id"))
	if !ok {
		return
	}
	head := w.Header()
	head.Set("Content-Type", "application/octet-stream")
	head.Set("Cache-Control", "no-store")
	head.Set("Vary", "Accept-Encoding")
	head.Set("X-Doomhost-Tics", strconv.Itoa(rep.Tics()))
	run := rep.Bundles(from, from+count)
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = z.Write(run)
		_ = z.Close()
		head.Set("Content-Encoding", "gzip")
		run = packed.Bytes()
	}
	head.Set("Content-Length", strconv.Itoa(len(run)))
	_, _ = w.Write(run)
}

// getSnapshot answers /api/replays/ID/snapshot?tic=TIC with the newest state that
// is not beyond the tic.
func (s *Store) getSnapshot(w http.ResponseWriter, r *http.Request) {
	tic, err := number(r, "tic", 0)
	if err != nil {
		answer.Fail(w, http.StatusBadRequest, "tic must be a tic number")
		return
	}
	rep, ok := s.open(w, r.PathValue("id"))
	if !ok {
		return
	}
	snapshot, ok := rep.Before(tic)
	if !ok {
		answer.Fail(w, http.StatusNotFound, "there is no snapshot before this tic: play from the beginning")
		return
	}
	referee.WriteSnapshot(w, r, snapshot, rep.Engine, append([]string{rep.Params.WADID}, rep.Params.PWADs...))
}

// open reads a replay, or answers why it can't.
func (s *Store) open(w http.ResponseWriter, id string) (*Replay, bool) {
	rep, err := s.Open(id)
	switch {
	case errors.Is(err, ErrUnknown):
		answer.Fail(w, http.StatusNotFound, ErrUnknown.Error())
	case err != nil:
		s.cfg.Log.Warn("replay not served", "err", err)
		answer.Fail(w, http.StatusInternalServerError, err.Error())
	}
	return rep, err == nil
}

// number is a query's number, 0 to MaxTics.
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
