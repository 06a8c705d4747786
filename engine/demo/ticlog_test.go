package demo

import (
	"bytes"
	"errors"
	"testing"

	"doomhost/lockstep"
)

func TestTicLogRoundTrip(t *testing.T) {
	want := []lockstep.Bundle{
		{Tic: 0, InGame: 5, Cmds: [4]lockstep.Ticcmd{
			{Forward: -50, Side: 24, AngleTurn: -300, Consistancy: -2, Chat: 'x', Buttons: 3},
		}},
		{Tic: 1, InGame: 4, Filled: 4},
	}
	var data []byte
	for i := range want {
		data = lockstep.AppendBundle(data, &want[i])
	}
	if len(data) != 2*38 {
		t.Fatalf("two bundles are %d bytes, want 76", len(data))
	}
	got, err := ParseTicLog(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("read %+v, want %+v", got, want)
	}
	for n := range data {
		if n%38 == 0 {
			continue
		}
		if _, err := ParseTicLog(data[:n]); err == nil {
			t.Errorf("%d bytes: no error", n)
		}
	}
}

func TestTicLogHasNoGaps(t *testing.T) {
	for _, c := range []struct {
		tics []lockstep.Tic
		ok   bool
	}{
		{[]lockstep.Tic{0, 1, 2}, true},
		{[]lockstep.Tic{1, 2}, true},
		{[]lockstep.Tic{0, 2}, false},
		{[]lockstep.Tic{2, 3}, false},
		{[]lockstep.Tic{1, 1}, false},
	} {
		var data []byte
		for _, n := range c.tics {
			data = lockstep.AppendBundle(data, &lockstep.Bundle{Tic: n})
		}
		if _, err := ParseTicLog(data); (err == nil) != c.ok {
			t.Errorf("tics %v: error %v", c.tics, err)
		}
	}
}

func TestTicLogNamesSlotsThatCanBe(t *testing.T) {
	for _, b := range []lockstep.Bundle{{InGame: 0x10}, {InGame: 1, Filled: 2}} {
		if _, err := ParseTicLog(lockstep.AppendBundle(nil, &b)); !errors.Is(err, lockstep.ErrMask) {
			t.Errorf("in game %b, filled %b: error %v", b.InGame, b.Filled, err)
		}
	}
}

func FuzzParseTicLog(f *testing.F) {
	f.Add(lockstep.AppendBundle(lockstep.AppendBundle(nil, &lockstep.Bundle{InGame: 1}),
		&lockstep.Bundle{Tic: 1, InGame: 1, Filled: 1}))
	f.Fuzz(func(t *testing.T, data []byte) {
		log, err := ParseTicLog(data)
		if err != nil {
			return
		}
		var again []byte
		for i := range log {
			again = lockstep.AppendBundle(again, &log[i])
		}
		if !bytes.Equal(again, data) {
			t.Fatalf("read %x, written %x", data, again)
		}
	})
}
