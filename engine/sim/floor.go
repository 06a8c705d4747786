package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// floorKind is what a floor does; its numbers are vanilla's.
type floorKind uint8

const (
	floorLower            floorKind = iota // to the highest neighbour
	floorLowerToLowest                     // to the lowest neighbour
	floorTurboLower                        // to 8 above the highest neighbour, fast
	floorRaise                             // to the lowest ceiling
	floorRaiseToNearest                    // to the next higher neighbour
	floorRaiseToTexture                    // by the shortest lower texture around
	floorLowerAndChange                    // to the lowest neighbour, copying its flat and special
	floorRaise24                           // by 24
	floorRaise24AndChange                  // by 24, copying the line's front sector
	floorRaiseCrush                        // to 8 below the lowest ceiling, crushing
	floorRaiseTurbo                        // to the next higher neighbour, fast
	floorDonutRaise                        // the ring of a donut
	floorRaise512                          // by 512

	// floorStairs is a step of stairs. Vanilla calls it a floorLower and leaves its crush
	// flag uninitialized. The stray value is usually neither true nor false, so the step
	// hurts a stuck thing but does not press on.
	floorStairs
)

const floorSpeed = fixed.Unit

// Floor is a floor that moves once.
type Floor struct {
	Kind       floorKind
	Crush      bool
	Sector     int32
	Direction  int32
	NewSpecial int32 // with Texture: the sector's special and flat in the end
	Texture    int16
	Dest       fixed.Fixed
	Speed      fixed.Fixed
}

func (g *Game) floorThink(i uint32) {
	f := g.floors.at(i)
	c := crushIf(f.Crush)
	if f.Kind == floorStairs {
		c = crushHurts
	}
	result := g.moveFloor(f.Sector, f.Speed, f.Dest, c, f.Direction)
	f = g.floors.at(i) // a crushed thing's death may start floors
	if g.LevelTime&7 == 0 {
		g.soundSector(f.Sector, info.SoundStnmov)
	}
	if result != movePastDest {
		return
	}
	if f.Direction == up && f.Kind == floorDonutRaise || f.Direction == down && f.Kind == floorLowerAndChange {
		sec := &g.Sectors[f.Sector]
		sec.Special = int16(f.NewSpecial)
		sec.FloorPic = f.Texture
	}
	s := f.Sector
	g.vacate(s, ThinkFloor, i)
	g.floors.release(i)
	g.soundSector(s, info.SoundPstop)
}

// newFloor starts a floor in a sector.
func (g *Game) newFloor(sector int32, kind floorKind, direction int32, speed, dest fixed.Fixed) *Floor {
	i, f := g.floors.alloc()
	g.occupy(sector, ThinkFloor, i)
	f.Kind = kind
	f.Sector = sector
	f.Direction = direction
	f.Speed = speed
	f.Dest = dest
	return f
}

// doFloor starts floors in all idle sectors with the tag, and reports whether there were
// any. line is the line that triggered them, -1 for none.
func (g *Game) doFloor(tag int16, line int32, kind floorKind) bool {
	started := false
	for s := g.nextIdle(tag, -1); s >= 0; s = g.nextIdle(tag, s) {
		started = true
		g.startFloor(s, line, kind)
	}
	return started
}

func (g *Game) startFloor(s, line int32, kind floorKind) {
	sec := &g.Sectors[s]
	h := sec.FloorHeight
	switch kind {
	case floorLower:
		g.newFloor(s, kind, down, floorSpeed, g.highestFloorAround(s))
	case floorLowerToLowest:
		g.newFloor(s, kind, down, floorSpeed, g.lowestFloorAround(s))
	case floorTurboLower:
		dest := g.highestFloorAround(s)
		if dest != h {
			dest += 8 * fixed.Unit
		}
		g.newFloor(s, kind, down, 4*floorSpeed, dest)
	case floorRaise:
		g.newFloor(s, kind, up, floorSpeed, min(g.lowestCeilingAround(s), sec.CeilingHeight))
	case floorRaiseCrush:
		dest := min(g.lowestCeilingAround(s), sec.CeilingHeight) - 8*fixed.Unit
		g.newFloor(s, kind, up, floorSpeed, dest).Crush = true
	case floorRaiseTurbo:
		g.newFloor(s, kind, up, 4*floorSpeed, g.nextFloorAround(s, h))
	case floorRaiseToNearest:
		g.newFloor(s, kind, up, floorSpeed, g.nextFloorAround(s, h))
	case floorRaise24:
		g.newFloor(s, kind, up, floorSpeed, h+24*fixed.Unit)
	case floorRaise512:
		g.newFloor(s, kind, up, floorSpeed, h+512*fixed.Unit)
	case floorRaise24AndChange:
		g.newFloor(s, kind, up, floorSpeed, h+24*fixed.Unit)
		if line >= 0 && g.lv.Lines[line].Front >= 0 {
			front := &g.Sectors[g.lv.Lines[line].Front]
			sec.FloorPic = front.FloorPic
			sec.Special = front.Special
		}
	case floorRaiseToTexture:
		g.newFloor(s, kind, up, floorSpeed, h+g.shortestLowerTexture(s))
	case floorLowerAndChange:
		dest := g.lowestFloorAround(s)
		f := g.newFloor(s, kind, down, floorSpeed, dest)
		f.Texture = sec.FloorPic
		if model := g.floorModel(s, dest); model >= 0 {
			f.Texture = g.Sectors[model].FloorPic
			f.NewSpecial = int32(g.Sectors[model].Special)
		}
	}
}

// shortestLowerTexture returns the height of the shortest lower texture around a sector.
// A side without one counts as texture 0.
func (g *Game) shortestLowerTexture(s int32) fixed.Fixed {
	shortest := fixed.Max
	for _, line := range g.lv.Sectors[s].Lines {
		l := &g.lv.Lines[line]
		if !twoSided(l) {
			continue
		}
		for _, side := range l.Side {
			if side >= 0 {
				t := g.content.Textures.At(int(g.Sides[side].Bottom))
				shortest = min(shortest, fixed.Fixed(t.Height)<<fixed.Bits)
			}
		}
	}
	return shortest
}

// floorModel returns the neighbour with a floor at height h that s copies, -1 for none.
// As in vanilla, each neighbour that does not match replaces the number of lines to
// search by its own; past the last line of s, the search goes on with the lines of the
// sectors that follow.
func (g *Game) floorModel(s int32, h fixed.Fixed) int32 {
	count := len(g.lv.Sectors[s].Lines)
	for i := 0; i < count; i++ {
		line := g.lineFrom(s, i)
		if line < 0 {
			break
		}
		l := &g.lv.Lines[line]
		if !twoSided(l) {
			continue
		}
		other := l.Front
		if l.Front == s {
			other = l.Back
		}
		if other < 0 {
			continue
		}
		if g.Sectors[other].FloorHeight == h {
			return other
		}
		count = len(g.lv.Sectors[other].Lines)
	}
	return -1
}

// lineFrom returns entry i of the line lists of sector s and those after it, -1 past the
// last.
func (g *Game) lineFrom(s int32, i int) int32 {
	for ; int(s) < len(g.lv.Sectors); s++ {
		lines := g.lv.Sectors[s].Lines
		if i < len(lines) {
			return lines[i]
		}
		i -= len(lines)
	}
	return -1
}
