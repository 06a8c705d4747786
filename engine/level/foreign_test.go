package level_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"doomhost/engine/level"
	"doomhost/engine/wad/wadtest"
)

// Load refuses maps for other games and unfinished maps, with an error that says what to
// do.
func TestMapsOfOtherFormats(t *testing.T) {
	for _, c := range []struct {
		name string
		wad  func(w *wadtest.WAD)
		says string
	}{
		{"UDMF", func(w *wadtest.WAD) {
			w.Add("MAP01")
			w.Set("TEXTMAP", []byte("namespace=\"zdoom\";"))
			w.Add("ENDMAP")
		}, "UDMF format"},
		{"Hexen", func(w *wadtest.WAD) {
			m := wadtest.Room()
			m.Linedefs = make([]byte, 7*16)
			w.AddMap("MAP01", m)
			w.Set("BEHAVIOR", []byte("ACS\x00"))
		}, "Hexen's format"},
		{"Hexen without scripts", func(w *wadtest.WAD) {
			m := wadtest.Room()
			m.Linedefs = make([]byte, 6*16)
			w.AddMap("MAP01", m)
			w.Add("BEHAVIOR")
		}, "Hexen's format"},
		{"no segs", func(w *wadtest.WAD) {
			m := wadtest.Room()
			m.Segs, m.Subsectors, m.Nodes = nil, nil, nil
			w.AddMap("MAP01", m)
		}, "run a node builder"},
		{"no subsectors", func(w *wadtest.WAD) {
			m := wadtest.Room()
			m.Subsectors, m.Nodes = nil, nil
			w.AddMap("MAP01", m)
		}, "run a node builder"},
		{"no nodes", func(w *wadtest.WAD) {
			m := wadtest.Room()
			m.Nodes = nil
			w.AddMap("MAP01", m)
		}, "run a node builder"},
	} {
		w := wadtest.Game()
		c.wad(w)
		_, err := load(t, w, "MAP01")
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "MAP01") {
			t.Errorf("%s: %v, want it to say %q", c.name, err, c.says)
		}
	}
}

// A Hexen map after a Doom map does not affect the Doom map.
func TestMapAfterAHexenMap(t *testing.T) {
	w := wadtest.Game("MAP01", "MAP02")
	w.Add("BEHAVIOR")
	if _, err := load(t, w, "MAP01"); err != nil {
		t.Error(err)
	}
}

// The whole game relies on every line's front.
func TestEveryLineHasAFront(t *testing.T) {
	for _, missing := range [][]int{{10}, {10, 12}} { // offsets of a line's sides
		m := wadtest.Room()
		for _, at := range missing {
			binary.LittleEndian.PutUint16(m.Linedefs[6*14+at:], 0xffff)
		}
		for i := 0; i < len(m.Segs); i += 12 { // no seg is on a missing side
			if binary.LittleEndian.Uint16(m.Segs[i+6:]) == 6 {
				binary.LittleEndian.PutUint32(m.Segs[i+6:], 0)
			}
		}
		l := mustLoad(t, m)
		line := &l.Lines[6]
		if line.Side[0] != 0 || line.Front != l.Sides[0].Sector {
			t.Errorf("side %d and sector %d are in front", line.Side[0], line.Front)
		}
		if len(l.Warnings) != 1 || !strings.Contains(l.Warnings[0], "line 6: has no side in front") {
			t.Errorf("warnings: %q", l.Warnings)
		}
		if line.Back >= 0 != (len(missing) == 1) || level.SlopeVertical != line.Slope {
			t.Errorf("behind the line is %d", line.Back)
		}
	}
}
