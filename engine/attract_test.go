package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"doomhost/engine/demo"
	"doomhost/engine/hud"
	"doomhost/engine/info"
	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

func attract(t testing.TB, name string, pwads ...WAD) *Attract {
	t.Helper()
	data := testwads.IWAD(t, name)
	c, err := Load("", append([]WAD{{Name: name, Data: data, Sum: sha256.Sum256(data)}}, pwads...)...)
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewAttract(c, render.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// recorded is a demo of the WADs.
func recorded(t testing.TB, c *Content, name string) *demo.Demo {
	t.Helper()
	n, ok := c.Sim().Set.Find(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	d, err := demo.Parse(c.Sim().Set.Lump(n))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// until steps until another piece is shown, and counts the tics.
func (a *Attract) until(t testing.TB, limit int) (tics int) {
	t.Helper()
	for at := a.at; a.at == at; tics++ {
		if tics > limit {
			t.Fatalf("piece %d goes on for more than %d tics", at, limit)
		}
		a.Step()
	}
	return tics
}

// Pages stay for as long as they should, demos to their end, and after the last
// comes the first.
func TestAttractionsFollowEachOther(t *testing.T) {
	for name, want := range map[string][]string{
		"freedoom1": {"title 170", "DEMO1", "credit 200", "DEMO2", "credit 200", "DEMO3", "DEMO4", "title 170"},
		"freedoom2": {"title 385", "DEMO1", "credit 200", "DEMO2", "title 385", "DEMO3", "title 385"},
	} {
		t.Run(name, func(t *testing.T) {
			a := attract(t, name)
			pages := map[hud.Page]string{hud.PageTitle: "title", hud.PageCredit: "credit", hud.PageHelp2: "help"}
			var got []string
			for range want {
				piece := a.pieces[a.at]
				if piece.Demo == "" {
					got = append(got, fmt.Sprint(pages[piece.Page], " ", a.until(t, 1000)))
					continue
				}
				got = append(got, piece.Demo)
				// One tic to see that it is over.
				length := len(recorded(t, a.engine.content, piece.Demo).Tics)
				if n := a.until(t, length+1); n != length+1 {
					t.Errorf("%s is left after %d of %d tics", piece.Demo, n, length)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("shown: %q, want %q", got, want)
			}
		})
	}
}

// A demo is played as if there had been nothing before it.
func TestAttractionsArePlayedExactly(t *testing.T) {
	a := attract(t, "freedoom2")
	for a.pieces[a.at].Demo != "DEMO2" {
		a.Step()
	}
	d := recorded(t, a.engine.content, "DEMO2")
	d.Params.Overruns = true
	alone, err := New(a.engine.content, d.Params)
	if err != nil {
		t.Fatal(err)
	}
	for tic, cmds := range d.Tics[:min(1000, len(d.Tics))] {
		a.Step()
		step(t, alone, &lockstep.Bundle{Tic: lockstep.Tic(tic), InGame: alone.InGame(), Cmds: cmds})
		if a.Engine().Hash() != alone.Hash() {
			t.Fatalf("tic %d of DEMO2 differs from the demo's own", tic)
		}
	}
}

// A demo that cannot be played is passed over.
func TestAttractionsPassOverABrokenDemo(t *testing.T) {
	lump := []byte{42, 1, 2, 3}
	pwad := append([]byte("PWAD"), binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, 1), 12+4)...)
	pwad = append(pwad, lump...)
	pwad = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(pwad, 12), 4)
	pwad = append(pwad, "DEMO1\x00\x00\x00"...)
	a := attract(t, "freedoom1", WAD{Name: "broken.wad", Data: pwad})
	a.until(t, 1000)
	if p := a.pieces[a.at]; p.Page != hud.PageCredit || p.Demo != "" {
		t.Errorf("behind the title comes %+v", p)
	}
}

// Demos of other programs are named, and those that are like Doom 1.9's or have no end
// are shown.
func TestAttractionsOfOtherPrograms(t *testing.T) {
	old := slices.Clone(recorded(t, attract(t, "freedoom1").engine.content, "DEMO2").Tics[:50])
	bytesOf := func(version byte) []byte {
		d := &demo.Demo{Tics: old, Params: sim.Params{Skill: 2, Episode: 1, Map: 1, Players: [4]bool{true}}}
		data, err := d.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		data[0] = version
		return data[:len(data)-1] // no end marker
	}
	w := &wadtest.WAD{PWAD: true}
	w.Add("DEMO1", 2, 1, 1, 1, 0, 0, 0, 0x80)
	w.Add("DEMO2", bytesOf(106)...)
	w.Add("DEMO3", bytesOf(203)...)
	w.Add("DEMO4", bytesOf(109)...)
	a := attract(t, "freedoom1", WAD{Name: "demos.wad", Data: w.Bytes()})
	var shown []string
	for range 6 {
		if piece := a.pieces[a.at]; piece.Demo != "" {
			shown = append(shown, fmt.Sprint(piece.Demo, " ", a.until(t, 1000)-1))
			continue
		}
		a.until(t, 1000)
	}
	if want := []string{"DEMO2 50", "DEMO4 50"}; !slices.Equal(shown, want) {
		t.Errorf("shown: %q, want %q", shown, want)
	}
	warnings := a.engine.content.Warnings
	for i, says := range []string{"lump DEMO1: demo recorded with Doom 1.2", "lump DEMO2: recorded with Doom 1.666", "lump DEMO3: demo recorded with MBF"} {
		if len(warnings) != 3 || !strings.Contains(warnings[i], says) {
			t.Fatalf("warnings %q, want one with %q", warnings, says)
		}
	}
}

// Pages and demos melt into each other: the picture goes over from one to the next in
// steps.
func TestAttractionsAreWiped(t *testing.T) {
	a := attract(t, "freedoom1")
	draw := func() []byte {
		f, _ := a.Draw(View{})
		return bytes.Clone(f.Pix)
	}
	title := draw()
	if bytes.Count(title, title[:1]) == len(title) {
		t.Fatal("the title is of one color")
	}
	a.until(t, 1000)
	if !bytes.Equal(draw(), title) {
		t.Fatal("the title is gone at once")
	}
	rest := []int{}
	for range 20 {
		a.Step()
		now := draw()
		same := 0
		for i, v := range now {
			if v == title[i] {
				same++
			}
		}
		rest = append(rest, 100*same/len(title))
	}
	if rest[0] < 60 || rest[0] <= rest[5] || rest[19] > 10 {
		t.Errorf("percent of the title after each tic: %v", rest)
	}
	for range 40 {
		a.Step()
	}
	if draw(); a.engine.picture.wipe.Running() {
		t.Error("the title is still there after 60 tics")
	}
}

// The title has its song, and a demo's goes on over the page behind it.
func TestAttractionsAreHeard(t *testing.T) {
	a := attract(t, "freedoom1")
	pcm := make([]int16, 2*44100/35)
	heard := func(limit int) (most int) {
		for at := a.at; a.at == at && limit > 0; limit-- {
			a.Step()
			a.Mix(pcm, 44100)
			for _, v := range pcm {
				most = max(most, int(v))
			}
		}
		return most
	}
	if n := heard(100); n < 500 {
		t.Errorf("the title is %d loud", n)
	}
	for a.pieces[a.at].Page != hud.PageCredit {
		a.Step()
	}
	for range 70 { // the last shots ring out
		a.Step()
		a.Mix(pcm, 44100)
	}
	if n := heard(100); n < 500 {
		t.Errorf("over the credits it is %d loud", n)
	}
	if a.pieces[a.at].Music != info.MusicNone {
		t.Error("the credits have a song of their own")
	}
}

func TestAttractionsAllocateNothing(t *testing.T) {
	a := attract(t, "freedoom1")
	pcm := make([]int16, 2*44100/35)
	frame := func() {
		a.Step()
		a.Draw(View{})
		a.Mix(pcm, 44100)
	}
	frame()
	if n := testing.AllocsPerRun(100, frame); n != 0 {
		t.Errorf("%v allocations a tic of a page", n)
	}
	for a.demo == nil || a.next < 400 {
		frame()
	}
	if n := testing.AllocsPerRun(400, frame); n != 0 {
		t.Errorf("%v allocations a tic of a demo", n)
	}
}
