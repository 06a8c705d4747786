package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

const (
	// aimRange is the range of automatic aim for a player's shots and missiles.
	aimRange = 16 * 64 * fixed.Unit
	// sawRange is slightly longer than meleeRange, so that a saw's puff has its spark.
	sawRange = meleeRange + 1
)

// useAmmo takes ammo for a shot of the ready weapon.
func (g *Game) useAmmo(p int, n int32) {
	if ammo := g.readyInfo(p).Ammo; ammo < info.NumAmmo {
		g.Players[p].Ammo[ammo] -= n
	}
}

// aimBullets sets the slope of a player's bullets: towards a target ahead, or a little to
// the left or right.
func (g *Game) aimBullets(body *Mobj) {
	const aside = 1 << 26
	g.bulletSlope = g.aimLineAttack(body, body.Angle, aimRange)
	if g.lineTarget == nil {
		g.bulletSlope = g.aimLineAttack(body, body.Angle+aside, aimRange)
		if g.lineTarget == nil {
			g.bulletSlope = g.aimLineAttack(body, body.Angle-aside, aimRange)
		}
	}
}

// shootBullet fires a bullet. An accurate one goes exactly where the player looks.
func (g *Game) shootBullet(body *Mobj, accurate bool) {
	damage := g.dice(3) * 5
	angle := body.Angle
	if !accurate {
		angle += fixed.Angle(g.randomDiff() << 18)
	}
	g.lineAttack(body, angle, missileRange, g.bulletSlope, damage)
}

func (g *Game) firePistol(p int) {
	g.playerSound(p, info.SoundPistol)
	body := g.muzzle(p, 1, 0)
	g.aimBullets(body)
	g.shootBullet(body, g.Players[p].Refire == 0)
}

func (g *Game) fireShotgun(p int) {
	g.playerSound(p, info.SoundShotgn)
	body := g.muzzle(p, 1, 0)
	g.aimBullets(body)
	for range 7 {
		g.shootBullet(body, false)
	}
}

// fireSuperShotgun fires both barrels: 20 pellets that spread in width and height.
func (g *Game) fireSuperShotgun(p int) {
	g.playerSound(p, info.SoundDshtgn)
	body := g.muzzle(p, 2, 0)
	g.aimBullets(body)
	for range 20 {
		damage := g.dice(3) * 5
		angle := body.Angle + fixed.Angle(g.randomDiff()<<19)
		g.lineAttack(body, angle, missileRange, g.bulletSlope+fixed.Fixed(g.randomDiff()<<5), damage)
	}
}

// fireChaingun fires one bullet; the flash goes with the barrel that fires. It makes its
// sound even without a bullet left.
func (g *Game) fireChaingun(p, layer int) {
	pl := &g.Players[p]
	g.playerSound(p, info.SoundPistol)
	if ammo := g.readyInfo(p).Ammo; ammo < info.NumAmmo && pl.Ammo[ammo] == 0 {
		return
	}
	body := g.muzzle(p, 1, pl.PSprites[layer].State-info.StateChain1)
	g.aimBullets(body)
	g.shootBullet(body, pl.Refire == 0)
}

func (g *Game) firePlasma(p int) {
	g.useAmmo(p, 1)
	g.setPsprite(p, layerFlash, g.readyInfo(p).FlashState+info.StateID(g.random()&1))
	g.spawnPlayerMissile(g.body(p), info.MobjPlasma)
}

// muzzle starts a shot of any gun: it sets the body's second attack frame, uses the ammo,
// and starts the flash (at its first frame or a later one).
func (g *Game) muzzle(p int, ammo int32, frame info.StateID) *Mobj {
	body := g.body(p)
	g.setMobjState(body, info.StatePlayAtk2)
	g.useAmmo(p, ammo)
	g.setPsprite(p, layerFlash, g.readyInfo(p).FlashState+frame)
	return body
}

// punch hits with the fist, ten times as hard with the berserk power.
func (g *Game) punch(p int) {
	damage := g.dice(10) << 1
	if g.Players[p].Powers[info.PowerStrength] != 0 {
		damage *= 10
	}
	body := g.body(p)
	if !g.strike(body, meleeRange, damage) {
		return
	}
	g.soundAt(body, info.SoundPunch)
	body.Angle = g.angleToLineTarget(body)
}

// saw cuts the thing ahead and gradually turns towards it.
func (g *Game) saw(p int) {
	damage := g.dice(10) << 1
	body := g.body(p)
	if !g.strike(body, sawRange, damage) {
		g.soundAt(body, info.SoundSawful)
		return
	}
	g.soundAt(body, info.SoundSawhit)

	const step, near = fixed.Ang90 / 20, fixed.Ang90 / 21
	angle := g.angleToLineTarget(body)
	if off := angle - body.Angle; off > fixed.Ang180 {
		if int32(off) < -int32(step) {
			body.Angle = angle + near
		} else {
			body.Angle -= step
		}
	} else if off > step {
		body.Angle = angle - near
	} else {
		body.Angle += step
	}
	g.setFlags(body, body.Flags|info.FlagJustattacked)
}

// strike hits within reach, a little beside the body's direction, and reports whether the
// aim found a target.
func (g *Game) strike(body *Mobj, reach fixed.Fixed, damage int32) bool {
	angle := body.Angle + fixed.Angle(g.randomDiff()<<18)
	slope := g.aimLineAttack(body, angle, reach)
	g.lineAttack(body, angle, reach, slope, damage)
	return g.lineTarget != nil
}

func (g *Game) angleToLineTarget(body *Mobj) fixed.Angle {
	return fixed.PointToAngle(g.lineTarget.X-body.X, g.lineTarget.Y-body.Y)
}

// bfgSpray runs when a BFG ball bursts: it casts forty rays from the player who fired it
// (wherever the player is by now) in the ball's direction.
func (g *Game) bfgSpray(ball *Mobj) {
	const rays = 40
	source := g.Mobj(ball.Target)
	shooter := g.orNobody(source)
	for i := range fixed.Angle(rays) {
		angle := ball.Angle - fixed.Ang90/2 + fixed.Ang90/rays*i
		g.aimLineAttack(shooter, angle, aimRange)
		hit := g.lineTarget
		if hit == nil {
			continue
		}
		g.spawnMobj(hit.X, hit.Y, hit.Z+hit.Height>>2, info.MobjExtrabfg)
		damage := int32(0)
		for range 15 {
			damage += int32(g.random()&7) + 1
		}
		g.damageMobj(hit, source, source, damage)
	}
}
