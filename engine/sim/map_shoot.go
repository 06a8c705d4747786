package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// aimLimit is the steepest slope that automatic aim covers.
const aimLimit = 100 * fixed.Unit / 160

// muzzle is the height above the middle of its body from which a thing shoots.
const muzzle = 8 * fixed.Unit

// aimPath traces from m in a direction, for aiming and shooting.
func (g *Game) aimPath(m *Mobj, angle fixed.Angle, distance fixed.Fixed) {
	units := distance >> fixed.Bits
	g.shootThing = m
	g.shootZ = m.Z + m.Height>>1 + muzzle
	g.attackRange = distance
	g.tracePath(m.X, m.Y, m.X+units*fixed.Cos(angle), m.Y+units*fixed.Sin(angle), true)
}

// aimLineAttack looks for a target in a direction. It sets g.lineTarget, nil for none,
// and returns the slope towards it.
func (g *Game) aimLineAttack(m *Mobj, angle fixed.Angle, distance fixed.Fixed) fixed.Fixed {
	m = g.orNobody(m)
	g.topSlope, g.bottomSlope = aimLimit, -aimLimit
	g.lineTarget = nil
	g.aimPath(m, angle, distance)
	for hit := g.nextIntercept(); hit != nil; hit = g.nextIntercept() {
		if hit.id&thingIntercept == 0 {
			if !g.aimThrough(&g.lv.Lines[hit.id], fixed.Mul(distance, hit.frac)) {
				break
			}
			continue
		}
		t := g.mobjs.at(hit.id &^ thingIntercept)
		if t == m || t.Flags&info.FlagShootable == 0 {
			continue
		}
		dist := fixed.Mul(distance, hit.frac)
		top := fixed.Div(t.Z+t.Height-g.shootZ, dist)
		bottom := fixed.Div(t.Z-g.shootZ, dist)
		if top < g.bottomSlope || bottom > g.topSlope {
			continue
		}
		g.lineTarget = t
		return (min(top, g.topSlope) + max(bottom, g.bottomSlope)) / 2
	}
	return 0
}

// aimThrough narrows the slopes to the part visible through a line at distance dist. It
// returns false if nothing is visible.
func (g *Game) aimThrough(l *level.Line, dist fixed.Fixed) bool {
	if l.Flags&level.LineTwoSided == 0 {
		return false
	}
	g.lineOpening(l)
	o := &g.opening
	if o.bottom >= o.top {
		return false
	}
	floor, ceiling := g.steps(l)
	if floor {
		g.bottomSlope = max(g.bottomSlope, fixed.Div(o.bottom-g.shootZ, dist))
	}
	if ceiling {
		g.topSlope = min(g.topSlope, fixed.Div(o.top-g.shootZ, dist))
	}
	return g.topSlope > g.bottomSlope
}

// lineAttack shoots from m along a slope and hits the first thing or wall in the way. A
// damage of 0 draws blood but does no harm.
func (g *Game) lineAttack(m *Mobj, angle fixed.Angle, distance, slope fixed.Fixed, damage int32) {
	g.aimSlope, g.laDamage = slope, damage
	g.aimPath(m, angle, distance)
	for hit := g.nextIntercept(); hit != nil; hit = g.nextIntercept() {
		if hit.id&thingIntercept == 0 {
			line := int32(hit.id)
			if g.Specials[line] != 0 {
				g.shootSpecialLine(g.shootThing, line)
			}
			l := &g.lv.Lines[line]
			if g.shotPasses(l, fixed.Mul(g.attackRange, hit.frac)) {
				continue
			}
			g.hitWall(l, hit.frac)
			return
		}
		t := g.mobjs.at(hit.id &^ thingIntercept)
		if t == g.shootThing || t.Flags&info.FlagShootable == 0 {
			continue
		}
		dist := fixed.Mul(g.attackRange, hit.frac)
		if fixed.Div(t.Z+t.Height-g.shootZ, dist) < g.aimSlope || fixed.Div(t.Z-g.shootZ, dist) > g.aimSlope {
			continue
		}
		x, y, z := g.shotPoint(hit.frac - fixed.Div(10*fixed.Unit, g.attackRange))
		if t.Flags&info.FlagNoblood != 0 {
			g.spawnPuff(x, y, z)
		} else {
			g.spawnBlood(x, y, z, g.laDamage)
		}
		if g.laDamage != 0 {
			g.damageMobj(t, g.shootThing, g.shootThing, g.laDamage)
		}
		return
	}
}

// shotPasses reports whether a shot passes the opening of l at distance dist.
func (g *Game) shotPasses(l *level.Line, dist fixed.Fixed) bool {
	if l.Flags&level.LineTwoSided == 0 {
		return false
	}
	g.lineOpening(l)
	floor, ceiling := g.steps(l)
	if floor && fixed.Div(g.opening.bottom-g.shootZ, dist) > g.aimSlope {
		return false
	}
	return !ceiling || fixed.Div(g.opening.top-g.shootZ, dist) >= g.aimSlope
}

// steps reports whether the floors and the ceilings on both sides of l differ: only then
// can they stop a shot. A missing side counts as different.
func (g *Game) steps(l *level.Line) (floor, ceiling bool) {
	if l.Back < 0 {
		return true, true
	}
	f, b := &g.Sectors[l.Front], &g.Sectors[l.Back]
	return f.FloorHeight != b.FloorHeight, f.CeilingHeight != b.CeilingHeight
}

// shotPoint returns the point at a fraction of the shot's path.
func (g *Game) shotPoint(frac fixed.Fixed) (x, y, z fixed.Fixed) {
	return g.trace.X + fixed.Mul(g.trace.DX, frac),
		g.trace.Y + fixed.Mul(g.trace.DY, frac),
		g.shootZ + fixed.Mul(g.aimSlope, fixed.Mul(frac, g.attackRange))
}

// hitWall makes the puff on a wall, and none on the sky.
func (g *Game) hitWall(l *level.Line, frac fixed.Fixed) {
	x, y, z := g.shotPoint(frac - fixed.Div(4*fixed.Unit, g.attackRange))
	sky := g.content.SkyFlat
	if front := &g.Sectors[l.Front]; front.CeilingPic == sky {
		if z > front.CeilingHeight {
			return
		}
		if l.Back >= 0 && g.Sectors[l.Back].CeilingPic == sky {
			return
		}
	}
	g.spawnPuff(x, y, z)
}
