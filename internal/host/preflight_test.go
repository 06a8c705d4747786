package host

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"doomhost/internal/content/preflight"
	"doomhost/relay/wire"
)

// The host loads the lobby's choices before anybody waits for them. It refuses to start a
// choice that cannot be played; players can change the choice until then.
func TestUnplayableChoiceIsNotStarted(t *testing.T) {
	t.Parallel()
	loads := make(chan string, 10)
	h := startHost(t, Config{
		Library: libraryOf(addOnWADs(t)),
		Try: func(p *wire.Params) (preflight.Findings, error) {
			loads <- p.WAD
			switch {
			case p.WAD == "two.wad" && p.Map == 2:
				return preflight.Findings{}, errors.New("load map MAP02: it is no good")
			case p.WAD == "two.wad":
				return preflight.Findings{Needs: []string{"MAP01 needs Boom: linedef 24576"}}, nil
			}
			return preflight.Findings{}, nil
		},
	})
	lobby := h.dial("/ws/lobby")
	lobby.hear("welcome", nil)
	if got := <-loads; got != "game.wad" { // the lobby's initial choice
		t.Errorf("%s was loaded first", got)
	}
	refused := func(say, reason string) {
		t.Helper()
		// The result of a load reaches the lobby with a delay.
		for {
			lobby.say(say)
			got := lobby.hear("error", nil)["reason"].(string)
			if strings.Contains(got, reason) {
				return
			}
			if !strings.Contains(got, "not so fast") {
				t.Fatalf("%s: %s", say, got)
			}
		}
	}
	choose := func(m string) {
		t.Helper()
		lobby.say(`{"t":"params","params":{"wad":"two.wad","map":` + m + `}}`)
		if got := <-loads; got != "two.wad" {
			t.Errorf("%s was loaded", got)
		}
		h.preflighted(lobby)
	}
	choose("2")
	refused(`{"t":"start"}`, "would not start: load map MAP02: it is no good")
	refused(`{"t":"params","params":{"map":2}}`, "it is no good")
	choose("1")
	refused(`{"t":"start"}`, "MAP01 needs Boom: linedef 24576. ")
	lobby.say(`{"t":"host","token":"hosttoken"}`)
	lobby.hear("host", nil)
	lobby.say(`{"t":"start","anyway":true}`)
	lobby.hear("launch", nil)
	if len(loads) != 0 {
		t.Errorf("%s was loaded again", <-loads)
	}
}

// preflighted waits until the lobby has the result for its choice.
func (h *testHost) preflighted(c *client) {
	h.t.Helper()
	params := h.room.State().Params
	done := make(chan struct{})
	h.preflight.Begin(params, func(preflight.Result) { close(done) })
	<-done
	// The room already has the result; an answered ping shows that the lobby has it, too.
	c.say(`{"t":"ping","t0":1}`)
	c.hear("pong", nil)
}

// Results hold until the library changes: a WAD that could not be read may be readable
// then. The host repeats a check that is running at that moment.
func TestPreflightResultsEndWithTheLibrary(t *testing.T) {
	t.Parallel()
	dir := addOnWADs(t)
	var unreadable atomic.Bool
	unreadable.Store(true)
	h := startHost(t, Config{Library: libraryOf(dir), Try: func(p *wire.Params) (preflight.Findings, error) {
		if unreadable.Load() {
			return preflight.Findings{}, errors.New("read two.wad: input/output error")
		}
		return preflight.Findings{}, nil
	}})
	check := func() string {
		t.Helper()
		resp, body := h.get("/api/check?wad=two.wad&map=2")
		if resp.StatusCode != http.StatusOK {
			t.Fatal(resp.StatusCode, body)
		}
		return body
	}
	reload := func() {
		t.Helper()
		if code := h.post("/api/wads/reload", "hosttoken"); code != http.StatusOK {
			t.Fatal(code)
		}
	}
	failed := check()
	unreadable.Store(false)
	if !strings.Contains(failed, "input/output error") || check() != failed {
		t.Fatalf("%s, and then %s", failed, check())
	}
	reload() // with an unchanged list
	if got := check(); strings.Contains(got, "error\":") {
		t.Errorf("after a reload: %s", got)
	}
	unreadable.Store(true)
	if err := os.WriteFile(filepath.Join(dir, "new.wad"), tinyWAD("PWAD", "MAP02", "THINGS"), 0o644); err != nil {
		t.Fatal(err)
	}
	h.cfg.Library.Reload() // as a download does
	if got := check(); got != failed {
		t.Errorf("with a changed list: %s", got)
	}
}
