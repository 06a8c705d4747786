package host

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"doomhost/relay/wire"
)

// A choice is tried while nobody waits for it; what cannot be played is refused
// when somebody wants to start it, and can be changed until then.
func TestWhatCannotBePlayedIsNotStarted(t *testing.T) {
	t.Parallel()
	release, tried := make(chan struct{}), make(chan *wire.Params, 10)
	h, err := New(Config{
		Library: libraryOf(more(t)), Log: slog.New(slog.DiscardHandler),
		Try: func(p *wire.Params) error {
			tried <- p
			<-release
			if p.Map == 2 {
				return errors.New("load map MAP02: it is no good")
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var add string
	for _, w := range h.cfg.Library.List() {
		if w.Name == "both.wad" {
			add = w.ID
		}
	}
	p := wire.DefaultParams()
	p.WAD, p.Episode, p.Map = "two.wad", 1, 2
	if err := h.checkParams(&p, wire.Params{}); err != nil || len(tried) != 0 {
		t.Fatalf("a game without add-ons: %v, %d tried", err, len(tried))
	}
	before := p
	p.PWADs = []string{add}
	if err := h.checkParams(&p, before); err != nil {
		t.Fatal(err)
	}
	if err := h.checkParams(&p, p); err != nil {
		t.Errorf("refused before anything is known: %v", err)
	}
	close(release)
	h.trials.end()
	if got := <-tried; got.Map != 2 || len(tried) != 0 {
		t.Errorf("map %d was tried, and %d more", got.Map, len(tried))
	}
	if err := h.checkParams(&p, p); err == nil || !strings.Contains(err.Error(), "it is no good") {
		t.Errorf("started: %v", err)
	}
	other := p
	other.Skill++
	if err := h.checkParams(&other, p); err != nil {
		t.Errorf("another skill: %v", err)
	}
	other.Map = 1
	if err := h.checkParams(&other, p); err != nil {
		t.Errorf("another map: %v", err)
	}
}

// Of choices that come while another is tried the last one is tried next.
func TestTheLastChoiceIsTried(t *testing.T) {
	t.Parallel()
	first := make(chan struct{})
	tried := make(chan int, 10)
	tr := trials{try: func(p *wire.Params) error {
		tried <- p.Map
		if p.Map == 1 {
			<-first
		}
		return nil
	}}
	for m := 1; m <= 4; m++ {
		tr.begin(&wire.Params{Map: m, PWADs: []string{"x"}})
	}
	close(first)
	for _, want := range []int{1, 4} {
		select {
		case got := <-tried:
			if got != want {
				t.Errorf("map %d was tried, want %d", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatal("nothing was tried")
		}
	}
	tr.end()
	if len(tried) != 0 {
		t.Errorf("map %d was tried, too", <-tried)
	}
}
