package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// bossMap is the map on which monsters, too, may telefrag.
const bossMap = 30

// aimMove starts to try a move of m to (x, y): it sets the g.tm* fields from the place of
// its centre.
func (g *Game) aimMove(m *Mobj, x, y fixed.Fixed) {
	g.tmThing, g.tmFlags, g.tmX, g.tmY = m, m.Flags, x, y
	g.tmBox = level.Box{Top: y + m.Radius, Bottom: y - m.Radius, Left: x - m.Radius, Right: x + m.Radius}
	sec := &g.Sectors[g.lv.Subsectors[g.subsectorAt(x, y)].Sector]
	g.tmFloorZ, g.tmDropoffZ, g.tmCeilingZ = sec.FloorHeight, sec.FloorHeight, sec.CeilingHeight
	g.ceilingLine = -1
	g.spechit = g.spechit[:0]
}

// checkPosition tries m at (x, y) and reports whether walls and things let it stand
// there. It leaves heights to the caller, in g.tmFloorZ and its kin. The try alone picks
// up items and hurts the things that m hits.
func (g *Game) checkPosition(m *Mobj, x, y fixed.Fixed) bool {
	g.aimMove(m, x, y)
	if m.Flags&info.FlagNoclip != 0 {
		return true
	}
	x0, x1, y0, y1 := g.blockRange(&g.tmBox, maxRadius)
	for bx := x0; bx <= x1; bx++ {
		for by := y0; by <= y1; by++ {
			for i := g.thingsIn(bx, by); i != 0; {
				t := g.mobjs.at(i)
				if t.Flags&(info.FlagSolid|info.FlagSpecial|info.FlagShootable) != 0 {
					reach := t.Radius + m.Radius
					if absFixed(t.X-x) < reach && absFixed(t.Y-y) < reach && t != m &&
						!g.meetThing(t) {
						return false
					}
				}
				i = t.BNext
			}
		}
	}

	x0, x1, y0, y1 = g.blockRange(&g.tmBox, 0)
	search := g.newSearch()
	bm, width := &g.lv.Blockmap, g.blocks.width
	box := g.tmBox
	for bx := x0; bx <= x1; bx++ {
		for by := y0; by <= y1; by++ {
			b := by*width + bx
			for _, line := range bm.Lines[bm.First[b]:bm.First[b+1]] {
				if g.lineMark[line] == search {
					continue
				}
				g.lineMark[line] = search
				l := &g.lv.Lines[line]
				if box.Right <= l.Box.Left || box.Left >= l.Box.Right ||
					box.Top <= l.Box.Bottom || box.Bottom >= l.Box.Top ||
					level.BoxOnLineSide(&box, l) != sideSplits {
					continue
				}
				if !g.meetLine(m, line, l) {
					return false
				}
				if g.Overruns {
					box = g.tmBox
				}
			}
		}
	}
	return true
}

// meetLine lets m touch a line during a try. It returns false if the line is a wall.
func (g *Game) meetLine(m *Mobj, line int32, l *level.Line) bool {
	if l.Back < 0 {
		return false
	}
	if m.Flags&info.FlagMissile == 0 {
		if l.Flags&level.LineBlocking != 0 {
			return false
		}
		if m.Player == 0 && l.Flags&level.LineBlockMonsters != 0 {
			return false
		}
	}
	g.lineOpening(l)
	if g.opening.top < g.tmCeilingZ {
		g.tmCeilingZ = g.opening.top
		g.ceilingLine = line
	}
	g.tmFloorZ = max(g.tmFloorZ, g.opening.bottom)
	g.tmDropoffZ = min(g.tmDropoffZ, g.opening.lowFloor)
	if g.Specials[line] != 0 {
		g.spechit = append(g.spechit, line)
		if g.Overruns && len(g.spechit) > spechitRoom {
			g.overrunSpechit(line)
		}
	}
	return true
}

// meetThing lets tmThing touch thing t. It returns false if t stops it; if it returns
// true, tmThing is unchanged.
func (g *Game) meetThing(t *Mobj) bool {
	m := g.tmThing
	if m.Flags&info.FlagSkullfly != 0 {
		g.damageMobj(t, m, m, g.dice(8)*g.infoOf(m).Damage)
		// If the blow woke a monster that tried a step, that monster stops instead of the
		// soul.
		m = g.tmThing
		g.setFlags(m, m.Flags&^info.FlagSkullfly)
		g.setMom(m, 0, 0, 0)
		g.setMobjState(m, g.infoOf(m).SpawnState)
		return false
	}
	if m.Flags&info.FlagMissile != 0 {
		return g.missileMeets(m, t)
	}
	if t.Flags&info.FlagSpecial != 0 {
		solid := t.Flags&info.FlagSolid != 0 // read before t is removed
		if g.tmFlags&info.FlagPickup != 0 {
			g.touchSpecialThing(t, m)
		}
		return !solid
	}
	return t.Flags&info.FlagSolid == 0
}

