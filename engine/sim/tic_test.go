package sim_test

import (
	"testing"

	"doomhost/engine/sim"
)

// A tic allocates nothing once its lists have grown. The test plays a game twice from the
// same state; the second run must find all storage in place.
func TestATicAllocatesNothing(t *testing.T) {
	for _, test := range []struct {
		name string
		c    *sim.Content
		p    sim.Params
	}{
		{"Doom", content(t, "freedoom1"), sim.Params{Episode: 1, Map: 3, Skill: 3}},
		{"Doom II, nightmare", content(t, "freedoom2"), sim.Params{Map: 6, Skill: 4}},
		{"every line type", content(t, "freedoom2", "conformance2"), sim.Params{Map: 3, Skill: 2}},
		{"altdeath", content(t, "freedm"), sim.Params{Map: 3, Skill: 2, Deathmatch: 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := bots(test.p, 1000, 17)
			g := start(t, test.c, in.Params)
			var snap sim.Snapshot
			g.Snapshot(&snap)
			if n := testing.AllocsPerRun(1, func() {
				if err := g.Restore(&snap); err != nil {
					t.Fatal(err)
				}
				play(t, g, in, 0, len(in.Tics))
			}); n != 0 {
				t.Errorf("%v allocations in %d tics", n, len(in.Tics))
			}
		})
	}
}

func BenchmarkTic(b *testing.B) {
	for i := range largest {
		in := bots(largest[i].p, 2000, 1)
		c := content(b, largest[i].iwad)
		b.Run(c.MapName(in.Params.Episode, in.Params.Map), func(b *testing.B) {
			benchmarkTics(b, c, in)
		})
	}
	for _, test := range []struct{ iwad, demo string }{
		{"freedoom1", "DEMO1"}, {"freedoom2", "DEMO1"}, {"freedm", "DEMO1"},
	} {
		c := content(b, test.iwad)
		b.Run(test.iwad+" "+test.demo, func(b *testing.B) { benchmarkTics(b, c, lump(b, c, test.demo)) })
	}
}

func benchmarkTics(b *testing.B, c *sim.Content, in *input) {
	g := start(b, c, in.Params)
	var snap sim.Snapshot
	g.Snapshot(&snap)
	i := 0
	for b.Loop() {
		if i == len(in.Tics) {
			if err := g.Restore(&snap); err != nil {
				b.Fatal(err)
			}
			i = 0
		}
		if err := g.Tic(&in.Tics[i].Cmds, in.Tics[i].Mask); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkSight checks every monster's sight of the first player.
func BenchmarkSight(b *testing.B) {
	g := busy(b, 1)
	player := g.Mobj(g.Players[0].Mo)
	n := 0
	for b.Loop() {
		t := g.Thinkers[n%len(g.Thinkers)]
		if t.Kind == sim.ThinkMobj {
			g.CheckSight(g.MobjAt(t.Index), player)
		}
		n++
	}
}
