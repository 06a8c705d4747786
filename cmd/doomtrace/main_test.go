package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"doomhost/engine/demo"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// TestMain fails when tests leave goroutines behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var golden = filepath.Join("..", "..", "engine", "testdata", "golden")

// shortDemo is a recorded game of 30 seconds, most of it intermission.
func shortDemo(t *testing.T) []string {
	t.Helper()
	pwad := filepath.Join(t.TempDir(), "conformance1.wad")
	if err := os.WriteFile(pwad, testwads.PWAD(t, "conformance1"), 0o644); err != nil {
		t.Fatal(err)
	}
	return []string{
		"--iwad", testwads.Path(t, "freedoom1"), "--file", pwad,
		"--demo", filepath.Join(golden, "demos", "freedoom1-conf-inter-e1m1.lmp.gz"),
	}
}

func call(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(args, &out, &err)
	return code, out.String(), err.String()
}

func TestATraceAgreesWithItself(t *testing.T) {
	demo := shortDemo(t)
	for _, lines := range [][]string{nil, {"--full"}, {"--drawn"}, {"--full", "--drawn"}} {
		code, text, stderr := call(append(demo, lines...)...)
		if code != exitEqual {
			t.Fatalf("%v: exit %d: %s", lines, code, stderr)
		}
		if n := strings.Count(text, "\n"); n != 1061 {
			t.Fatalf("%v: %d lines, want a header and 1060 tics", lines, n)
		}
		path := filepath.Join(t.TempDir(), "trace.tsv")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if code, out, stderr := call(append(demo, "--compare", path)...); code != exitEqual || !strings.HasPrefix(out, "equal, 1060 tics") {
			t.Errorf("%v: exit %d, %q, %s; want equal", lines, code, out, stderr)
		}
	}
}

func TestADifferenceIsNamed(t *testing.T) {
	demo := shortDemo(t)
	_, text, _ := call(append(demo, "--full")...)
	lines := strings.Split(text, "\n")
	for _, c := range []struct {
		name string
		bend func(lines []string) []string
		want string
	}{
		{"a column", func(l []string) []string { l[6] = strings.Replace(l[6], "5\tL\t1\t1\t6", "5\tL\t1\t1\t7", 1); return l },
			"tic 5, column leveltime: got 6, want 7"},
		{"a player's health", func(l []string) []string { l[4] = strings.Replace(l[4], " 100 0 0 ", " 99 0 0 ", 1); return l },
			"tic 3, column p0.health: got 100, want 99"},
		{"the other trace is shorter", func(l []string) []string { return l[:1000] }, "tic 999, column tic: got tic 999, want the end of the trace"},
		{"the other trace is longer", func(l []string) []string { l[1061] = "1060\tI\t1\t1"; return l }, "tic 1060, column tic: got the end of the trace, want tic 1060"},
	} {
		path := filepath.Join(t.TempDir(), "trace.tsv")
		bent := c.bend(append([]string(nil), lines...))
		if err := os.WriteFile(path, []byte(strings.Join(bent, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		code, out, stderr := call(append(demo, "--compare", path)...)
		if code != exitDiffers || strings.TrimSpace(out) != c.want {
			t.Errorf("%s: exit %d, %q, %s; want exit 1 and %q", c.name, code, out, stderr, c.want)
		}
	}
}

// A log that lacks tic 0 is completed from the trace: moves of all four players,
// and a weapon key whose effect shows only later.
func TestTicZeroIsFoundInTheTrace(t *testing.T) {
	iwad := testwads.Path(t, "freedoom2")
	log, err := readFile(filepath.Join(golden, "ticlogs", "drop-map01-coop.ticlog.gz"))
	if err != nil {
		t.Fatal(err)
	}
	log = log[:200*38]
	bundles, err := demo.ParseTicLog(log)
	if err != nil {
		t.Fatal(err)
	}
	bundles[0].Cmds[2].Buttons = lockstep.ButtonChange // to the fist
	log = lockstep.AppendBundle(nil, &bundles[0])
	for i := range bundles[1:] {
		bundles[i+1].Cmds[0].Buttons |= uint8(i&1) * lockstep.ButtonChange
		log = lockstep.AppendBundle(log, &bundles[i+1])
	}
	dir := t.TempDir()
	whole, headless, want := filepath.Join(dir, "whole"), filepath.Join(dir, "headless"), filepath.Join(dir, "want")
	if err := os.WriteFile(whole, log, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(headless, log[38:], 0o644); err != nil {
		t.Fatal(err)
	}
	game := []string{"--iwad", iwad, "--skill", "4", "--players", "0,1,2,3"}
	code, text, stderr := call(append(game, "--ticlog", whole, "--full")...)
	if code != exitEqual {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	if err := os.WriteFile(want, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, stderr := call(append(game, "--ticlog", headless, "--compare", want)...)
	if code != exitEqual || !strings.Contains(out, "player 2: forward 15, side 0, turn 3072, buttons 4") {
		t.Errorf("exit %d, %q, %s", code, out, stderr)
	}
}

func TestMobjsAreListedAtTheirTimes(t *testing.T) {
	code, out, stderr := call(append(shortDemo(t), "--mobjs", "10")...)
	if code != exitEqual {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	var heads []string
	for _, line := range strings.Split(out, "\n") {
		if strings.HasPrefix(line, "tic ") {
			heads = append(heads, line)
		}
	}
	if got := strings.Join(heads, "; "); got != "tic 0 leveltime 1; tic 10 leveltime 11; tic 20 leveltime 21" {
		t.Errorf("listed at %s", got)
	}
}

func TestWrongCallsExitWith2AndSayWhy(t *testing.T) {
	iwad := testwads.Path(t, "freedoom1")
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "--iwad"},
		{[]string{"--iwad", iwad}, "--demo or --ticlog"},
		{[]string{"--iwad", iwad, "--demo", "DEMO9"}, "neither a file nor a lump"},
		{[]string{"--iwad", iwad, "--demo", "no/such.lmp"}, "no such file"},
		{[]string{"--iwad", "no/such.wad", "--demo", "DEMO1"}, "no/such.wad"},
		{[]string{"--iwad", iwad, "--demo", "DEMO1", "--compare", "no/such.tsv"}, "no/such.tsv"},
		{[]string{"--iwad", iwad, "--demo", "DEMO1", "stray"}, "stray"},
		{[]string{"--no-such-flag"}, "no-such-flag"},
		{[]string{"--golden", t.TempDir()}, "no traces"},
	} {
		if code, _, stderr := call(c.args...); code != exitError || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit %d, %q; want exit 2 and %q", c.args, code, stderr, c.want)
		}
	}
}
