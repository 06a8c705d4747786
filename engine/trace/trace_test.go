package trace

import (
	"slices"
	"strings"
	"testing"

	"doomhost/engine/sim"
)

func TestDiffNamesTheFirstColumn(t *testing.T) {
	line := "7\tL\t1\t1\t8\t95\t100\t00000001\t00000002\t00000003\t0\t811c9dc5"
	p0 := "\tp0 1 2 3 0 0 0 0 9 100 0 0 1 12 50,0,0,0 0,0,0 0,0,0,0"
	for _, c := range []struct{ name, got, want, column string }{
		{"random index", "7\tL\t1\t1\t8\t96", "7\tL\t1\t1\t8\t95", "prnd"},
		{"the last column", line, line[:len(line)-1] + "6", "soundhash"},
		{"first of several", "7\tI\t1\t2", "7\tI\t2\t1", "episode"},
		{"a column too many", "7\tI\t1\t1\t8", "7\tI\t1\t1", "leveltime"},
		{"a player's health", line + strings.Replace(p0, " 100 ", " 99 ", 1), line + p0, "p0.health"},
		{"a player who is missing", line, line + p0, "p0"},
		{"an end too early", "", line, "tic"},
		{"a tic too many", line, "", "tic"},
	} {
		d := Diff(7, []byte(c.got), []byte(c.want))
		if d == nil {
			t.Errorf("%s: no difference found", c.name)
			continue
		}
		if d.Column != c.column || d.Tic != 7 {
			t.Errorf("%s: %s, want column %s", c.name, d, c.column)
		}
	}
	if d := Diff(7, []byte(line), []byte(line)); d != nil {
		t.Errorf("equal lines differ: %s", d)
	}
}

func TestDigestsDependOnAllLinesBefore(t *testing.T) {
	var a, b Digests
	a.Add([]byte("one"))
	a.Add([]byte("two"))
	b.Add([]byte("onf"))
	b.Add([]byte("two"))
	if a.Tics[0] == b.Tics[0] || a.Tics[1] == b.Tics[1] || a.Sum == b.Sum {
		t.Errorf("digests %x and %x of different lines", a, b)
	}
	back, err := ParseDigests(a.Bytes())
	if err != nil || !slices.Equal(back, a.Tics) {
		t.Errorf("read back %x (%v), want %x", back, err, a.Tics)
	}
	if _, err := ParseDigests([]byte{1, 2, 3}); err == nil {
		t.Error("half a digest was read")
	}
}

func TestRunsRoundTrip(t *testing.T) {
	want := []Run{
		{Name: "a-demo", IWAD: "freedoom1", PWAD: "conformance1", Lines: Lines{Full: true, Drawn: true}, Tics: 3, Sum: 0xabc},
		{Name: "b-lump", IWAD: "freedm", Demo: "DEMO2", Tics: 1},
		{Name: "c-log", IWAD: "freedm", TicLog: true, Tics: 2, Sum: 1<<64 - 1, Params: sim.Params{
			Skill: 3, Episode: 1, Map: 7, Deathmatch: 2, NetGame: true, Console: 1, Players: [4]bool{1: true, 3: true}}},
	}
	got, err := ParseRuns(FormatRuns(want))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
	for _, bad := range []string{"", "nothing", indexHeader + "\na\tb", indexHeader + "\na\tb\t-\tticlog\t1 2\tplain\t1\t0"} {
		if _, err := ParseRuns([]byte(bad)); err == nil {
			t.Errorf("index %q was read", bad)
		}
	}
}
