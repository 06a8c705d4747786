package host

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"doomhost/internal/answer"
)

// FetchProgress receives the progress of a fetch: a description, and how many bytes of
// total have arrived. A total of 0 is unknown.
type FetchProgress func(what string, done, total int64)

// fetchTime limits the time of a fetch.
const fetchTime = 15 * time.Minute

var errFetchTime = fmt.Errorf("the game did not arrive within %d minutes: "+
	"check this machine's connection to the internet, then try again", int(fetchTime.Minutes()))

// The states of a fetch, as /api/wads/fetch spells them.
const (
	fetchIdle    = "idle"
	fetchRunning = "running"
	fetchDone    = "done"
	fetchFailed  = "failed"
)

// fetchState is the answer to /api/wads/fetch.
type fetchState struct {
	State string `json:"state"`
	What  string `json:"what,omitempty"`
	Done  int64  `json:"done"`
	Total int64  `json:"total"`
	Error string `json:"error,omitempty"` // why the fetch failed; for the host only
}

// fetches downloads a game in the background when the host asks for it, one at a time.
type fetches struct {
	working sync.WaitGroup

	mu     sync.Mutex // guards all following fields
	over   bool       // no further fetch starts
	state  fetchState
	cancel context.CancelFunc // nil if no fetch runs
}

// begin starts fetch unless one is running. It calls arrived after fetch has succeeded.
func (f *fetches) begin(fetch func(context.Context) error, arrived func() error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.over || f.cancel != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchTime)
	f.cancel = cancel
	f.state = fetchState{State: fetchRunning}
	f.working.Go(func() {
		err := fetch(ctx)
		if err == nil {
			err = arrived()
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		ended := ctx.Err()
		cancel()
		f.cancel = nil
		switch {
		case err == nil:
			f.state.State = fetchDone
		case errors.Is(ended, context.Canceled):
			f.state = fetchState{State: fetchIdle}
		case errors.Is(ended, context.DeadlineExceeded):
			f.state = fetchState{State: fetchFailed, Error: errFetchTime.Error()}
		default:
			f.state = fetchState{State: fetchFailed, Error: err.Error()}
		}
	})
}

// progress records the progress that fetch reports.
func (f *fetches) progress(what string, done, total int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state.What, f.state.Done, f.state.Total = what, done, total
}

// stop cancels the running fetch, if any.
func (f *fetches) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cancel != nil {
		f.cancel()
	}
}

// now returns the current state.
func (f *fetches) now() fetchState {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.state.State == "" {
		return fetchState{State: fetchIdle}
	}
	return f.state
}

// end cancels the running fetch and waits for it.
func (f *fetches) end() {
	f.mu.Lock()
	f.over = true
	f.mu.Unlock()
	f.stop()
	f.working.Wait()
}

// getFetch reports the progress of the current or last fetch.
func (h *Host) getFetch(w http.ResponseWriter, r *http.Request) {
	state := h.fetches.now()
	if !h.byAdmin(r) {
		state.Error = ""
	}
	answer.JSON(w, state)
}

// startFetch starts to fetch a game unless a fetch is running.
func (h *Host) startFetch(w http.ResponseWriter, r *http.Request) {
	folder := h.cfg.Library.Folder()
	if h.cfg.Fetch == nil || folder == "" {
		answer.Fail(w, http.StatusNotFound, "this doomhost cannot fetch a game: add a WAD of your own")
		return
	}
	h.fetches.begin(
		func(ctx context.Context) error { return h.cfg.Fetch(ctx, folder, h.fetches.progress) },
		func() error {
			atLowPriority(h.cfg.Library.Reload)
			if _, ok := h.cfg.Library.Default(); !ok {
				return fmt.Errorf("the files in %s are not a playable game: "+
					"remove freedoom1.wad and freedoom2.wad there, then try again", folder)
			}
			return nil
		},
	)
	h.getFetch(w, r)
}

// cancelFetch cancels the fetch, which then removes its partial files.
func (h *Host) cancelFetch(w http.ResponseWriter, r *http.Request) {
	h.fetches.stop()
	h.getFetch(w, r)
}
