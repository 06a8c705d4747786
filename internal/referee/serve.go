package referee

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"doomhost/internal/answer"
	"doomhost/relay/wire"
)

const (
	// maxState is the longest state in bytes that a client may send.
	maxState = 8 << 20
	// stateTime is how long it may take to send it.
	stateTime = 10 * time.Second
)

// Handlers are what the referee answers, as host.Config.Handlers takes it.
func (r *Referee) Handlers() map[string]http.Handler {
	return map[string]http.Handler{
		"GET /api/session/score":  http.HandlerFunc(r.getScore),
		"POST /api/session/state": http.HandlerFunc(r.postState),
	}
}

// Snapshots answers with the newest snapshot of the running game, packed where
// the client takes that.
func (r *Referee) Snapshots() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		m := r.current.Load()
		if m == nil {
			answer.Fail(w, http.StatusNotFound, "there is no snapshot of a running game")
			return
		}
		s, ok := m.current(req.Context())
		if !ok {
			answer.Fail(w, http.StatusNotFound, "the game is too young for a snapshot")
			return
		}
		WriteSnapshot(w, req, s, r.cfg.Build, append([]string{m.game.Params.WADID}, m.game.Params.PWADs...))
	})
}

// WriteSnapshot answers a request with a snapshot. Its headers say of which tic
// and for whom it is; the state itself is sealed for the same build and WADs.
func WriteSnapshot(w http.ResponseWriter, req *http.Request, s Snapshot, build string, wads []string) {
	head := w.Header()
	head.Set("Content-Type", "application/octet-stream")
	head.Set("Cache-Control", "no-store")
	head.Set("Vary", "Accept-Encoding")
	head.Set("X-Doomhost-Tic", strconv.FormatUint(uint64(s.Tic), 10))
	head.Set("X-Doomhost-Engine", build)
	head.Set("X-Doomhost-Wads", strings.Join(wads, " "))
	if strings.Contains(req.Header.Get("Accept-Encoding"), "gzip") {
		head.Set("Content-Encoding", "gzip")
		head.Set("Content-Length", strconv.Itoa(len(s.Packed)))
		_, _ = w.Write(s.Packed)
		return
	}
	state, err := unpack(s.Packed)
	if err != nil {
		answer.Fail(w, http.StatusInternalServerError, "the snapshot is damaged: "+err.Error())
		return
	}
	_, _ = w.Write(state)
}

func newGzipReader(packed []byte) (*gzip.Reader, error) {
	return gzip.NewReader(bytes.NewReader(packed))
}

func (r *Referee) getScore(w http.ResponseWriter, _ *http.Request) {
	m := r.current.Load()
	if m == nil {
		answer.Fail(w, http.StatusNotFound, "no game runs, or nobody keeps its score")
		return
	}
	m.mu.Lock()
	s := m.score
	m.mu.Unlock()
	answer.JSON(w, &s)
}

// postState takes the state of a client that was told that it differs:
// POST /api/session/state?slot=N, with the slot's token as bearer. It is taken
// once, and only while it is waited for.
func (r *Referee) postState(w http.ResponseWriter, req *http.Request) {
	n, err := strconv.ParseUint(req.URL.Query().Get("slot"), 10, 8)
	slot := wire.Slot(n)
	if err != nil || !slot.Valid() {
		answer.Fail(w, http.StatusBadRequest, "slot must be 0 to 3")
		return
	}
	token, ok := strings.CutPrefix(req.Header.Get("Authorization"), "Bearer ")
	if !ok || !r.cfg.Owns(slot, token) {
		answer.Fail(w, http.StatusForbidden, "only the slot's owner sends its state")
		return
	}
	m := r.current.Load()
	if m == nil || !m.waits(slot) {
		answer.Fail(w, http.StatusConflict, "nobody asked for the state of this slot")
		return
	}
	if !r.uploading.TryLock() {
		w.Header().Set("Retry-After", "1")
		answer.Fail(w, http.StatusServiceUnavailable, "another state comes in just now: try again")
		return
	}
	defer r.uploading.Unlock()
	// A connection that cannot be given a deadline is not a real one.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(stateTime))
	state, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxState))
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		answer.Fail(w, http.StatusRequestEntityTooLarge, "a state has at most "+strconv.Itoa(maxState)+" bytes")
		return
	case err != nil:
		answer.Fail(w, http.StatusBadRequest, "the state did not arrive whole")
		return
	}
	in, ok := m.claim(slot)
	if !ok {
		answer.Fail(w, http.StatusConflict, "nobody asked for the state of this slot")
		return
	}
	w.WriteHeader(http.StatusNoContent)
	m.record(in, state)
}
