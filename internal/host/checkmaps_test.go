package host

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"doomhost/internal/content/preflight"
	"doomhost/internal/jobqueue"
	"doomhost/relay/wire"
)

// The host checks all maps of an add-on, because a game moves on to them.
func TestCheckCoversAllMapsOfAnAddOn(t *testing.T) {
	t.Parallel()
	var loads atomic.Int32
	h := startHost(t, Config{Library: libraryOf(addOnWADs(t)), Try: func(p *wire.Params) (preflight.Findings, error) {
		loads.Add(1)
		needs := []string{"a patch changes a game that it does not know"}
		switch {
		case p.Map == 2 && len(p.PWADs) > 0:
			needs = append(needs, "MAP02 needs Boom: linedef 24576")
		case p.Map == 33:
			return preflight.Findings{}, fmt.Errorf("load map MAP33: no nodes")
		}
		return preflight.Findings{Needs: needs, Notes: []string{"MAP02 uses Boom: looks"}}, nil
	}})
	id := ids(t, h)
	check := func(pwads string) (maps []mapLack) {
		t.Helper()
		resp, body := h.get("/api/check/maps?wad=two.wad&map=1&pwads=" + pwads)
		var a mapsAnswer
		if err := json.Unmarshal([]byte(body), &a); err != nil || resp.StatusCode != http.StatusOK || a.Maps == nil {
			t.Fatalf("%d %s: %v", resp.StatusCode, body, err)
		}
		return a.Maps
	}
	want := []mapLack{
		{"MAP33", []string{"load map MAP33: no nodes"}}, {"MAP02", []string{"MAP02 needs Boom: linedef 24576"}},
	}
	list := id["late.wad"] + "," + id["deh.wad"] + "," + id["both.wad"]
	if got := check(list); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	before := loads.Load()
	if got := check(list); !reflect.DeepEqual(got, want) || loads.Load() != before {
		t.Errorf("with a cached result: %v, and %d loads more", got, loads.Load()-before)
	}
	if got := check(""); len(got) != 0 {
		t.Errorf("without add-ons: %v", got)
	}
	if resp, body := h.get("/api/check/maps?wad=nobodys&map=1"); resp.StatusCode != http.StatusBadRequest {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
}

// However many clients ask for the maps, the host loads one at a time, and each once. Too
// many requests at a time get 503.
func TestFloodOfMapChecksIsBounded(t *testing.T) {
	t.Parallel()
	var loading, most, loads atomic.Int32
	queue := jobqueue.New(jobqueue.Config{Waiting: 8, WaitingAddress: 4})
	load := func(*wire.Params) (preflight.Findings, error) {
		if n := loading.Add(1); n > 1 {
			most.Store(n)
		}
		defer loading.Add(-1)
		loads.Add(1)
		return preflight.Findings{}, nil
	}
	h := startHost(t, Config{Library: libraryOf(addOnWADs(t)), Queue: queue, Try: load})
	id := ids(t, h)
	query := "wad=two.wad&map=1&pwads=" + id["late.wad"] + "," + id["both.wad"]
	address := fmt.Sprintf("http://%s/api/check/maps?%s", h.addr, query)
	var flood sync.WaitGroup
	var served atomic.Int32
	for range 50 {
		flood.Go(func() {
			for range 10 {
				resp, err := http.Get(address)
				if err != nil {
					t.Error(err)
					return
				}
				resp.Body.Close()
				switch {
				case resp.StatusCode == http.StatusOK:
					served.Add(1)
				case resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "":
					t.Errorf("status %d", resp.StatusCode)
				}
			}
		})
	}
	flood.Wait()
	const maps, first = 2, 1 // first is the lobby's initial choice
	if most.Load() > 0 || served.Load() == 0 || loads.Load() > maps+first {
		t.Errorf("%d loaded at once, %d served, %d loads", most.Load(), served.Load(), loads.Load())
	}
}
