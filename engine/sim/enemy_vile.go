package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// vileChase plays the archvile's step: it raises a corpse that lies in its way, or goes
// on chasing.
func (g *Game) vileChase(m *Mobj) {
	if m.MoveDir < dirNone {
		speed := fixed.Fixed(g.infoOf(m).Speed)
		x := m.X + speed*dirX[m.MoveDir]
		y := m.Y + speed*dirY[m.MoveDir]
		if corpse := g.findCorpse(x, y); corpse != nil {
			g.raiseCorpse(m, corpse)
			return
		}
	}
	g.chase(m)
}

// findCorpse finds a corpse to raise near x, y, or returns nil. It searches blocks from
// the south-west, column by column.
func (g *Game) findCorpse(x, y fixed.Fixed) *Mobj {
	g.vileTryX, g.vileTryY = x, y
	b := &g.blocks
	const reach = 2 * maxRadius
	left := int32(x-b.originX-reach) >> level.BlockShift
	right := int32(x-b.originX+reach) >> level.BlockShift
	bottom := int32(y-b.originY-reach) >> level.BlockShift
	top := int32(y-b.originY+reach) >> level.BlockShift
	for bx := left; bx <= right; bx++ {
		for by := bottom; by <= top; by++ {
			for i := g.thingsIn(bx, by); i != 0; {
				corpse := g.mobjs.at(i)
				if g.canRaise(corpse) {
					return g.corpseHit
				}
				i = corpse.BNext
			}
		}
	}
	return nil
}

// canRaise reports whether the thing is a corpse that an archvile can raise: at rest,
// within reach of its next step, of a kind that can be raised, and with room to stand.
// The test for room stops a corpse that slides.
func (g *Game) canRaise(corpse *Mobj) bool {
	i := g.infoOf(corpse)
	if corpse.Flags&info.FlagCorpse == 0 || corpse.Tics != -1 || i.RaiseState == info.StateNull {
		return false
	}
	reach := i.Radius + g.content.Tables.Mobjs[info.MobjVile].Radius
	if absFixed(corpse.X-g.vileTryX) > reach || absFixed(corpse.Y-g.vileTryY) > reach {
		return false
	}
	g.corpseHit = corpse
	g.setMomXY(corpse, 0, 0)
	corpse.Height <<= 2
	fits := g.checkPosition(corpse, corpse.X, corpse.Y)
	g.corpseHit.Height >>= 2
	return fits
}

// raiseCorpse brings a monster back to life. A monster crushed to a pool of blood has no
// size when it rises, and so walks through walls: vanilla's ghost.
func (g *Game) raiseCorpse(vile, corpse *Mobj) {
	g.corpseHit = corpse
	target := vile.Target
	vile.Target = corpse.Self
	g.faceTarget(vile)
	vile.Target = target

	g.setMobjState(vile, info.StateVileHeal1)
	corpse = g.corpseHit
	g.soundAt(corpse, info.SoundSlop)
	i := g.infoOf(corpse)
	g.setMobjState(corpse, i.RaiseState)
	corpse = g.corpseHit
	corpse.Height <<= 2
	g.setFlags(corpse, i.Flags)
	corpse.Health = i.SpawnHealth
	corpse.Target = None
}

// vileTarget lights a fire at the archvile's target. As in vanilla, the fire spawns with
// the target's x for both x and y, and moves to its place right after.
func (g *Game) vileTarget(m *Mobj) {
	target := g.Mobj(m.Target)
	if target == nil {
		return
	}
	g.faceTarget(m)
	fire := g.spawnMobj(target.X, target.X, target.Z, info.MobjFire)
	m.Tracer = fire.Self
	fire.Target = m.Self
	fire.Tracer = target.Self
	g.fireFollow(fire)
}

// vileFireGap is the distance between the archvile's fire and its victim.
const vileFireGap = 24 * fixed.Unit

// fireFollow keeps a fire in front of its victim while the archvile sees the victim.
func (g *Game) fireFollow(fire *Mobj) {
	victim := g.Mobj(fire.Tracer)
	if victim == nil || !g.checkSight(g.orNobody(g.Mobj(fire.Target)), victim) {
		return
	}
	g.unsetThingPosition(fire)
	fire.X = victim.X + fixed.Mul(vileFireGap, fixed.Cos(victim.Angle))
	fire.Y = victim.Y + fixed.Mul(vileFireGap, fixed.Sin(victim.Angle))
	g.setZ(fire, victim.Z)
	g.setThingPosition(fire)
}

// vileAttack throws the archvile's target up and bursts the fire beside it.
func (g *Game) vileAttack(m *Mobj) {
	target := g.Mobj(m.Target)
	if target == nil {
		return
	}
	g.faceTarget(m)
	if !g.checkSight(m, target) {
		return
	}
	g.soundAt(m, info.SoundBarexp)
	g.damageMobj(target, m, m, 20)
	g.setMomZ(target, quotient(1000*fixed.Unit, fixed.Fixed(g.infoOf(target).Mass)))

	fire := g.Mobj(m.Tracer)
	if fire == nil {
		return
	}
	// The fire moves between the two without being relinked, as in vanilla.
	fire.X = target.X - fixed.Mul(vileFireGap, fixed.Cos(m.Angle))
	fire.Y = target.Y - fixed.Mul(vileFireGap, fixed.Sin(m.Angle))
	g.radiusAttack(fire, m, 70)
}
