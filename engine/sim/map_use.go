package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// useLines handles player p's use key: it uses the first special line ahead, or only
// grunts at a wall before it.
func (g *Game) useLines(p int) {
	m := g.mobjs.get(g.Players[p].Mo)
	if m == nil {
		return
	}
	const units = useRange >> fixed.Bits
	g.tracePath(m.X, m.Y, m.X+units*fixed.Cos(m.Angle), m.Y+units*fixed.Sin(m.Angle), false)
	for hit := g.nextIntercept(); hit != nil; hit = g.nextIntercept() {
		line := int32(hit.id)
		l := &g.lv.Lines[line]
		if g.Specials[line] != 0 {
			g.useSpecialLine(m, line, level.PointOnLineSide(m.X, m.Y, l))
			return
		}
		g.lineOpening(l)
		if g.opening.height <= 0 {
			g.soundAt(m, info.SoundNoway)
			return
		}
	}
}

// radiusAttack makes an explosion at spot, caused by source (nil for nobody). It hurts
// everything in its sight, by one point less for each map unit of distance.
func (g *Game) radiusAttack(spot, source *Mobj, damage int32) {
	g.bombSpot, g.bombSource, g.bombDamage = spot, source, damage
	reach := fixed.Fixed(damage) << fixed.Bits
	bm := &g.blocks
	x0 := max(int32((spot.X-reach-bm.originX)>>level.BlockShift), 0)
	x1 := min(int32((spot.X+reach-bm.originX)>>level.BlockShift), bm.width-1)
	y0 := max(int32((spot.Y-reach-bm.originY)>>level.BlockShift), 0)
	y1 := min(int32((spot.Y+reach-bm.originY)>>level.BlockShift), bm.height-1)
	for by := y0; by <= y1; by++ {
		for bx := x0; bx <= x1; bx++ {
			for i := g.thingsIn(bx, by); i != 0; {
				t := g.mobjs.at(i)
				if t.Flags&info.FlagShootable != 0 {
					g.blast(t)
				}
				i = t.BNext
			}
		}
	}
}

// blast hurts t with the explosion at bombSpot.
func (g *Game) blast(t *Mobj) {
	if t.Type == info.MobjCyborg || t.Type == info.MobjSpider {
		return // the two great bosses are immune
	}
	spot := g.bombSpot
	away := max(absFixed(t.X-spot.X), absFixed(t.Y-spot.Y))
	dist := max(int32((away-t.Radius)>>fixed.Bits), 0)
	if dist < g.bombDamage && g.checkSight(t, spot) {
		g.damageMobj(t, spot, g.bombSource, g.bombDamage-dist)
	}
}
