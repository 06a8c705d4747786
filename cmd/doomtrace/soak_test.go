package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doomhost/internal/testkit/testwads"
)

func TestASoakPlaysBothModes(t *testing.T) {
	code, out, stderr := call("--soak", "4m", "--seed", "3", "--iwad", testwads.Path(t, "freedoom1"))
	if code != exitEqual || !strings.HasPrefix(out, "no difference: 4 games on ") || !strings.Contains(out, "4m0s of game time (8400 tics)") {
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
	o := options{iwad: testwads.Path(t, "freedoom1")}
	games, err := o.soakGames(os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	if n := countMaps(games, len(games), 1); n != 100 || len(games) != 200 {
		t.Errorf("%d games on %d maps, want 200 on all 100 of Freedoom", len(games), n)
	}
}

// A game that differs leaves a tic log, and what is printed plays the same game
// again, with the levels that were ended.
func TestWhatASoakKeepsPlaysAgain(t *testing.T) {
	o := options{iwad: testwads.Path(t, "freedm")}
	games, err := o.soakGames(os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	var count soakCount
	var f soakRun
	for n := 0; len(f.exits) == 0; n++ { // one in which a level is ended
		f = soakRun{game: soakGameAt(games, n, 1)}
		if playSoak(&f, &count); f.err != nil {
			t.Fatal(f.err)
		}
	}
	f.err = errors.New("tic 5: for the test")
	var out strings.Builder
	dir := t.TempDir()
	if err := f.report(&out, dir); err != nil {
		t.Fatal(err)
	}
	_, again, ok := strings.Cut(out.String(), "play it again: doomtrace --iwad ")
	if !ok || !strings.HasPrefix(out.String(), "DIFFERS "+f.game.iwad) {
		t.Fatalf("the report is %q", out.String())
	}
	args := append([]string{"--iwad", testwads.Path(t, f.game.iwad)}, strings.Fields(again)[1:]...)
	if code, text, stderr := call(args...); code != exitEqual || text != "no difference, 2100 tics\n" {
		t.Errorf("%v: exit %d: %s%s", args, code, text, stderr)
	}

	// Without the twins its lines end where the soak test's game ended.
	code, text, stderr := call(args[:len(args)-2]...)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if code != exitEqual || len(lines) != 2101 {
		t.Fatalf("exit %d, %d lines: %s", code, len(lines), stderr)
	}
	if last := strings.Split(lines[2100], "\t"); last[3] == strings.Split(lines[1], "\t")[3] {
		t.Errorf("the level that was ended goes on: %v", last)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "soak-*.ticlog")); err != nil || len(files) != 1 {
		t.Errorf("files %v, %v", files, err)
	}
}
