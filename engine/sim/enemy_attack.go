package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// claw is a blow with whatever a monster has: its sound, and a throw of one die
// with so many sides, times so much, as its damage.
type claw struct {
	sound        info.SoundID
	sides, times int32
	face         bool // it turns to its target first
}

// clawAttack strikes m's target if it is in reach, and says whether it was.
func (g *Game) clawAttack(m *Mobj, c claw) bool {
	if g.Mobj(m.Target) == nil {
		return false
	}
	if c.face {
		g.faceTarget(m)
	}
	if !g.hasMeleeReach(m) {
		return false
	}
	if c.sound != info.SoundNone {
		g.soundAt(m, c.sound)
	}
	damage := g.dice(c.sides) * c.times
	g.damageMobj(g.Mobj(m.Target), m, m, damage)
	return true
}

// clawOrMissile strikes m's target, or throws a missile where it is out of reach.
func (g *Game) clawOrMissile(m *Mobj, c claw, missile info.MobjType) {
	if target := g.Mobj(m.Target); target != nil && !g.clawAttack(m, c) {
		g.spawnMissile(m, target, missile)
	}
}

// missileAttack throws a missile at m's target.
func (g *Game) missileAttack(m *Mobj, missile info.MobjType) {
	if target := g.Mobj(m.Target); target != nil {
		g.faceTarget(m)
		g.spawnMissile(m, target, missile)
	}
}

// bulletAttack fires that many bullets at m's target, each with a spread of its
// own, all at the height of the first aim.
func (g *Game) bulletAttack(m *Mobj, sound info.SoundID, bullets int) {
	if g.Mobj(m.Target) == nil {
		return
	}
	g.faceTarget(m)
	g.soundAt(m, sound)
	aim := m.Angle
	slope := g.aimLineAttack(m, aim, missileRange)
	for ; bullets > 0; bullets-- {
		angle := aim + fixed.Angle(g.randomDiff()<<20)
		damage := g.dice(5) * 3
		g.lineAttack(m, angle, missileRange, slope, damage)
	}
}

// monsterRefire ends a burst when the target is dead or out of sight; by chance
// (of 256) it goes on without looking.
func (g *Game) monsterRefire(m *Mobj, chance int) {
	g.faceTarget(m)
	if g.random() < chance {
		return
	}
	target := g.Mobj(m.Target)
	if target == nil || target.Health <= 0 || !g.checkSight(m, target) {
		g.setMobjState(m, g.infoOf(m).SeeState)
	}
}

// fatSpread is half the angle between a mancubus's two missiles.
const fatSpread = fixed.Ang90 / 8

// fatAttack is the mancubus's volley: in the first the right missile goes wide,
// in the second the left one, in the third they straddle the target.
func (g *Game) fatAttack(m *Mobj, volley int) {
	g.faceTarget(m)
	target := g.orNobody(g.Mobj(m.Target))
	spread := fatSpread
	switch volley {
	case 1:
		m.Angle += fatSpread
		g.spawnMissile(m, target, info.MobjFatshot)
		g.turnMissile(g.spawnMissile(m, target, info.MobjFatshot), fatSpread)
	case 2:
		m.Angle -= fatSpread
		g.spawnMissile(m, target, info.MobjFatshot)
		g.turnMissile(g.spawnMissile(m, target, info.MobjFatshot), -(2 * spread))
	default:
		g.turnMissile(g.spawnMissile(m, target, info.MobjFatshot), -(spread / 2))
		g.turnMissile(g.spawnMissile(m, target, info.MobjFatshot), fatSpread/2)
	}
}

// turnMissile makes a missile fly that much to the left, at its full speed.
func (g *Game) turnMissile(missile *Mobj, by fixed.Angle) {
	missile.Angle += by
	g.setMomentum(missile, fixed.Fixed(g.infoOf(missile).Speed))
}

// setMomentum makes m move at that speed along the way that it faces.
func (g *Game) setMomentum(m *Mobj, speed fixed.Fixed) {
	g.setMomXY(m, fixed.Mul(speed, fixed.Cos(m.Angle)), fixed.Mul(speed, fixed.Sin(m.Angle)))
}

// skelWhoosh is the revenant's swing before its blow.
func (g *Game) skelWhoosh(m *Mobj) {
	if g.Mobj(m.Target) == nil {
		return
	}
	g.faceTarget(m)
	g.soundAt(m, info.SoundSkeswg)
}

// skelMissile fires a homing missile from the revenant's shoulders.
func (g *Game) skelMissile(m *Mobj) {
	target := g.Mobj(m.Target)
	if target == nil {
		return
	}
	g.faceTarget(m)
	g.setZ(m, m.Z+(16*fixed.Unit))
	missile := g.spawnMissile(m, target, info.MobjTracer)
	g.setZ(m, m.Z-(16*fixed.Unit))
	missile.X += missile.MomX
	missile.Y += missile.MomY
	missile.Tracer = target.Self
}

// tracerTurn is how far a homing missile turns at a time.
const tracerTurn fixed.Angle = 0xc000000

// tracerThink steers a homing missile and leaves smoke behind it. Only in every
// fourth tic of the session: whether a missile homes at all depends on the tic
// in which it was fired.
func (g *Game) tracerThink(m *Mobj) {
	if g.GameTic&3 != 0 {
		return
	}
	g.spawnPuff(m.X, m.Y, m.Z)
	smoke := g.spawnMobj(m.X-m.MomX, m.Y-m.MomY, m.Z, info.MobjSmoke)
	g.setMomZ(smoke, fixed.Unit)
	g.shaveTics(smoke)

	dest := g.Mobj(m.Tracer)
	if dest == nil || dest.Health <= 0 {
		return
	}
	exact := fixed.PointToAngle(dest.X-m.X, dest.Y-m.Y)
	if off := exact - m.Angle; off > fixed.Ang180 {
		m.Angle -= tracerTurn
		if exact-m.Angle < fixed.Ang180 {
			m.Angle = exact
		}
	} else if off != 0 {
		m.Angle += tracerTurn
		if exact-m.Angle > fixed.Ang180 {
			m.Angle = exact
		}
	}
	speed := fixed.Fixed(g.infoOf(m).Speed)
	g.setMomentum(m, speed)

	tics := max(quotient(fixed.ApproxDistance(dest.X-m.X, dest.Y-m.Y), speed), 1)
	if (dest.Z+40*fixed.Unit-m.Z)/tics < m.MomZ {
		g.setMomZ(m, m.MomZ-(fixed.Unit/8))
	} else {
		g.setMomZ(m, m.MomZ+(fixed.Unit/8))
	}
}

// quotient is a over b, and a where a patched table made b zero.
func quotient(a, b fixed.Fixed) fixed.Fixed {
	if b == 0 {
		return a
	}
	return a / b
}
