package referee

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"doomhost/internal/room"
	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
)

// asked is a match of four players whose tics the test plays one by one.
type asked struct {
	*match
	log *relay.Log
	now time.Time
	tb  testing.TB
}

func newAsked(tb testing.TB) *asked {
	tb.Helper()
	lib := library(tb)
	wad, ok := lib.Default()
	if !ok {
		tb.Fatal("no game in the library")
	}
	params := wire.Params{WAD: wad.Name, WADID: wad.ID, Episode: 1, Map: 1, Skill: 4, Mode: wire.ModeCoop}
	a := &asked{log: relay.NewLog(nil), now: time.Unix(1000, 0), tb: tb}
	r := New(Config{
		Library: lib, Build: "test", Log: slog.New(slog.DiscardHandler), now: func() time.Time { return a.now },
	})
	content, err := r.load(&params)
	if err != nil {
		tb.Fatal(err)
	}
	a.seal(1)
	if a.match, err = newMatch(r, &room.Game{Params: params, Log: a.log}, content); err != nil {
		tb.Fatal(err)
	}
	r.current.Store(a.match)
	return a
}

// seal seals count more tics.
func (a *asked) seal(count int) {
	for range count {
		b := lockstep.Bundle{Tic: a.log.Frontier(), InGame: lockstep.AllSlots, Filled: lockstep.AllSlots}
		if err := a.log.Append(&b); err != nil {
			a.tb.Fatal(err)
		}
	}
}

// play plays one tic.
func (a *asked) play() {
	b, err := a.log.Bundle(a.next)
	if err == nil {
		err = a.step(lockstep.AppendBundle(nil, &b))
	}
	if err != nil {
		a.tb.Fatal(err)
	}
}

// In a flood of tics every snapshot is stale at once. The referee still takes two a second
// at most, however many clients ask.
func TestSnapshotsOnRequestAreLimited(t *testing.T) {
	a := newAsked(t)
	a.seal(5000)
	var seen lockstep.Tic
	count := 0
	for range 3 * snapshotTics {
		a.wanted.Store(true) // as current does for each request
		a.play()
		a.mu.Lock()
		fresh := a.fresh.Tic
		a.mu.Unlock()
		if fresh != seen {
			seen, count = fresh, count+1
		}
		a.now = a.now.Add(time.Millisecond)
	}
	// Each tic takes a millisecond, so the loop lasts one second.
	if count < 2 || count > 3 {
		t.Errorf("%d snapshots on request in one second", count)
	}
	// At normal speed freshGap makes nobody wait: a snapshot becomes stale later than that.
	if freshGap >= staleTics*time.Second/lockstep.TicRate {
		t.Errorf("a snapshot is stale after %d tics, and another comes after %v", staleTics, freshGap)
	}
}

// BenchmarkSnapshotRoute measures a request for the running game's snapshot: compressed, as
// browsers accept it, and unpacked.
func BenchmarkSnapshotRoute(b *testing.B) {
	a := newAsked(b)
	a.seal(2*snapshotTics - 1)
	for a.next < a.log.Frontier() {
		a.play()
		a.now = a.now.Add(time.Second / lockstep.TicRate)
	}
	h := a.r.Snapshots()
	for _, encoding := range []string{"gzip", "identity"} {
		b.Run(encoding, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				req := httptest.NewRequest(http.MethodGet, "/api/session/snapshot", http.NoBody)
				req.Header.Set("Accept-Encoding", encoding)
				w := discard{make(http.Header)}
				h.ServeHTTP(w, req)
				if w.head.Get("X-Doomhost-Tic") != fmt.Sprint(a.next) {
					b.Fatal("no snapshot:", w.head)
				}
			}
		})
	}
	b.Run("take", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			a.mu.Lock()
			a.fresh, a.snapshots = Snapshot{}, nil
			a.mu.Unlock()
			a.takeSnapshot()
		}
	})
}

// discard is an answer whose body is discarded.
type discard struct{ head http.Header }

func (d discard) Header() http.Header       { return d.head }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}