// missileMeets is meetThing for a missile.
func (g *Game) missileMeets(m, t *Mobj) bool {
	if m.Z > t.Z+t.Height || m.Z+m.Height < t.Z {
		return true // over or under it
	}
	if from := g.mobjs.get(m.Target); from != nil && g.sameKind(from.Type, t.Type) {
		if t == from {
			return true
		}
		if t.Type != info.MobjPlayer && !g.content.Tables.Misc.MonstersInfight {
			return false // its own kind stops it and is not hurt
		}
	}
	if t.Flags&info.FlagShootable == 0 {
		return t.Flags&info.FlagSolid == 0
	}
	g.damageMobj(t, m, g.mobjs.get(m.Target), g.dice(8)*g.infoOf(m).Damage)
	return false
}

// sameKind reports whether monsters of these types do not hurt each other with missiles.
// Barons and knights are one kind.
func (g *Game) sameKind(a, b info.MobjType) bool {
	return a == b ||
		a == info.MobjKnight && b == info.MobjBruiser ||
		a == info.MobjBruiser && b == info.MobjKnight
}

// tryMove moves m to (x, y) if it fits there, and sets off the special lines that it
// crosses. g.floatOK says whether only its height was in the way.
func (g *Game) tryMove(m *Mobj, x, y fixed.Fixed) bool {
	g.floatOK = false
	if !g.checkPosition(m, x, y) {
		return false
	}
	if m.Flags&info.FlagNoclip == 0 {
		if g.tmCeilingZ-g.tmFloorZ < m.Height {
			return false
		}
		g.floatOK = true
		if m.Flags&info.FlagTeleport == 0 && (g.tmCeilingZ-m.Z < m.Height || g.tmFloorZ-m.Z > maxStep) {
			return false
		}
		if m.Flags&(info.FlagDropoff|info.FlagFloat) == 0 && g.tmFloorZ-g.tmDropoffZ > maxStep {
			return false
		}
	}
	oldX, oldY := m.X, m.Y
	g.settle(m, x, y)
	if m.Flags&(info.FlagTeleport|info.FlagNoclip) != 0 {
		return true
	}
	// The line found last is crossed first. A teleporter empties the list.
	for len(g.spechit) > 0 {
		last := len(g.spechit) - 1
		line := g.spechit[last]
		g.spechit = g.spechit[:last]
		l := &g.lv.Lines[line]
		from := level.PointOnLineSide(oldX, oldY, l)
		if from != level.PointOnLineSide(m.X, m.Y, l) && g.Specials[line] != 0 {
			g.crossSpecialLine(line, from, m)
		}
	}
	return true
}

// settle puts m at (x, y), between the floor and the ceiling found there.
func (g *Game) settle(m *Mobj, x, y fixed.Fixed) {
	g.unsetThingPosition(m)
	g.setGap(m, g.tmFloorZ, g.tmCeilingZ)
	m.X, m.Y = x, y
	g.setThingPosition(m)
}

// teleportMove puts m at (x, y) regardless of walls, and kills everything that stands
// there. It returns false if something stands there and m may not kill by arriving.
func (g *Game) teleportMove(m *Mobj, x, y fixed.Fixed) bool {
	g.aimMove(m, x, y)
	x0, x1, y0, y1 := g.blockRange(&g.tmBox, maxRadius)
	for bx := x0; bx <= x1; bx++ {
		for by := y0; by <= y1; by++ {
			for i := g.thingsIn(bx, by); i != 0; {
				t := g.mobjs.at(i)
				if t.Flags&info.FlagShootable != 0 {
					crusher := g.tmThing // a victim that survives, wakes and walks replaces tmThing
					reach := t.Radius + crusher.Radius
					if absFixed(t.X-g.tmX) < reach && absFixed(t.Y-g.tmY) < reach && t != crusher {
						if crusher.Player == 0 && g.Map != bossMap {
							return false
						}
						g.damageMobj(t, crusher, crusher, 10000)
					}
				}
				i = t.BNext
			}
		}
	}
	g.settle(m, x, y)
	return true
}
