package sim_test

import (
	"testing"

	"doomhost/engine/level"
	"doomhost/engine/sim"
)

// plainHash is FNV-1a, straight from its definition.
type plainHash uint32

func (h *plainHash) add(v uint32) {
	for i := range 4 {
		*h = (*h ^ plainHash(v>>(8*i)&255)) * 16777619
	}
}

func plainSides(g *sim.Game, mapped []uint64) uint32 {
	h := plainHash(2166136261)
	for i := range g.Sides {
		s := &g.Sides[i]
		h.add(uint32(s.TextureOffset))
		h.add(uint32(s.RowOffset))
		h.add(uint32(uint16(s.Top)))
		h.add(uint32(uint16(s.Bottom)))
		h.add(uint32(uint16(s.Middle)))
	}
	for i := range g.Specials {
		flags := g.Level().Lines[i].Flags
		if mapped != nil && mapped[i>>6]>>(i&63)&1 != 0 {
			flags |= level.LineMapped
		}
		h.add(uint32(uint16(g.Specials[i])))
		h.add(uint32(flags))
	}
	return uint32(h)
}

func plainSectors(g *sim.Game) uint32 {
	h := plainHash(2166136261)
	for i := range g.Sectors {
		s := &g.Sectors[i]
		h.add(uint32(s.FloorHeight))
		h.add(uint32(s.CeilingHeight))
		h.add(uint32(uint16(s.FloorPic)))
		h.add(uint32(uint16(s.CeilingPic)))
		h.add(uint32(uint16(s.Light)))
		h.add(uint32(uint16(s.Special)))
	}
	return uint32(h)
}

// The caches must not change the golden hashes: not after walls and switches move, not
// after a restore, not on another map.
func TestGoldenHashesMatchPlainFNV(t *testing.T) {
	c := content(t, "freedoom2", "conformance2")
	in := bots(sim.Params{Map: 2, Skill: 2}, 1200, 21)
	g := start(t, c, in.Params)
	mapped := make([]uint64, (len(g.Level().Lines)+63)/64)
	var snap sim.Snapshot
	for i := range in.Tics {
		switch i {
		case 300:
			g.Snapshot(&snap)
		case 600:
			if err := g.Restore(&snap); err != nil {
				t.Fatal(err)
			}
		case 800:
			g.ExitLevel()
		}
		play(t, g, in, i, i+1)
		if g.Phase != sim.PhaseLevel {
			continue
		}
		if got, want := g.GoldenSectorHash(), plainSectors(g); got != want {
			t.Fatalf("tic %d: sectors %08x, want %08x", i, got, want)
		}
		if got, want := g.GoldenSideHash(), plainSides(g, nil); got != want {
			t.Fatalf("tic %d: sides %08x, want %08x", i, got, want)
		}
		if words := (len(g.Level().Lines) + 63) / 64; words != len(mapped) {
			mapped = make([]uint64, words)
		}
		mapped[i%len(mapped)] |= 1 << (i % 64)
		if got, want := g.GoldenSideHashMapped(mapped), plainSides(g, mapped); got != want {
			t.Fatalf("tic %d: sides of a drawn game %08x, want %08x", i, got, want)
		}
	}
}

func TestGoldenMobjHashMatchesPlainFNV(t *testing.T) {
	c := content(t, "freedoom1")
	in := bots(sim.Params{Episode: 2, Map: 4, Skill: 3}, 200, 2)
	g := start(t, c, in.Params)
	for i := range in.Tics {
		play(t, g, in, i, i+1)
		h, n := plainHash(2166136261), 0
		for _, th := range g.Thinkers {
			if th.Kind != sim.ThinkMobj {
				continue
			}
			n++
			m := g.MobjAt(th.Index)
			for _, v := range [...]uint32{
				uint32(m.Type), uint32(m.X), uint32(m.Y), uint32(m.Z), uint32(m.Angle),
				uint32(m.MomX), uint32(m.MomY), uint32(m.MomZ), uint32(m.Radius), uint32(m.Height),
				uint32(m.Flags), uint32(m.Health), uint32(m.State), uint32(m.Tics), uint32(m.MoveDir),
				uint32(m.MoveCount), uint32(m.ReactionTime), uint32(m.Threshold),
			} {
				h.add(v)
			}
		}
		if got := g.GoldenMobjHash(); got != uint32(h) || g.LiveMobjs() != n {
			t.Fatalf("tic %d: %d map objects %08x, want %d of %08x", i, g.LiveMobjs(), got, n, uint32(h))
		}
	}
}
