package demo

import (
	"bytes"
	"testing"

	"doomhost/engine/sim"
)

func TestTicLogRoundTrip(t *testing.T) {
	want := []Bundle{
		{Tic: 0, Playing: 5, Cmds: [4]sim.Ticcmd{0: {Forward: -50, Side: 24, AngleTurn: -300, Consistancy: -2, Chat: 'x', Buttons: 3}}},
		{Tic: 1, Playing: 4, Fabricated: 4},
	}
	var data []byte
	for i := range want {
		data = AppendBundle(data, &want[i])
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

func TestTicLogWithAGapIsAnError(t *testing.T) {
	data := AppendBundle(nil, &Bundle{Tic: 0})
	data = AppendBundle(data, &Bundle{Tic: 2})
	if _, err := ParseTicLog(data); err == nil {
		t.Error("a log without tic 1 was read")
	}
}

func FuzzParseTicLog(f *testing.F) {
	f.Add(AppendBundle(AppendBundle(nil, &Bundle{Playing: 1}), &Bundle{Tic: 1, Fabricated: 1}))
	f.Fuzz(func(t *testing.T, data []byte) {
		log, err := ParseTicLog(data)
		if err != nil {
			return
		}
		var again []byte
		for i := range log {
			again = AppendBundle(again, &log[i])
		}
		if !bytes.Equal(again, data) {
			t.Fatalf("read %x, written %x", data, again)
		}
	})
}
