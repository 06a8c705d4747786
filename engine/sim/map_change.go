package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// thingHeightClip recomputes m's floor and ceiling after a sector moved, and moves m
// along. It returns false if m does not fit between them.
func (g *Game) thingHeightClip(m *Mobj) bool {
	stood := m.Z == m.FloorZ
	g.checkPosition(m, m.X, m.Y)
	g.setGap(m, g.tmFloorZ, g.tmCeilingZ)
	if stood {
		g.setZ(m, m.FloorZ)
	} else if m.Z+m.Height > m.CeilingZ {
		g.setZ(m, m.CeilingZ-m.Height)
	}
	return m.CeilingZ-m.FloorZ >= m.Height
}

// changeSector fits all things near a moved sector into their new heights. It returns
// true if something does not fit; with crunch, such a thing is hurt every fourth tic.
func (g *Game) changeSector(sector int32, crunch bool) bool {
	g.noFit, g.crushChange = false, crunch
	box := &g.lv.Sectors[sector].BlockBox // top, bottom, left, right
	for bx := box[2]; bx <= box[3]; bx++ {
		for by := box[1]; by <= box[0]; by++ {
			for i := g.thingsIn(bx, by); i != 0; {
				m := g.mobjs.at(i)
				if !g.thingHeightClip(m) {
					g.squeeze(m)
				}
				i = m.BNext
			}
		}
	}
	return g.noFit
}

// squeeze handles a thing that may no longer fit, and sets noFit if the thing holds the
// sector up.
func (g *Game) squeeze(m *Mobj) {
	switch {
	case m.Health <= 0:
		g.setMobjState(m, info.StateGibs)
		g.setFlags(m, m.Flags&^info.FlagSolid)
		m.Height, m.Radius = 0, 0
		return
	case m.Flags&info.FlagDropped != 0:
		g.removeMobj(m)
		return
	case m.Flags&info.FlagShootable == 0:
		return // decorations and items
	}
	g.noFit = true
	if g.crushChange && g.LevelTime&3 == 0 {
		g.damageMobj(m, nil, nil, 10)
		blood := g.spawnMobj(m.X, m.Y, m.Z+m.Height/2, info.MobjBlood)
		g.setMomXY(blood, fixed.Fixed(g.randomDiff())<<12, fixed.Fixed(g.randomDiff())<<12)
	}
}
