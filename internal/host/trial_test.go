package host

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"doomhost/relay/wire"
)

// A choice is tried while nobody waits for it; what cannot be played is refused
// when somebody wants to start it, and can be changed until then.
func TestWhatCannotBePlayedIsNotStarted(t *testing.T) {
	t.Parallel()
	wanted := errors.New("load map MAP02: it is no good")
	release, tried := make(chan struct{}), make(chan *wire.Params, 10)
	h, err := New(Config{
		Library: libraryOf(more(t)), Log: slog.New(slog.DiscardHandler),
		Try: func(p *wire.Params) (Findings, error) {
			tried <- p
			<-release
			if p.Map == 2 {
				return Findings{}, wanted
			}
			return Findings{Notes: []string{"a song"}}, nil
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
	if got := <-tried; got.WAD != "game.wad" { // what the lobby opened with
		t.Errorf("%s was tried first", got.WAD)
	}
	if err := h.checkParams(&p, wire.Params{}); err != nil {
		t.Fatal(err)
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
	got := <-tried
	h.trials.end()
	if got.Map != 2 || len(got.PWADs) != 1 || len(tried) != 0 {
		t.Errorf("map %d with %d add-ons was tried, and %d more", got.Map, len(got.PWADs), len(tried))
	}
	if v, known := h.trials.verdict(&p); !known || !errors.Is(v.err, wanted) {
		t.Errorf("verdict %+v, %v", v, known)
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
	tr := trials{try: func(p *wire.Params) (Findings, error) {
		tried <- p.Map
		if p.Map == 1 {
			<-first
		}
		return Findings{}, nil
	}}
	for m := 1; m <= 4; m++ {
		tr.begin(&wire.Params{Map: m, WADID: "x"})
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

// A game is tried without add-ons, too, and what it lacks is remembered.
func TestGamesAreTriedWithoutAddOns(t *testing.T) {
	t.Parallel()
	tried := make(chan string, 10)
	h, err := New(Config{Library: libraryOf(more(t)), Log: slog.New(slog.DiscardHandler), Try: func(p *wire.Params) (Findings, error) {
		tried <- p.WAD
		if p.WAD == "two.wad" {
			return Findings{}, errors.New("load MAP01: no palette")
		}
		return Findings{Notes: make([]string, notesTold+5)}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	p := wire.DefaultParams()
	p.WAD = "two.wad"
	if err := h.checkParams(&p, wire.Params{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"game.wad", "two.wad"} {
		if got := <-tried; got != want {
			t.Errorf("%s was tried, want %s", got, want)
		}
	}
	h.trials.end()
	if err := h.checkParams(&p, p); err == nil || !strings.Contains(err.Error(), "no palette") {
		t.Errorf("a game that cannot be loaded: %v", err)
	}
	first := h.room.State().Params
	if v, known := h.trials.verdict(&first); !known || len(v.found.Notes) != notesTold+1 || v.found.Notes[notesTold] != "and 5 more" {
		t.Errorf("verdict on the first choice: %+v, %v", v, known)
	}
}

// A map that needs what is not there starts only where the host wants it anyway.
func TestWhatLacksSomethingStartsOnlyAnyway(t *testing.T) {
	t.Parallel()
	h, err := New(Config{Library: libraryOf(more(t)), Log: slog.New(slog.DiscardHandler), Try: func(p *wire.Params) (Findings, error) {
		return Findings{Needs: []string{"MAP02 needs Boom: linedef 24576"}}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	p := wire.DefaultParams()
	p.WAD, p.Map = "two.wad", 2
	if err := h.checkParams(&p, wire.Params{}); err != nil {
		t.Fatal(err)
	}
	h.trials.judge(&p)
	if err := h.checkParams(&p, p); err != nil {
		t.Errorf("the choice is refused: %v", err)
	}
	if err := h.checkStart(&p, false); err == nil || !strings.HasPrefix(err.Error(), "MAP02 needs Boom: linedef 24576. ") || !strings.Contains(err.Error(), "anyway") {
		t.Errorf("started: %v", err)
	}
	if err := h.checkStart(&p, true); err != nil {
		t.Errorf("refused anyway: %v", err)
	}
}

// Verdicts that are old make room for new ones, one at a time.
func TestOldVerdictsAreForgotten(t *testing.T) {
	t.Parallel()
	tried := 0
	tr := trials{try: func(*wire.Params) (Findings, error) {
		tried++
		return Findings{}, nil
	}}
	for m := range trialsKept + 1 {
		tr.judge(&wire.Params{Map: m, WADID: "x"})
		tr.judge(&wire.Params{Map: m, WADID: "x"})
	}
	if tried != trialsKept+1 || len(tr.known) != trialsKept {
		t.Errorf("%d trials, %d verdicts are known", tried, len(tr.known))
	}
	if _, known := tr.verdict(&wire.Params{Map: 0, WADID: "x"}); known {
		t.Error("the oldest one is known still")
	}
	if _, known := tr.verdict(&wire.Params{Map: 1, WADID: "x"}); !known {
		t.Error("the second one is forgotten")
	}
}

// What is known of choices counts as long as the library stays what it is: a WAD that
// could not be read may be readable then, and what is being tried meanwhile is tried anew.
func TestVerdictsEndWithTheLibrary(t *testing.T) {
	t.Parallel()
	dir := more(t)
	var unreadable atomic.Bool
	unreadable.Store(true)
	h := startHost(t, Config{Library: libraryOf(dir), Try: func(p *wire.Params) (Findings, error) {
		if unreadable.Load() {
			return Findings{}, errors.New("read two.wad: input/output error")
		}
		return Findings{}, nil
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
	reload() // the list is the same
	if got := check(); strings.Contains(got, "error\":") {
		t.Errorf("once the host has looked again: %s", got)
	}
	unreadable.Store(true)
	if err := os.WriteFile(filepath.Join(dir, "new.wad"), tinyWAD("PWAD", "MAP02", "THINGS"), 0o644); err != nil {
		t.Fatal(err)
	}
	h.cfg.Library.Reload() // as after a download
	if got := check(); got != failed {
		t.Errorf("once the list is another one: %s", got)
	}
}

// A verdict on files that were replaced while they were tried is not kept.
func TestAVerdictOnReplacedFilesIsNotKept(t *testing.T) {
	t.Parallel()
	var tr trials
	tried := 0
	tr.try = func(*wire.Params) (Findings, error) {
		if tried++; tried == 1 {
			tr.forget()
			return Findings{}, errors.New("half a file")
		}
		return Findings{}, nil
	}
	p := wire.Params{Map: 1, WADID: "x"}
	if v := tr.judge(&p); v.err == nil {
		t.Error("whoever waits is not told what was found")
	}
	if _, known := tr.verdict(&p); known {
		t.Error("the verdict is kept")
	}
	if v := tr.judge(&p); v.err != nil || tried != 2 {
		t.Errorf("%v after %d trials", v.err, tried)
	}
}
