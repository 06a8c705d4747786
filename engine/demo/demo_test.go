package demo

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// twoPlayers is a demo of players 0 and 2: two tics, turns of 256 units.
var twoPlayers = []byte{
	109, 3, 2, 5, 1, 0, 1, 0, 2, 1, 0, 1, 0,
	50, 0xce, 0x01, 1, 0, 24, 0xff, 2,
	25, 0, 0x80, 4, 0xe7, 0, 0x7f, 0x81,
	0x80, 'n', 'o', 't', 'e',
}

func TestParseReadsHeaderAndTics(t *testing.T) {
	d, err := Parse(twoPlayers)
	if err != nil {
		t.Fatal(err)
	}
	want := sim.Params{Skill: 3, Episode: 2, Map: 5, Deathmatch: 1, Fast: true, Console: 2,
		Players: [4]bool{0: true, 2: true}}
	if d.Params != want {
		t.Errorf("params %+v, want %+v", d.Params, want)
	}
	if len(d.Tics) != 2 {
		t.Fatalf("%d tics, want 2", len(d.Tics))
	}
	first := [4]lockstep.Ticcmd{
		0: {Forward: 50, Side: -50, AngleTurn: 256, Buttons: 1},
		2: {Forward: 0, Side: 24, AngleTurn: -256, Buttons: 2},
	}
	if d.Tics[0] != first {
		t.Errorf("tic 0 %+v, want %+v", d.Tics[0], first)
	}
	if turn := d.Tics[1][0].AngleTurn; turn != -32768 {
		t.Errorf("turn byte 0x80 reads %d, want -32768", turn)
	}
}

// A demo is a net game when its second player is there, and only then.
func TestNetGameFollowsFromSecondPlayer(t *testing.T) {
	for _, c := range []struct {
		players [4]byte
		net     bool
	}{{[4]byte{1, 0, 0, 0}, false}, {[4]byte{1, 0, 1, 1}, false}, {[4]byte{1, 1, 0, 0}, true}} {
		data := append([]byte{109, 2, 1, 1, 0, 0, 0, 0, 0}, c.players[:]...)
		d, err := Parse(append(data, endMarker))
		if err != nil {
			t.Fatal(err)
		}
		if d.Params.NetGame != c.net {
			t.Errorf("players %v: net game %v, want %v", c.players, d.Params.NetGame, c.net)
		}
	}
}

func TestLongTurnsAreKeptWhole(t *testing.T) {
	d := &Demo{LongTics: true, Tics: make([][4]lockstep.Ticcmd, 1)}
	d.Params = sim.Params{Skill: 2, Episode: 1, Map: 1, Players: [4]bool{true}}
	d.Tics[0][0] = lockstep.Ticcmd{Forward: 1, AngleTurn: -12345, Buttons: 3}
	data, err := d.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if !back.LongTics || back.Tics[0] != d.Tics[0] {
		t.Errorf("read back %+v, want %+v", back.Tics[0], d.Tics[0])
	}

	// A short demo rounds to the nearest 256.
	d.LongTics = false
	if data, err = d.Append(nil); err != nil {
		t.Fatal(err)
	}
	if back, err = Parse(data); err != nil {
		t.Fatal(err)
	}
	if got := back.Tics[0][0].AngleTurn; got != -12288 {
		t.Errorf("-12345 is recorded as %d, want -12288", got)
	}
}

// A demo that is cut off anywhere goes to its last whole tic; a header must be
// whole.
func TestEveryTruncation(t *testing.T) {
	whole := twoPlayers[:bytes.LastIndexByte(twoPlayers, endMarker)+1]
	complete, err := Parse(whole)
	if err != nil || complete.Truncated {
		t.Fatalf("the whole: %v", err)
	}
	for n := range whole {
		d, err := Parse(whole[:n])
		if n < headerLen {
			if err == nil {
				t.Errorf("%d of %d bytes: no error", n, len(whole))
			}
			continue
		}
		const ticLen = 8
		want := (n - headerLen) / ticLen
		// The turn byte of tic 1 is an end marker's value, but not in its place.
		if err != nil || !d.Truncated || len(d.Tics) != want || !slices.Equal(d.Tics, complete.Tics[:want]) {
			t.Errorf("%d of %d bytes: %v, %d tics, want %d", n, len(whole), err, len(d.Tics), want)
		}
	}
}

