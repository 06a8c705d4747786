package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// ceilingKind is what a ceiling does; its numbers are vanilla's.
type ceilingKind uint8

const (
	ceilingLowerToFloor ceilingKind = iota
	ceilingRaiseToHighest
	ceilingLowerAndCrush // to 8 above the floor
	ceilingCrushAndRaise // the same, and up again, forever
	ceilingFastCrushAndRaise
	ceilingSilentCrushAndRaise
)

const ceilingSpeed = fixed.Unit

// Ceiling is a moving ceiling. Crushers move forever, or stand still once a line stops
// them.
type Ceiling struct {
	Running      bool // false in free slots
	Kind         ceilingKind
	Crush        bool
	Sector       int32
	Bottom, Top  fixed.Fixed
	Speed        fixed.Fixed
	Direction    int32 // down, up, 0 stopped
	Tag          int16
	OldDirection int32 // before it was stopped
}

func (g *Game) ceilingThink(i uint32) {
	c := g.ceilings.at(i)
	switch c.Direction {
	case up:
		result := g.moveCeiling(c.Sector, c.Speed, c.Top, crushNone, up)
		g.ceilingNoise(c)
		if result == movePastDest {
			g.ceilingAtTop(i, c)
		}
	case down:
		result := g.moveCeiling(c.Sector, c.Speed, c.Bottom, crushIf(c.Crush), down)
		c = g.ceilings.at(i) // a crushed thing's death may start ceilings
		g.ceilingNoise(c)
		switch result {
		case movePastDest:
			g.ceilingAtBottom(i, c)
		case moveCrushed:
			switch c.Kind {
			case ceilingSilentCrushAndRaise, ceilingCrushAndRaise, ceilingLowerAndCrush:
				c.Speed = ceilingSpeed / 8
			}
		}
	}
}

func (g *Game) ceilingNoise(c *Ceiling) {
	if g.LevelTime&7 == 0 && c.Kind != ceilingSilentCrushAndRaise {
		g.soundSector(c.Sector, info.SoundStnmov)
	}
}

func (g *Game) ceilingAtTop(i uint32, c *Ceiling) {
	switch c.Kind {
	case ceilingRaiseToHighest:
		g.endCeiling(i, c)
	case ceilingSilentCrushAndRaise:
		g.soundSector(c.Sector, info.SoundPstop)
		c.Direction = down
	case ceilingFastCrushAndRaise, ceilingCrushAndRaise:
		c.Direction = down
	}
}

func (g *Game) ceilingAtBottom(i uint32, c *Ceiling) {
	switch c.Kind {
	case ceilingSilentCrushAndRaise:
		g.soundSector(c.Sector, info.SoundPstop)
		c.Speed = ceilingSpeed
		c.Direction = up
	case ceilingCrushAndRaise:
		c.Speed = ceilingSpeed
		c.Direction = up
	case ceilingFastCrushAndRaise:
		c.Direction = up
	case ceilingLowerAndCrush, ceilingLowerToFloor:
		g.endCeiling(i, c)
	}
}

func (g *Game) endCeiling(i uint32, c *Ceiling) {
	g.vacate(c.Sector, ThinkCeiling, i)
	g.ceilings.release(i)
}

// newCeiling starts a ceiling moving down in a sector.
func (g *Game) newCeiling(sector int32, kind ceilingKind) *Ceiling {
	i, c := g.ceilings.alloc()
	g.occupy(sector, ThinkCeiling, i)
	c.Running = true
	c.Kind = kind
	c.Sector = sector
	c.Tag = g.lv.Sectors[sector].Tag
	c.Direction = down
	c.Speed = ceilingSpeed
	return c
}

// doCeiling starts ceilings in all idle sectors with the tag, and reports whether there
// were any. Starting crushers also restarts stopped ones.
func (g *Game) doCeiling(tag int16, kind ceilingKind) bool {
	switch kind {
	case ceilingFastCrushAndRaise, ceilingSilentCrushAndRaise, ceilingCrushAndRaise:
		for i := range g.ceilings.items {
			if c := &g.ceilings.items[i]; c.Running && c.Tag == tag && c.Direction == 0 {
				c.Direction = c.OldDirection
			}
		}
	}
	started := false
	for s := g.nextIdle(tag, -1); s >= 0; s = g.nextIdle(tag, s) {
		started = true
		sec, c := &g.Sectors[s], g.newCeiling(s, kind)
		switch kind {
		case ceilingFastCrushAndRaise:
			c.Crush = true
			c.Top = sec.CeilingHeight
			c.Bottom = sec.FloorHeight + 8*fixed.Unit
			c.Speed = 2 * ceilingSpeed
		case ceilingSilentCrushAndRaise, ceilingCrushAndRaise:
			c.Crush = true
			c.Top = sec.CeilingHeight
			c.Bottom = sec.FloorHeight + 8*fixed.Unit
		case ceilingLowerAndCrush:
			c.Bottom = sec.FloorHeight + 8*fixed.Unit
		case ceilingLowerToFloor:
			c.Bottom = sec.FloorHeight
		case ceilingRaiseToHighest:
			c.Top = g.highestCeilingAround(s)
			c.Direction = up
		}
	}
	return started
}

// stopCeilings stops the crushers with the tag where they are.
func (g *Game) stopCeilings(tag int16) {
	for i := range g.ceilings.items {
		if c := &g.ceilings.items[i]; c.Running && c.Tag == tag && c.Direction != 0 {
			c.OldDirection = c.Direction
			c.Direction = 0
		}
	}
}
