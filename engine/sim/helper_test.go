package sim_test

import (
	"os"
	"path/filepath"
	"testing"

	"doomhost/engine/demo"
	"doomhost/engine/sim"
	"doomhost/engine/trace"
	"doomhost/internal/testkit/testfiles"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// content loads an IWAD with PWADs on top.
func content(t testing.TB, iwad string, pwads ...string) *sim.Content {
	t.Helper()
	c, _, err := sim.LoadContent(testwads.Set(t, iwad, pwads...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// input holds a game's parameters and the commands of each tic.
type input = trace.Input

// lump returns the recorded game in a lump of the IWAD.
func lump(t testing.TB, c *sim.Content, name string) *input {
	t.Helper()
	n, ok := c.Set.Find(name)
	if !ok {
		t.Fatalf("there is no lump %s", name)
	}
	d, err := demo.Parse(c.Set.Lump(n))
	if err != nil {
		t.Fatal(err)
	}
	return trace.FromDemo(d)
}

// goldenRuns returns the recorded runs by name.
func goldenRuns(t testing.TB) map[string]trace.Run {
	t.Helper()
	index, err := os.ReadFile(filepath.Join("..", "testdata", "golden", "runs.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	runs, err := trace.ParseRuns(index)
	if err != nil {
		t.Fatal(err)
	}
	byName := make(map[string]trace.Run)
	for _, r := range runs {
		byName[r.Name] = r
	}
	return byName
}

// goldenInput returns the input of a recorded run.
func goldenInput(t testing.TB, c *sim.Content, r *trace.Run) *input {
	t.Helper()
	path := filepath.Join("..", "testdata", "golden", "demos", r.Name+".lmp.gz")
	if r.TicLog {
		path = filepath.Join("..", "testdata", "golden", "ticlogs", r.Name+".ticlog.gz")
	}
	in, err := r.Input(testfiles.Unpack(t, path), nil)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// start starts a game with the given parameters.
func start(t testing.TB, c *sim.Content, p sim.Params) *sim.Game {
	t.Helper()
	g, err := sim.New(c, p)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// play plays tics from to to of an input.
func play(t testing.TB, g *sim.Game, in *input, from, to int) {
	t.Helper()
	for i := from; i < to && i < len(in.Tics); i++ {
		if err := g.Tic(&in.Tics[i].Cmds, in.Tics[i].Mask); err != nil {
			t.Fatal(err)
		}
	}
}

// bots returns the input of four players who run, turn, shoot, use and change weapons at
// random. One of them leaves and comes back now and then.
func bots(p sim.Params, tics int, seed uint32) *input {
	p.NetGame = true
	p.Players = [sim.MaxPlayers]bool{true, true, true, true}
	in := &input{Params: p, Tics: make([]trace.Tic, tics)}
	draw := func(n uint32) uint32 {
		seed = seed*1664525 + 1013904223
		return (seed >> 8) % n
	}
	mask := lockstep.Mask(15)
	for i := range in.Tics {
		t := &in.Tics[i]
		if draw(700) == 0 {
			mask ^= 8
		}
		t.Mask = mask
		for q := range t.Cmds {
			c := &t.Cmds[q]
			if i > 0 {
				*c = in.Tics[i-1].Cmds[q]
			}
			c.Buttons &= lockstep.ButtonAttack
			if draw(20) == 0 {
				c.Forward = int8(draw(101)) - 50
				c.Side = int8(draw(81)) - 40
				c.AngleTurn = int16(draw(3000)) - 1500
			}
			if draw(12) == 0 {
				c.Buttons ^= lockstep.ButtonAttack
			}
			if draw(9) == 0 {
				c.Buttons |= lockstep.ButtonUse
			}
			if draw(90) == 0 {
				c.Buttons |= lockstep.ButtonChange | byte(draw(8))<<lockstep.ButtonWeaponShift
			}
		}
	}
	return in
}
