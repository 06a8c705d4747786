package sound

import (
	"testing"

	"doomhost/engine/demo"
	"doomhost/engine/sim"
	"doomhost/engine/trace"
	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// content loads an IWAD with more WADs on top.
func content(t testing.TB, iwad string, over ...*wadtest.WAD) *sim.Content {
	t.Helper()
	files := []*wad.File{testwads.Open(t, iwad, testwads.IWAD(t, iwad))}
	for _, w := range over {
		files = append(files, testwads.Open(t, "test", w.Bytes()))
	}
	c, _, err := trace.Content(files)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// replay returns a lump's recorded game.
func replay(t testing.TB, c *sim.Content, lump string) *trace.Replay {
	t.Helper()
	n, ok := c.Set.Find(lump)
	if !ok {
		t.Fatalf("no lump %s", lump)
	}
	d, err := demo.Parse(c.Set.Lump(n))
	if err != nil {
		t.Fatal(err)
	}
	r, err := trace.NewReplay(c, trace.FromDemo(d), trace.Lines{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// game starts a game of one player on a map.
func game(t testing.TB, c *sim.Content, episode, number int) *sim.Game {
	t.Helper()
	g, err := sim.New(c, sim.Params{Episode: episode, Map: number, Skill: 2, Players: [sim.MaxPlayers]bool{true}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

const ticSamples = 48000 / 35

func mixer(c *sim.Content) *Mixer { return New(c.Set, c.Tables, 48000) }

// loudest returns the loudest sample of the left and the right.
func loudest(pcm []int16) (left, right int) {
	for i, v := range pcm {
		n := max(int(v), -int(v))
		if i%2 == 0 {
			left = max(left, n)
		} else {
			right = max(right, n)
		}
	}
	return left, right
}
