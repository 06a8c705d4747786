package engine

import (
	"slices"
	"strings"
	"testing"

	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// Flats, walls, the sky, things, the weapon and the status bar that the WADs lack or
// have broken show as the placeholder, and never as bytes that happen to lie behind
// them in the file.
func TestWhatTheWADsLackIsAPlaceholder(t *testing.T) {
	const foreign = 251
	w := &wadtest.WAD{PWAD: true}
	broken := func(name string, data ...byte) {
		w.Add(name, data...)
		w.Add("BEHIND", wadtest.Fill(64*64, foreign)...)
	}
	png := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), 0, 0, 1, 64, 0, 0, 0, 32)
	w.Add("FF_START")
	broken("BADFLAT", 1, 2, 3)
	w.Add("FF_END")
	w.Add("SS_START")
	broken("BAR1A0")
	broken("BAR1B0", 9, 0, 9, 0)
	broken("PISGA0", png...)
	w.Add("SS_END")
	broken("STBAR", png...)
	m := wadtest.Room(wadtest.Thing{X: 300, Y: 140, Type: 2035, Options: 7}, wadtest.Thing{X: 300, Y: 100, Type: 2035, Options: 7})
	copy(m.Sectors[4:], "BADFLAT\x00") // others name what is not there at all
	w.AddMap("MAP01", m)
	data := testwads.IWAD(t, "freedoom2")
	c, err := Load("test", WAD{Name: "freedoom2.wad", Data: data}, WAD{Name: "broken.wad", Data: w.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"BADFLAT", "BAR1A0", "BAR1B0", "PISGA0", "STBAR"} {
		count := 0
		for _, warning := range c.Warnings {
			if strings.Contains(warning, "broken.wad: lump "+name+":") {
				count++
			}
		}
		if count != 1 {
			t.Errorf("%d warnings about %s: %q", count, name, c.Warnings)
		}
	}
	if len(c.Warnings) != 5 {
		t.Errorf("warnings: %q", c.Warnings)
	}

	e, err := New(c, sim.Params{Skill: 2, Episode: 1, Map: 1, Players: [sim.MaxPlayers]bool{true}})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Open(0, render.Config{}); err != nil {
		t.Fatal(err)
	}
	for range 40 { // the weapon comes up
		if _, err := e.Step(&lockstep.Bundle{Tic: e.Tic(), InGame: 1}); err != nil {
			t.Fatal(err)
		}
	}
	frame, _ := e.Draw(View{Alpha: render.Now})
	colormaps, err := c.sim.Set.Colormaps()
	if err != nil {
		t.Fatal(err)
	}
	var shades []byte
	for i := range colormaps {
		shades = append(shades, colormaps[i][100], colormaps[i][104])
	}
	if slices.Contains(shades, foreign) {
		t.Fatal("the foreign color is one of the placeholder's")
	}
	const width, viewHeight, barHeight = 320, 168, 32
	grey := 0
	for y := range viewHeight + barHeight {
		for x, p := range frame.Pix[y*frame.Stride:][:width] {
			switch {
			case p == foreign:
				t.Fatalf("a foreign byte shows at (%d, %d)", x, y)
			case y < viewHeight && !slices.Contains(shades, p) && y > 10: // the message is above
				t.Fatalf("color %d shows at (%d, %d)", p, x, y)
			case y >= viewHeight && (p == 100 || p == 104):
				grey++
			}
		}
	}
	if grey < width*barHeight/3 {
		t.Errorf("%d grey pixels in the status bar", grey)
	}
}

// A list of faults is no longer than what somebody reads.
func TestFewFaults(t *testing.T) {
	if got := few(make([]string, 500)); len(got) != 21 || got[20] != "480 more of the kind" {
		t.Errorf("%d lines, the last %q", len(got), got[len(got)-1])
	}
}
