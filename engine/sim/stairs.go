package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

func twoSided(l *level.Line) bool { return l.Flags&level.LineTwoSided != 0 }

// stairKind is how stairs are built.
type stairKind uint8

const (
	stairs8  stairKind = iota // slowly, steps of 8
	stairs16                  // fast, steps of 16
)

// buildStairs starts a flight of stairs at each idle sector with the tag, and reports
// whether there were any. The next step is the sector behind the first line of the
// current step that faces a sector with the same floor flat. As in vanilla, a step that
// is already moving still raises the height of the next one, and the search for further
// flights goes on after the last step's sector.
func (g *Game) buildStairs(tag int16, kind stairKind) bool {
	speed, size := floorSpeed/4, 8*fixed.Unit
	if kind == stairs16 {
		speed, size = floorSpeed*4, 16*fixed.Unit
	}
	started := false
	for s := g.nextIdle(tag, -1); s >= 0; s = g.nextIdle(tag, s) {
		started = true
		flat := g.Sectors[s].FloorPic
		height := g.Sectors[s].FloorHeight + size
		for {
			g.newFloor(s, floorStairs, up, speed, height)
			next := g.nextStep(s, flat, size, &height)
			if next < 0 {
				break
			}
			s = next
		}
	}
	return started
}

// nextStep returns the step that follows sector s, -1 for none, and sets height to its
// height.
func (g *Game) nextStep(s int32, flat int16, size fixed.Fixed, height *fixed.Fixed) int32 {
	for _, line := range g.lv.Sectors[s].Lines {
		l := &g.lv.Lines[line]
		if !twoSided(l) || l.Front != s || l.Back < 0 || g.Sectors[l.Back].FloorPic != flat {
			continue
		}
		*height += size
		if g.Sectors[l.Back].Mover == noMover {
			return l.Back
		}
	}
	return -1
}

// nowhereFlat is the flat that a donut's ring copies from a missing sector, if the game
// has that many flats.
const nowhereFlat = 22

// doDonut lowers pillars with the tag into the ring around them and raises the ring to
// the floor outside. It reports whether there were any.
func (g *Game) doDonut(tag int16) bool {
	started := false
	for pillar := g.nextIdle(tag, -1); pillar >= 0; pillar = g.nextIdle(tag, pillar) {
		started = true
		if len(g.lv.Sectors[pillar].Lines) == 0 {
			break
		}
		ring := g.neighbor(g.lv.Sectors[pillar].Lines[0], pillar)
		if ring < 0 {
			break
		}
		g.startDonut(pillar, ring)
	}
	return started
}

func (g *Game) startDonut(pillar, ring int32) {
	for _, line := range g.lv.Sectors[ring].Lines {
		outside := g.lv.Lines[line].Back
		if outside == pillar {
			continue
		}
		height, flat := fixed.Fixed(0), int16(nowhereFlat)
		if outside >= 0 {
			height, flat = g.Sectors[outside].FloorHeight, g.Sectors[outside].FloorPic
		} else if nowhereFlat >= g.content.Set.FlatCount() {
			flat = 0
		}
		g.newFloor(ring, floorDonutRaise, up, floorSpeed/2, height).Texture = flat
		g.newFloor(pillar, floorLower, down, floorSpeed/2, height)
		return
	}
}
