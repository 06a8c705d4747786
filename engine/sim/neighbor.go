package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// neighbor returns the sector across a line of sector s, -1 if the line is not marked
// two-sided or has no other side.
func (g *Game) neighbor(line, s int32) int32 {
	l := &g.lv.Lines[line]
	if l.Flags&level.LineTwoSided == 0 {
		return -1
	}
	if l.Front == s {
		return l.Back
	}
	return l.Front
}

// lowestFloorAround is the lowest floor of s and its neighbours.
func (g *Game) lowestFloorAround(s int32) fixed.Fixed {
	h := g.Sectors[s].FloorHeight
	for _, line := range g.lv.Sectors[s].Lines {
		if n := g.neighbor(line, s); n >= 0 {
			h = min(h, g.Sectors[n].FloorHeight)
		}
	}
	return h
}

// highestFloorAround returns the highest floor of s's neighbours, at least -500.
func (g *Game) highestFloorAround(s int32) fixed.Fixed {
	h := -500 * fixed.Unit
	for _, line := range g.lv.Sectors[s].Lines {
		if n := g.neighbor(line, s); n >= 0 {
			h = max(h, g.Sectors[n].FloorHeight)
		}
	}
	return h
}

// nextFloorAround returns the lowest floor above h among s's neighbours, or h if there is
// none.
func (g *Game) nextFloorAround(s int32, h fixed.Fixed) fixed.Fixed {
	next, found := h, 0
	for _, line := range g.lv.Sectors[s].Lines {
		n := g.neighbor(line, s)
		if n < 0 {
			continue
		}
		f := g.Sectors[n].FloorHeight
		if f <= h {
			continue
		}
		if found == 0 || f < next {
			next = f
		}
		found++
		if g.Overruns && found == nextFloorRoom {
			h = f
		}
	}
	return next
}

// lowestCeilingAround returns the lowest ceiling of s's neighbours, or fixed.Max if there
// are none.
func (g *Game) lowestCeilingAround(s int32) fixed.Fixed {
	h := fixed.Max
	for _, line := range g.lv.Sectors[s].Lines {
		if n := g.neighbor(line, s); n >= 0 {
			h = min(h, g.Sectors[n].CeilingHeight)
		}
	}
	return h
}

// highestCeilingAround returns the highest ceiling of s's neighbours, at least 0.
func (g *Game) highestCeilingAround(s int32) fixed.Fixed {
	h := fixed.Fixed(0)
	for _, line := range g.lv.Sectors[s].Lines {
		if n := g.neighbor(line, s); n >= 0 {
			h = max(h, g.Sectors[n].CeilingHeight)
		}
	}
	return h
}

// lowestLightAround returns the lowest light of s's neighbours, at most limit.
func (g *Game) lowestLightAround(s int32, limit int32) int32 {
	for _, line := range g.lv.Sectors[s].Lines {
		if n := g.neighbor(line, s); n >= 0 {
			limit = min(limit, int32(g.Sectors[n].Light))
		}
	}
	return limit
}

// nextTagged returns the first sector after the given one that has the tag, -1 for none.
// Begin with -1. Tag 0 is a tag like any other.
func (g *Game) nextTagged(tag int16, after int32) int32 {
	for s := after + 1; int(s) < len(g.lv.Sectors); s++ {
		if g.lv.Sectors[s].Tag == tag {
			return s
		}
	}
	return -1
}

// nextIdle is nextTagged for idle sectors: those without a mover.
func (g *Game) nextIdle(tag int16, after int32) int32 {
	s := g.nextTagged(tag, after)
	for s >= 0 && g.Sectors[s].Mover != noMover {
		s = g.nextTagged(tag, s)
	}
	return s
}
