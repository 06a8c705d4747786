package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"doomhost/internal/content/preflight"
	"doomhost/internal/jobqueue"
	"doomhost/relay/wire"
)

// A client can ask what a choice lacks before it plays it.
func TestCheckReportsWhatAChoiceLacks(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Library: libraryOf(addOnWADs(t)), Try: func(p *wire.Params) (preflight.Findings, error) {
		switch {
		case p.Map == 2 && len(p.PWADs) > 0:
			return preflight.Findings{}, errors.New("load map MAP02: it is no good")
		case p.Map == 2:
			return preflight.Findings{Needs: []string{"MAP02 needs Boom: linedef 24576"}, Notes: []string{"Songs in MP3"}}, nil
		}
		return preflight.Findings{}, nil
	}})
	id := ids(t, h)
	for _, c := range []struct {
		query  string
		status int
		want   checkAnswer
		fault  string
	}{
		{"wad=" + id["two.wad"] + "&map=1", 200, checkAnswer{}, ""},
		{"wad=two.wad&map=2", 200, checkAnswer{Needs: []string{"MAP02 needs Boom: linedef 24576"}, Notes: []string{"Songs in MP3"}}, ""},
		{"wad=two.wad&map=2&pwads=" + id["deh.wad"] + "," + id["both.wad"], 200, checkAnswer{Error: "load map MAP02: it is no good"}, ""},
		{"wad=two.wad&map=7", 200, checkAnswer{Error: "two.wad has no map MAP07: choose another map"}, ""},
		{"wad=nobodys&map=1", 200, checkAnswer{Error: `this host has no WAD "nobodys": choose another game`}, ""},
		{"wad=two.wad&map=x", 400, checkAnswer{}, "map: a whole number from 1 to 99"},
		{"wad=two.wad&map=1&episode=77", 400, checkAnswer{}, "episode: a whole number from 1 to 9"},
		{"wad=two.wad&pwads=" + strings.Repeat("a,", wire.MaxPWADs) + "a", 400, checkAnswer{}, "at most 8 WADs"},
	} {
		for range 2 { // computed the first time, cached the second
			resp, body := h.get("/api/check?" + c.query)
			var got checkAnswer
			if resp.StatusCode != c.status || c.fault != "" && !strings.Contains(body, c.fault) {
				t.Errorf("%s: %d %s", c.query, resp.StatusCode, body)
				continue
			}
			if c.status != 200 {
				continue
			}
			if err := json.Unmarshal([]byte(body), &got); err != nil || got.Error != c.want.Error ||
				!slices.Equal(got.Needs, c.want.Needs) || !slices.Equal(got.Notes, c.want.Notes) || got.Needs == nil || got.Notes == nil {
				t.Errorf("%s: %s, %v", c.query, body, err)
			}
		}
	}
}

// However many clients ask, the host tries one choice at a time, and each once. Too many
// requests at a time get 503.
func TestFloodOfChecksIsBounded(t *testing.T) {
	t.Parallel()
	var trying, most, tried atomic.Int32
	queue := jobqueue.New(jobqueue.Config{Waiting: 8, WaitingAddress: 4})
	h := startHost(t, Config{Library: libraryOf(addOnWADs(t)), Queue: queue, Log: slog.New(slog.DiscardHandler), Try: func(*wire.Params) (preflight.Findings, error) {
		if n := trying.Add(1); n > 1 {
			most.Store(n)
		}
		defer trying.Add(-1)
		tried.Add(1)
		return preflight.Findings{}, nil
	}})
	id := ids(t, h)
	queries := []string{"wad=game.wad&map=1", "wad=game.wad&map=2", "wad=two.wad&map=1", "wad=two.wad&map=2",
		"wad=two.wad&map=1&pwads=" + id["deh.wad"], "wad=two.wad&map=2&pwads=" + id["both.wad"]}
	var (
		flood           sync.WaitGroup
		next            atomic.Int32
		served, refused atomic.Int32
	)
	const requests = 1000
	for range 50 {
		flood.Go(func() {
			for n := int(next.Add(1)); n <= requests; n = int(next.Add(1)) {
				resp, err := http.Get(fmt.Sprintf("http://%s/api/check?%s", h.addr, queries[n%len(queries)]))
				if err != nil {
					t.Error(err)
					return
				}
				resp.Body.Close()
				switch {
				case resp.StatusCode == 200:
					served.Add(1)
				case resp.StatusCode == 503 && resp.Header.Get("Retry-After") != "":
					refused.Add(1)
				default:
					t.Errorf("status %d", resp.StatusCode)
				}
			}
		})
	}
	flood.Wait()
	if most.Load() > 0 || served.Load() == 0 || served.Load()+refused.Load() != requests {
		t.Errorf("%d choices tried at once; %d served, %d refused", most.Load(), served.Load(), refused.Load())
	}
	if n := int(tried.Load()); n > len(queries)+1 {
		t.Errorf("%d loads of %d choices", n, len(queries))
	}
}
