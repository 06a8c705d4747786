package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// claw is a monster's melee attack: its sound, and its damage as the throw of one die
// times a factor.
type claw struct {
	sound        info.SoundID
	sides, times int32
	face         bool // the monster turns to its target first
}

// clawAttack strikes m's target if it is within reach, and reports whether it was.
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

// clawOrMissile strikes m's target, or throws a missile if the target is out of reach.
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

// bulletAttack fires bullets at m's target. Each has its own spread; all fly at the slope
// of the one aim.
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

// monsterRefire ends a burst if the target is dead or out of sight. With a probability of
// chance/256 the burst goes on without that check.
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

// fatAttack fires one of the mancubus's three volleys: in the first the right missile
// goes wide, in the second the left one, and in the third they straddle the target.
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

// turnMissile turns a missile to the left by an angle and sets it to full speed.
func (g *Game) turnMissile(missile *Mobj, by fixed.Angle) {
	missile.Angle += by
	g.setMomentum(missile, fixed.Fixed(g.infoOf(missile).Speed))
}

// setMomentum makes m move at a speed in the direction that it faces.
func (g *Game) setMomentum(m *Mobj, speed fixed.Fixed) {
	g.setMomXY(m, fixed.Mul(speed, fixed.Cos(m.Angle)), fixed.Mul(speed, fixed.Sin(m.Angle)))
}

// skelWhoosh makes the revenant swing before its blow.
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

// tracerTurn is the most that a homing missile turns at a time.
const tracerTurn fixed.Angle = 0xc000000

// tracerThink steers a homing missile and leaves smoke behind it. It acts only in every
// fourth tic of the session, so the tic in which a missile is fired decides whether it
// homes at all.
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

// quotient returns a / b, or a if a patched table makes b zero.
func quotient(a, b fixed.Fixed) fixed.Fixed {
	if b == 0 {
		return a
	}
	return a / b
}
