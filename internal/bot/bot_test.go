package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"doomhost/engine/wad/wadtest"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/host"
	"doomhost/internal/network/lanaddr"
	"doomhost/internal/testkit/hosttest"
	"doomhost/lockstep"
	rtc "doomhost/signal"
)

// patience bounds every wait; a wait should need a small part of it.
const patience = 30 * time.Second

// serve runs a host with a data channel hub until the test ends.
func serve(t *testing.T, mode rtc.Mode) (string, *host.Host) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "game.wad"), wadtest.Markers(false, wadtest.GameLumps("E1M1", "THINGS")...), 0o644); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	hub, err := rtc.New(rtc.Config{Addresses: lanaddr.Finder{}.Reachable, Mode: mode, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.New(host.Config{Library: wadlib.Open(wadlib.Config{Dirs: []string{dir}}), Signal: hub, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	addr, stop := hosttest.Serve(t, h)
	t.Cleanup(func() {
		stop()
		hub.Close()
	})
	return "http://" + addr, h
}

// notes records what a player saw.
type notes struct {
	mu   sync.Mutex // guards all following fields
	next lockstep.Tic
	bad  string
	ways []string
	made int // filled ticcmds of any player
}

func (n *notes) tic(b *lockstep.Bundle, _ time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if b.Tic != n.next {
		n.bad = fmt.Sprintf("tic %d where %d was next", b.Tic, n.next)
	}
	n.next = b.Tic + 1
	if b.Filled != 0 {
		n.made++
	}
}

func (n *notes) used(way string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ways = append(n.ways, way)
}

// match plays a game of two until each has so many tics: the first on the socket, the
// second as cfg says.
func match(t *testing.T, url string, cfg Config, tics lockstep.Tic) (Stats, *notes) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var seen [2]notes
	var stats [2]Stats
	var wg sync.WaitGroup
	var players [2]*Bot
	for i := range players {
		c := Config{URL: url}
		if i == 1 {
			c.Channel, c.Mode = cfg.Channel, cfg.Mode
		}
		n := &seen[i]
		c.Tic = func(b *lockstep.Bundle, at time.Time) {
			n.tic(b, at)
			if b.Tic >= tics {
				stop()
			}
		}
		c.Used = n.used
		p, err := Join(ctx, c)
		if err != nil {
			t.Fatal(err)
		}
		players[i] = p
	}
	if err := players[0].Start(); err != nil {
		t.Fatal(err)
	}
	for i, p := range players {
		wg.Go(func() {
			s, err := p.Play(playing)
			if err != nil && !errors.Is(err, EndedError{1000}) {
				t.Errorf("player %d: %v", i, err)
			}
			stats[i] = s
		})
	}
	wg.Wait()
	for i, p := range players {
		p.Close()
		if seen[i].bad != "" {
			t.Errorf("player %d: %s", i, seen[i].bad)
		}
	}
	if ctx.Err() != nil {
		t.Fatalf("no game of %d tics in %v: %+v", tics, patience, stats)
	}
	return stats[1], &seen[1]
}

func TestPlayOnTheSocketOnly(t *testing.T) {
	t.Parallel()
	url, _ := serve(t, rtc.Ordered)
	s, seen := match(t, url, Config{}, 100)
	if s.Moves != 0 || len(seen.ways) != 0 {
		t.Errorf("%+v, %v", s, seen.ways)
	}
}

func TestPlayMovesToTheChannel(t *testing.T) {
	t.Parallel()
	for _, mode := range []rtc.Mode{rtc.Ordered, rtc.Fast} {
		t.Run(mode.String(), func(t *testing.T) {
			t.Parallel()
			url, _ := serve(t, mode)
			s, seen := match(t, url, Config{Channel: true}, 150)
			if s.Moves != 1 || s.Falls != 0 {
				t.Errorf("%+v, ways %v", s, seen.ways)
			}
			t.Logf("opened in %v", s.Opened)
		})
	}
}