// Demos of each version are played, or refused by the name of their program.
func TestVersions(t *testing.T) {
	for v := range 256 {
		data := bytes.Clone(twoPlayers)
		data[0] = byte(v)
		d, err := Parse(data)
		note, checked := Check(data)
		if (err == nil) != (checked == nil) {
			t.Errorf("version %d: Parse says %v, Check %v", v, err, checked)
		}
		played := v >= 104 && v <= 109
		switch {
		case v == 111: // other tics
			if err != nil || !d.LongTics || note != "" {
				t.Errorf("version 111: %v, note %q", err, note)
			}
		case !played:
			want := "recorded with " + Version(v).String()
			if v >= 5 && v < 104 || v > 111 && v < 200 { // nobody's
				want = fmt.Sprintf("begins with %d, ", v)
			}
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("version %d: %v, want %q", v, err, want)
			}
		case err != nil || d.LongTics || len(d.Tics) != 2 || d.Version != Version(v) || (note == "") != (v == 109):
			t.Errorf("version %d: %v, note %q", v, err, note)
		}
	}
	for v, name := range map[Version]string{
		2: "Doom 1.2 or older", 106: "Doom 1.666", 110: "TASDoom", 202: "Boom", 203: "MBF", 214: "PrBoom", 221: "MBF21", 77: "version 77",
	} {
		if !strings.Contains(v.String(), name) {
			t.Errorf("version %d is %s, want %s", v, v, name)
		}
	}
	if note, _ := Check(append([]byte{106}, twoPlayers[1:]...)); !strings.Contains(note, "Doom 1.666") {
		t.Errorf("note %q", note)
	}
	if _, err := Check(nil); err == nil {
		t.Error("an empty demo can be played")
	}
	// One of Doom 1.2 is shorter than a header of today.
	if _, err := Parse([]byte{3, 1, 1, 1, 0, 0, 0, 0x80}); err == nil || !strings.Contains(err.Error(), "Doom 1.2") {
		t.Errorf("a demo of Doom 1.2: %v", err)
	}
}

func TestParseRefusesWhatNoGameHas(t *testing.T) {
	for _, c := range []struct {
		name string
		at   int
		b    byte
		want string
	}{
		{"skill", 1, 5, "skill 5"},
		{"deathmatch", 4, 3, "deathmatch 3"},
		{"console", 8, 4, "console player 4"},
	} {
		data := bytes.Clone(twoPlayers)
		data[c.at] = c.b
		if _, err := Parse(data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
	empty := bytes.Clone(twoPlayers)
	empty[9], empty[11] = 0, 0
	if _, err := Parse(empty); err == nil {
		t.Error("a demo of nobody was read")
	}
}

func TestAppendRefusesATicThatReadsAsTheEnd(t *testing.T) {
	d := &Demo{Tics: make([][4]lockstep.Ticcmd, 1)}
	d.Params.Players[1] = true
	d.Tics[0][1].Forward = -128
	if _, err := d.Append(nil); err == nil {
		t.Error("a tic that begins with the end marker was written")
	}
}

// What is read and written again is the same bytes, up to the end marker.
func FuzzParse(f *testing.F) {
	f.Add(twoPlayers)
	f.Add([]byte{111, 2, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5, 0x80})
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse(data)
		if err != nil {
			return
		}
		again, err := d.Append(nil)
		if err != nil {
			t.Fatalf("read, but not written: %v", err)
		}
		for i := 5; i < headerLen; i++ {
			if i != 8 && data[i] != 0 {
				data[i] = 1 // any true is written as 1
			}
		}
		if d.Version < version109 {
			data[0] = byte(version109)
		}
		if d.Truncated {
			again = again[:len(again)-1]
		}
		if !bytes.HasPrefix(data, again) {
			t.Fatalf("read %x, written %x", data, again)
		}
	})
}
