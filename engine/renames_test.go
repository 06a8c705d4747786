package engine

import (
	"bytes"
	"fmt"
	"testing"

	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// rename is a section of a DEHACKED patch.
func rename(from, to string) string {
	return fmt.Sprintf("Text %d %d\n%s%s\n\n", len(from), len(to), from, to)
}

const patchHead = "Patch File for DeHackEd v3.0\nDoom version = 19\nPatch format = 6\n\n"

// Patches put other pages and demos in the places of Doom's.
func TestPatchesRenamePagesAndDemos(t *testing.T) {
	const color = 200
	w := &wadtest.WAD{PWAD: true}
	w.Add("MYTITLE", wadtest.Patch(320, 200, color)...)
	w.Add("MYDEMO", 109, 2, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 0, 1, 2, 3, 0, 0x80)
	w.Add("DEHACKED", []byte(patchHead+rename("TITLEPIC", "MYTITLE")+rename("demo1", "mydemo"))...)
	a := attract(t, "freedoom1", WAD{Name: "names.wad", Data: w.Bytes()})
	if len(a.engine.content.Warnings) != 0 {
		t.Errorf("warnings: %q", a.engine.content.Warnings)
	}
	if f, _ := a.Draw(View{}); bytes.Count(f.Pix, []byte{color}) < 320*200 {
		t.Error("the title is another one")
	}
	a.until(t, 1000)
	if n := a.until(t, 10); n != 3 {
		t.Errorf("the first demo takes %d tics, want 2 and one to see that it is over", n)
	}
}

// The sky of a map, the flats that stand for the sky and the pictures of the status bar
// are those that a patch names.
func TestPatchesRenameSkiesAndPictures(t *testing.T) {
	frame := func(mapNum int, patch string) []byte {
		m := wadtest.Room()
		for i := range 2 {
			copy(m.Sectors[26*i+12:], "F_SKY1\x00\x00")
		}
		w := &wadtest.WAD{PWAD: true}
		w.AddMap("MAP01", m)
		w.AddMap("MAP21", m)
		if patch != "" {
			w.Add("DEHACKED", []byte(patchHead+patch)...)
		}
		c, err := Load("test", WAD{Name: "freedoom2.wad", Data: testwads.IWAD(t, "freedoom2")}, WAD{Name: "sky.wad", Data: w.Bytes()})
		if err != nil {
			t.Fatal(err)
		}
		e, err := New(c, sim.Params{Skill: 2, Episode: 1, Map: mapNum, Players: [sim.MaxPlayers]bool{true}})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Open(0, render.Config{}); err != nil {
			t.Fatal(err)
		}
		for range 60 { // the weapon comes up, the face looks straight
			step(t, e, &lockstep.Bundle{Tic: e.Tic(), InGame: 1})
		}
		f, _ := e.Draw(View{Alpha: render.Now})
		return bytes.Clone(f.Pix)
	}
	first, last := frame(1, ""), frame(21, "")
	if bytes.Equal(first, last) {
		t.Fatal("the two skies are the same")
	}
	if !bytes.Equal(frame(1, rename("SKY1", "SKY3")), last) {
		t.Error("the sky is not the one that the patch names")
	}
	if bytes.Equal(frame(1, rename("F_SKY1", "FLAT1")), first) {
		t.Error("another flat than the patch's stands for the sky")
	}
	if bytes.Equal(frame(1, rename("STTNUM%d", "STYSNUM%d")), first) {
		t.Error("the tall figures are not those that the patch names")
	}
}
