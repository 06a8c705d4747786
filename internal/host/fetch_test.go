package host

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fetchState returns the state of a fetch as the bearer of token, or a guest, sees it.
func (h *testHost) fetchState(token string) (s fetchState) {
	h.t.Helper()
	var headers []string
	if token != "" {
		headers = []string{"Authorization: Bearer " + token}
	}
	_, body := h.get("/api/wads/fetch", headers...)
	if err := json.Unmarshal([]byte(body), &s); err != nil {
		h.t.Fatal(body, err)
	}
	return s
}

func (h *testHost) awaitFetch(state string) fetchState {
	h.t.Helper()
	for deadline := time.Now().Add(patienceOfTests); ; time.Sleep(time.Millisecond) {
		if s := h.fetchState("hosttoken"); s.State == state {
			return s
		} else if time.Now().After(deadline) {
			h.t.Fatalf("the fetch is %+v, want %s", s, state)
		}
	}
}

// The host fetches one game at a time, in the background, and reports the progress. Every
// client sees the game as soon as it is there. The host can retry a fetch that failed, with
// a reason, or that it cancelled.
func TestFetchGame(t *testing.T) {
	t.Parallel()
	type order struct {
		folder string
		err    chan error
	}
	orders := make(chan order, 2)
	h, dir := emptyHost(t, Config{Fetch: func(ctx context.Context, folder string, progress FetchProgress) error {
		progress("fetching", 1, 4)
		o := order{folder, make(chan error)}
		orders <- o
		select {
		case err := <-o.err:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}})
	lobby := h.dial("/ws/lobby")
	for _, method := range []string{http.MethodPost, http.MethodDelete} {
		if resp, _ := h.do(method, "/api/wads/fetch"); resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s by a guest: %d", method, resp.StatusCode)
		}
	}
	if s := h.fetchState(""); s.State != fetchIdle {
		t.Errorf("before: %+v", s)
	}
	if _, list := h.get("/api/wads", "Authorization: Bearer hosttoken"); !strings.Contains(list, `"fetch":true`) {
		t.Errorf("the host's page gets no offer to fetch: %s", list)
	}

	h.post("/api/wads/fetch", "hosttoken")
	h.post("/api/wads/fetch", "hosttoken") // while it runs
	first := <-orders
	want := fetchState{State: fetchRunning, What: "fetching", Done: 1, Total: 4}
	if s := h.fetchState(""); s != want || first.folder != dir {
		t.Errorf("while it fetches into %s: %+v", first.folder, s)
	}
	first.err <- errors.New("no network: connect this machine")
	if s := h.awaitFetch(fetchFailed); s.Error != "no network: connect this machine" {
		t.Errorf("failed: %+v", s)
	}
	if s := h.fetchState(""); s.State != fetchFailed || s.Error != "" {
		t.Errorf("guests get %+v", s)
	}

	h.post("/api/wads/fetch", "hosttoken")
	<-orders
	resp, _ := h.do(http.MethodDelete, "/api/wads/fetch", "Authorization: Bearer hosttoken")
	if resp.StatusCode != http.StatusOK {
		t.Errorf("cancel: %d", resp.StatusCode)
	}
	h.awaitFetch(fetchIdle)

	// The host does not accept a file that is no game, even if the server says so.
	h.post("/api/wads/fetch", "hosttoken")
	(<-orders).err <- nil
	if s := h.awaitFetch(fetchFailed); !strings.Contains(s.Error, dir) || !strings.Contains(s.Error, "try again") {
		t.Errorf("no game came: %+v", s)
	}

	h.post("/api/wads/fetch", "hosttoken")
	last := <-orders
	if err := os.WriteFile(filepath.Join(dir, "free.wad"), tinyWAD("IWAD", "E1M1", "THINGS"), 0o644); err != nil {
		t.Fatal(err)
	}
	last.err <- nil
	h.awaitFetch(fetchDone)
	lobby.hear("roster", func(m map[string]any) bool { return wadOf(m) == "free.wad" })
	if len(orders) != 0 {
		t.Error("the host fetched more often than requested")
	}

	// A host that shuts down waits for its fetch.
	h.post("/api/wads/fetch", "hosttoken")
	<-orders
	h.stop()
}

func TestHostWithoutFetch(t *testing.T) {
	t.Parallel()
	h, _ := emptyHost(t, Config{})
	if code := h.post("/api/wads/fetch", "hosttoken"); code != http.StatusNotFound {
		t.Errorf("fetch: %d", code)
	}
	if _, list := h.get("/api/wads", "Authorization: Bearer hosttoken"); strings.Contains(list, "fetch") {
		t.Errorf("the page offers it: %s", list)
	}
}
