package referee

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"doomhost/internal/answer"
	"doomhost/internal/jobqueue"
	"doomhost/lockstep"
)

const (
	// maxState is the maximum length of a state in bytes, for uploads and for unpacked
	// snapshots.
	maxState = 8 << 20
	// stateTime limits the time of an upload.
	stateTime = 10 * time.Second
)

// Handlers returns the referee's HTTP handlers for host.Config.Handlers.
func (r *Referee) Handlers() map[string]http.Handler {
	return map[string]http.Handler{
		"GET /api/session/score":  http.HandlerFunc(r.getScore),
		"POST /api/session/state": http.HandlerFunc(r.postState),
	}
}

// Snapshots serves the newest snapshot of the running game, compressed if the client
// accepts gzip.
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
		wads := append([]string{m.game.Params.WADID}, m.game.Params.PWADs...)
		if TakesPacked(req) {
			writeSnapshot(w, s.Tic, s.Packed, true, r.cfg.Build, wads) // sends shared bytes, so it needs no job
			return
		}
		r.cfg.Queue.Serve(w, req, func(b *jobqueue.Budget) (func(), error) {
			return SendSnapshot(w, req, b, s, r.cfg.Build, wads)
		})
	})
}

// TakesPacked reports whether a client accepts gzip, as every browser does.
func TakesPacked(req *http.Request) bool {
	return strings.Contains(req.Header.Get("Accept-Encoding"), "gzip")
}

// SendSnapshot returns a function that answers a request with a snapshot. Call it from a
// job of the queue, because it unpacks the state if the client does not accept gzip.
func SendSnapshot(w http.ResponseWriter, req *http.Request, b *jobqueue.Budget, s Snapshot, build string, wads []string) (send func(), err error) {
	state, packed := s.Packed, TakesPacked(req)
	if !packed {
		if err := b.Take(unpackedSize(s.Packed)); err != nil {
			return nil, err
		}
		if state, err = unpack(s.Packed); err != nil {
			return nil, fmt.Errorf("the snapshot is damaged: %w", err)
		}
	}
	return func() { writeSnapshot(w, s.Tic, state, packed, build, wads) }, nil
}

// writeSnapshot sends a state. Its headers name the tic, the build and the WADs; the state
// itself is sealed to that build and those WADs.
func writeSnapshot(w http.ResponseWriter, tic lockstep.Tic, state []byte, packed bool, build string, wads []string) {
	head := w.Header()
	head.Set("X-Doomhost-Tic", strconv.FormatUint(uint64(tic), 10))
	head.Set("X-Doomhost-Engine", build)
	head.Set("X-Doomhost-Wads", strings.Join(wads, " "))
	answer.Bytes(w, state, packed)
}

// unpackedSize returns the length of a packed state, which gzip stores at the end. It
// returns at most maxState.
func unpackedSize(packed []byte) int {
	if len(packed) < 4 {
		return 0
	}
	return int(min(binary.LittleEndian.Uint32(packed[len(packed)-4:]), maxState))
}

func (r *Referee) getScore(w http.ResponseWriter, _ *http.Request) {
	m := r.current.Load()
	if m == nil {
		answer.Fail(w, http.StatusNotFound, "no game is running, or it has no referee to keep the score")
		return
	}
	m.mu.Lock()
	s := m.score
	m.mu.Unlock()
	answer.JSON(w, &s)
}

// postState receives the state of a client that was reported as different: POST
// /api/session/state?slot=N, with the slot's token as bearer. It accepts one state, and
// only while the referee waits for it.
func (r *Referee) postState(w http.ResponseWriter, req *http.Request) {
	n, err := strconv.ParseUint(req.URL.Query().Get("slot"), 10, 8)
	slot := lockstep.Slot(n)
	if err != nil || !slot.Valid() {
		answer.Fail(w, http.StatusBadRequest, "slot must be 0 to 3")
		return
	}
	token, ok := strings.CutPrefix(req.Header.Get("Authorization"), "Bearer ")
	if !ok || !r.cfg.Owns(slot, token) {
		answer.Fail(w, http.StatusForbidden, "only the slot's owner can send its state")
		return
	}
	m := r.current.Load()
	if m == nil || !m.awaitsState(slot) {
		answer.Fail(w, http.StatusConflict, "the host has not requested the state of this slot")
		return
	}
	if !r.uploading.TryLock() {
		w.Header().Set("Retry-After", "1")
		answer.Fail(w, http.StatusServiceUnavailable, "the host is receiving another state: try again")
		return
	}
	defer r.uploading.Unlock()
	// Ignore the error: a recorder in a test has no deadline.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(stateTime))
	state, err := io.ReadAll(http.MaxBytesReader(w, req.Body, maxState))
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		answer.Fail(w, http.StatusRequestEntityTooLarge, "a state has at most "+strconv.Itoa(maxState)+" bytes")
		return
	case err != nil:
		answer.Fail(w, http.StatusBadRequest, "the state did not arrive completely")
		return
	}
	in, ok := m.claim(slot)
	if !ok {
		answer.Fail(w, http.StatusConflict, "the host has not requested the state of this slot")
		return
	}
	w.WriteHeader(http.StatusNoContent)
	m.record(in, state)
}
