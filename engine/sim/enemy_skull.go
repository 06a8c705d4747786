package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

const (
	skullSpeed = 20 * fixed.Unit
	// A pain elemental makes no new skulls while the level has more than this.
	skullLimit = 20
)

// skullAttack sends a lost soul flying at its target.
func (g *Game) skullAttack(m *Mobj) {
	target := g.Mobj(m.Target)
	if target == nil {
		return
	}
	g.setFlags(m, m.Flags|info.FlagSkullfly)
	g.soundAt(m, g.infoOf(m).AttackSound)
	g.faceTarget(m)
	g.setMomentum(m, skullSpeed)
	tics := max(fixed.ApproxDistance(target.X-m.X, target.Y-m.Y)/skullSpeed, 1)
	g.setMomZ(m, (target.Z+target.Height>>1-m.Z)/tics)
}

// painAttack spits a lost soul at the pain elemental's target.
func (g *Game) painAttack(m *Mobj) {
	if g.Mobj(m.Target) == nil {
		return
	}
	g.faceTarget(m)
	g.spitSkull(m, m.Angle)
}

// painDie releases three lost souls.
func (g *Game) painDie(m *Mobj) {
	g.setFlags(m, m.Flags&^info.FlagSolid)
	g.spitSkull(m, m.Angle+fixed.Ang90)
	g.spitSkull(m, m.Angle+fixed.Ang180)
	g.spitSkull(m, m.Angle+fixed.Ang270)
}

// spitSkull spawns a lost soul beside m that attacks at once. A soul without room dies
// instead.
func (g *Game) spitSkull(m *Mobj, angle fixed.Angle) {
	if g.countMobjs(info.MobjSkull) > skullLimit {
		return
	}
	reach := 4*fixed.Unit + 3*(g.infoOf(m).Radius+g.content.Tables.Mobjs[info.MobjSkull].Radius)/2
	skull := g.spawnMobj(
		m.X+fixed.Mul(reach, fixed.Cos(angle)),
		m.Y+fixed.Mul(reach, fixed.Sin(angle)),
		m.Z+8*fixed.Unit, info.MobjSkull)
	if !g.tryMove(skull, skull.X, skull.Y) {
		g.damageMobj(skull, m, m, 10000)
		return
	}
	skull.Target = m.Target
	g.skullAttack(skull)
}

// countMobjs is how many objects of a type are in the level, dead or alive.
func (g *Game) countMobjs(t info.MobjType) int {
	n := 0
	for _, th := range g.Thinkers {
		if th.Kind == ThinkMobj && g.mobjs.at(th.Index).Type == t {
			n++
		}
	}
	return n
}
