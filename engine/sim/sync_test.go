package sim_test

import (
	"strings"
	"testing"

	"doomhost/engine/sim"
)

// syncTest plays an input. Every few tics it saves, plays 8 tics, restores, and plays
// them again: both runs must reach the same state, although the working memory is
// poisoned in between.
func syncTest(t *testing.T, c *sim.Content, in *input, every int, exits ...int) {
	t.Helper()
	const window = 8
	g := start(t, c, in.Params)
	var snap sim.Snapshot
	var hashes [window]uint64
	rounds := 0
	step := func(i int) {
		for _, exit := range exits {
			if i == exit && g.Phase == sim.PhaseLevel {
				g.ExitLevel()
			}
		}
		play(t, g, in, i, i+1)
		g.WantIdle(t)
	}
	for i := 0; i+window <= len(in.Tics); i += every {
		for j := i; j < min(i+every-window, len(in.Tics)); j++ {
			step(j)
		}
		at := i + max(every-window, 0)
		if at+window > len(in.Tics) {
			break
		}
		g.Snapshot(&snap)
		if fault := snap.Fault(); fault != "" {
			t.Fatalf("tic %d: the validator rejects a valid state: %s", at, fault)
		}
		for k := range hashes {
			step(at + k)
			hashes[k] = g.Hash()
		}
		g.PoisonScratch()
		if err := g.Restore(&snap); err != nil {
			t.Fatal(err)
		}
		for k := range hashes {
			g.PoisonScratch()
			step(at + k)
			if g.Hash() != hashes[k] {
				t.Fatalf("tic %d (map %d, phase %d) differs %d tics after a restore", at+k, g.Map, g.Phase, k+1)
			}
		}
		rounds++
	}
	if rounds == 0 {
		t.Fatal("nothing was compared")
	}
}

func TestRestoredGamesPlayOnIdentically(t *testing.T) {
	for _, test := range []struct {
		iwad  string
		pwads []string
		demo  string
	}{
		{"freedoom1", nil, "DEMO1"},
		{"freedoom1", nil, "DEMO4"},
		{"freedoom2", nil, "DEMO2"},
		{"freedm", nil, "DEMO1"},
	} {
		t.Run(test.iwad+" "+test.demo, func(t *testing.T) {
			c := content(t, test.iwad, test.pwads...)
			syncTest(t, c, lump(t, c, test.demo), 16)
		})
	}
}

// synced lists recorded games of all kinds: co-op, deathmatch, altdeath, respawning and
// fast monsters, joins and leaves, boss deaths, texts and intermissions.
var synced = []string{
	"churn-dm1-alt", "churn-map07-dm", "drop-map01-coop", "freedm-map09-nm-4p",
	"freedoom1-conf-e3m8-hmp-4p", "freedoom1-conf-finale-e3m8", "freedoom1-conf-inter-e2m2",
	"freedoom1-e3m9-uv-4p-alt", "freedoom2-conf-inter-map10-4p", "freedoom2-conf-map02-hmp-4p",
	"freedoom2-conf-map07-hmp-4p", "freedoom2-inter-map25-3p-dm", "freedoom2-map14-hntr-1p-fast",
	"freedoom2-map18-nm-4p-dm-resp", "freedoom2-map30-itytd-3p", "join-e1m1-coop",
}

func TestRestoredGoldenGamesPlayOnIdentically(t *testing.T) {
	contents := map[string]*sim.Content{}
	runs := goldenRuns(t)
	for _, name := range synced {
		r, ok := runs[name]
		if !ok {
			t.Fatalf("there is no golden run %s", name)
		}
		key := r.IWAD + " " + r.PWAD
		if contents[key] == nil {
			contents[key] = content(t, r.IWAD, strings.Fields(r.PWAD)...)
		}
		t.Run(name, func(t *testing.T) {
			syncTest(t, contents[key], goldenInput(t, contents[key], &r), 50)
		})
	}
}

func TestRestoredBotGamesPlayOnIdentically(t *testing.T) {
	one, two := content(t, "freedoom1", "conformance1"), content(t, "freedoom2", "conformance2")
	for _, test := range []struct {
		name string
		c    *sim.Content
		p    sim.Params
	}{
		{"every line and sector type", two, sim.Params{Map: 1, Skill: 2}},
		{"every monster", two, sim.Params{Map: 5, Skill: 3}},
		{"nightmare", two, sim.Params{Map: 6, Skill: 4}},
		{"boss deaths", one, sim.Params{Episode: 2, Map: 8, Skill: 2}},
		{"altdeath", one, sim.Params{Episode: 1, Map: 1, Skill: 2, Deathmatch: 2, Timer: 1}},
		{"the brain", content(t, "freedoom2"), sim.Params{Map: 30, Skill: 3, Respawn: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			syncTest(t, test.c, bots(test.p, 1600, 7), 40)
		})
	}
}

func TestRestoredGamesPlayOnIdenticallyBetweenLevels(t *testing.T) {
	one, two := content(t, "freedoom1"), content(t, "freedoom2")
	for _, test := range []struct {
		name string
		c    *sim.Content
		p    sim.Params
	}{
		{"to the next map", one, sim.Params{Episode: 1, Map: 1, Skill: 2}},
		{"into the finale", one, sim.Params{Episode: 2, Map: 8, Skill: 2}},
		{"into the bunny", one, sim.Params{Episode: 3, Map: 8, Skill: 2}},
		{"over a text", two, sim.Params{Map: 6, Skill: 2}},
		{"into the cast", two, sim.Params{Map: 30, Skill: 2}},
		{"deathmatch", two, sim.Params{Map: 2, Skill: 2, Deathmatch: 1}},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := bots(test.p, 1500, 11)
			syncTest(t, test.c, in, 10, 30, 600, 1000)
		})
	}
}
