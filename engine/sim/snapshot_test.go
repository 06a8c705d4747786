package sim_test

import (
	"testing"

	"doomhost/engine/sim"
)

func TestRestoreGoesBackOverLevels(t *testing.T) {
	c := content(t, "freedoom1")
	in := bots(sim.Params{Episode: 1, Map: 1, Skill: 2}, 600, 3)
	g := start(t, c, in.Params)
	play(t, g, in, 0, 100)
	var first sim.Snapshot
	g.Snapshot(&first)
	want := g.Hash()

	g.ExitLevel()
	for i := 100; g.Map == 1; i++ {
		play(t, g, in, i, i+1)
	}
	play(t, g, in, 0, 50)
	var second sim.Snapshot
	g.Snapshot(&second)
	later := g.Hash()

	for range 2 {
		if err := g.Restore(&first); err != nil {
			t.Fatal(err)
		}
		if g.Hash() != want || g.Map != 1 || g.Level().Name != "E1M1" {
			t.Errorf("back on the first map the game differs (map %d, level %s)", g.Map, g.Level().Name)
		}
		if err := g.Restore(&second); err != nil {
			t.Fatal(err)
		}
		if g.Hash() != later || g.Level().Name != "E1M2" {
			t.Errorf("on the second map again the game differs")
		}
	}
}

func TestRestoreIntoAnotherGameKeepsItsConsole(t *testing.T) {
	c := content(t, "freedoom2")
	in := bots(sim.Params{Map: 7, Skill: 3}, 200, 5)
	g := start(t, c, in.Params)
	play(t, g, in, 0, 200)
	var snap sim.Snapshot
	g.Snapshot(&snap)

	p := in.Params
	p.Console, p.Map = 2, 3
	other := start(t, c, p)
	if err := other.Restore(&snap); err != nil {
		t.Fatal(err)
	}
	if other.Console != 2 || other.Hash() != g.Hash() {
		t.Errorf("console %d, hashes %x and %x", other.Console, other.Hash(), g.Hash())
	}
	if snap.Tic() != 200 || snap.MapName() != "MAP07" || snap.Params().Skill != 3 {
		t.Errorf("the snapshot says tic %d, map %s, skill %d", snap.Tic(), snap.MapName(), snap.Params().Skill)
	}
}

func TestRestoreTakesTheTablesOfFastMonstersAlong(t *testing.T) {
	c := content(t, "freedoom1")
	in := bots(sim.Params{Episode: 1, Map: 3, Skill: 2, Fast: true}, 300, 9)
	g := start(t, c, in.Params)
	play(t, g, in, 0, 100)
	var snap sim.Snapshot
	g.Snapshot(&snap)
	play(t, g, in, 100, 300)

	p := in.Params
	p.Fast = false
	slow := start(t, c, p)
	if err := slow.Restore(&snap); err != nil {
		t.Fatal(err)
	}
	play(t, slow, in, 100, 300)
	if slow.Hash() != g.Hash() {
		t.Error("monsters keep the speed of the previous game")
	}
}

func TestRestoreRefusesEmptyAndForeignSnapshots(t *testing.T) {
	g := start(t, content(t, "freedm"), sim.Params{Map: 1, Skill: 2, Players: [4]bool{true}})
	if err := g.Restore(new(sim.Snapshot)); err == nil {
		t.Error("an empty snapshot was restored")
	}
	other := start(t, content(t, "freedm"), sim.Params{Map: 1, Skill: 2, Players: [4]bool{true}})
	var snap sim.Snapshot
	other.Snapshot(&snap)
	if err := g.Restore(&snap); err == nil {
		t.Error("a snapshot of a game on other content was restored")
	}
}

func TestSnapshotsReuseTheirStorage(t *testing.T) {
	c := content(t, "freedoom2")
	in := bots(sim.Params{Map: 12, Skill: 3}, 300, 1)
	g := start(t, c, in.Params)
	play(t, g, in, 0, 300)
	var snap sim.Snapshot
	g.Snapshot(&snap)
	if n := testing.AllocsPerRun(20, func() {
		g.Snapshot(&snap)
		if err := g.Restore(&snap); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// largest lists Freedoom's maps with the most things and with the most sides.
var largest = []struct {
	iwad string
	p    sim.Params
}{
	{"freedoom1", sim.Params{Episode: 4, Map: 7, Skill: 3}},
	{"freedoom2", sim.Params{Map: 12, Skill: 3}},
	{"freedoom2", sim.Params{Map: 28, Skill: 3}},
}

// busy returns a game on such a map after a minute of fighting.
func busy(b *testing.B, i int) *sim.Game {
	in := bots(largest[i].p, 2100, 1)
	g := start(b, content(b, largest[i].iwad), in.Params)
	play(b, g, in, 0, len(in.Tics))
	return g
}

func BenchmarkSnapshot(b *testing.B) {
	for i := range largest {
		g := busy(b, i)
		var snap sim.Snapshot
		b.Run(g.Level().Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g.Snapshot(&snap)
			}
		})
	}
}

func BenchmarkRestore(b *testing.B) {
	for i := range largest {
		g := busy(b, i)
		var snap sim.Snapshot
		g.Snapshot(&snap)
		b.Run(g.Level().Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := g.Restore(&snap); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	for i := range largest {
		g := busy(b, i)
		b.Run(g.Level().Name, func(b *testing.B) {
			for b.Loop() {
				g.Hash()
			}
		})
	}
}

func BenchmarkGoldenHashes(b *testing.B) {
	for i := range largest {
		g := busy(b, i)
		b.Run(g.Level().Name, func(b *testing.B) {
			for b.Loop() {
				g.GoldenMobjHash()
				g.GoldenSectorHash()
				g.GoldenSideHash()
			}
		})
	}
}
