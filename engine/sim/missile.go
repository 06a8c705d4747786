package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// aimSweep is the angle to each side at which a player's missile looks for a target.
const aimSweep fixed.Angle = 1 << 26

// explodeMissile ends a missile's flight.
func (g *Game) explodeMissile(m *Mobj) {
	g.setMom(m, 0, 0, 0)
	i := g.infoOf(m)
	g.setMobjState(m, i.DeathState)
	g.shaveTics(m)
	g.setFlags(m, m.Flags&^info.FlagMissile)
	if i.DeathSound != info.SoundNone {
		g.soundAt(m, i.DeathSound)
	}
}

// checkMissileSpawn moves a new missile by half a tic, which may make it explode at once.
func (g *Game) checkMissileSpawn(m *Mobj) {
	g.shaveTics(m)
	linked := m.Flags&info.FlagNoblockmap == 0
	if linked {
		g.unsetThingPosition(m) // a patched missile: lists follow places
	}
	m.X += m.MomX >> 1
	m.Y += m.MomY >> 1
	g.setZ(m, m.Z+(m.MomZ>>1))
	if linked {
		g.setThingPosition(m)
	}
	if !g.tryMove(m, m.X, m.Y) {
		g.explodeMissile(m)
	}
}

// newMissile spawns a missile at its source's chest, without a direction yet.
func (g *Game) newMissile(source *Mobj, t info.MobjType) *Mobj {
	m := g.spawnMobj(source.X, source.Y, source.Z+missileLift, t)
	if see := g.infoOf(m).SeeSound; see != info.SoundNone {
		g.soundAt(m, see)
	}
	m.Target = source.Self
	return m
}

// launch gives a missile its direction and horizontal speed.
func (g *Game) launch(m *Mobj, angle fixed.Angle) {
	speed := fixed.Fixed(g.infoOf(m).Speed)
	m.Angle = angle
	g.setMomXY(m, fixed.Mul(speed, fixed.Cos(angle)), fixed.Mul(speed, fixed.Sin(angle)))
}

// spawnMissile shoots a missile of type t from source at dest.
func (g *Game) spawnMissile(source, dest *Mobj, t info.MobjType) *Mobj {
	m := g.newMissile(source, t)
	angle := pointToAngle(source.X, source.Y, dest.X, dest.Y)
	if dest.Flags&info.FlagShadow != 0 {
		angle += fixed.Angle(g.randomDiff() << 20) // shots at a target that is hard to see go astray
	}
	g.launch(m, angle)

	tics := fixed.Fixed(1)
	if speed := fixed.Fixed(g.infoOf(m).Speed); speed != 0 {
		tics = max(approxDistance(dest.X-source.X, dest.Y-source.Y)/speed, 1)
	}
	g.setMomZ(m, (dest.Z-source.Z)/tics)
	g.checkMissileSpawn(m)
	return m
}

// spawnPlayerMissile shoots a missile where source looks. It aims at the height of a
// target straight ahead, or a little to either side.
func (g *Game) spawnPlayerMissile(source *Mobj, t info.MobjType) {
	const reach = 16 * 64 * fixed.Unit
	angle := source.Angle
	slope := g.aimLineAttack(source, angle, reach)
	if g.lineTarget == nil {
		angle += aimSweep
		slope = g.aimLineAttack(source, angle, reach)
		if g.lineTarget == nil {
			angle -= 2 * aimSweep
			slope = g.aimLineAttack(source, angle, reach)
		}
		if g.lineTarget == nil {
			angle, slope = source.Angle, 0
		}
	}
	m := g.newMissile(source, t)
	g.launch(m, angle)
	g.setMomZ(m, fixed.Mul(fixed.Fixed(g.infoOf(m).Speed), slope))
	g.checkMissileSpawn(m)
}
