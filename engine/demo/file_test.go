package demo

import (
	"bytes"
	"slices"
	"testing"

	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// A demo that is read tic by tic is the demo that is read at once.
func TestFilesAreReadAsTheyAreWanted(t *testing.T) {
	want, err := Parse(twoPlayers)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Open(twoPlayers)
	if err != nil {
		t.Fatal(err)
	}
	if f.Params != want.Params || f.Len() != len(want.Tics) || f.Tics != nil || f.InGame() != 1|4 {
		t.Errorf("%+v of %d tics, mask %b", f.Params, f.Len(), f.InGame())
	}
	for n, cmds := range want.Tics {
		if got := f.Tic(n); got != cmds {
			t.Errorf("tic %d: %+v, want %+v", n, got, cmds)
		}
	}
	if string(f.Trailer) != "note" || f.Truncated {
		t.Errorf("trailer %q, truncated %v", f.Trailer, f.Truncated)
	}
	if f, err = Open(twoPlayers[:len(twoPlayers)-len("note")-1]); err != nil || !f.Truncated || f.Len() != 2 {
		t.Errorf("without an end marker: %v, %+v", err, f)
	}
}

// The bundles of a demo follow each other, have its players in them, and end with it.
func TestBundlesOfADemo(t *testing.T) {
	f, err := Open(twoPlayers)
	if err != nil {
		t.Fatal(err)
	}
	all := f.AppendBundles(nil, 0, 99)
	log, err := ParseTicLog(all)
	if err != nil || len(log) != 2 {
		t.Fatalf("%d bundles, %v", len(log), err)
	}
	for n, b := range log {
		if b.InGame != 1|4 || b.Filled != 1|4 || b.Cmds != f.Tic(n) {
			t.Errorf("bundle %d: %+v", n, b)
		}
	}
	if one := f.AppendBundles(nil, 1, 1); !bytes.Equal(one, all[lockstep.BundleSize:]) {
		t.Errorf("the second one alone: %d bytes", len(one))
	}
	for _, first := range []int{2, 1 << 30} {
		if got := f.AppendBundles(nil, first, 5); len(got) != 0 {
			t.Errorf("from tic %d on: %d bytes", first, len(got))
		}
	}
}

// Whatever is in a file, its tics can be read, and they are those of Parse.
func FuzzOpen(f *testing.F) {
	f.Add(twoPlayers)
	f.Add(twoPlayers[:20])
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Open(data)
		d, errParse := Parse(data)
		if (err == nil) != (errParse == nil) {
			t.Fatalf("%v and %v", err, errParse)
		}
		if err != nil {
			return
		}
		var tics [][sim.MaxPlayers]lockstep.Ticcmd
		for n := range file.Len() {
			tics = append(tics, file.Tic(n))
		}
		if !slices.Equal(tics, d.Tics) || file.Truncated != d.Truncated {
			t.Errorf("%d tics, parsed %d", len(tics), len(d.Tics))
		}
	})
}
