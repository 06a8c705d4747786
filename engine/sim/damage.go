package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

const (
	// A sector of this special ends the level by nearly killing the player.
	specialExitDamage = 11
	// Damage of at least this much hurts a player whatever protects it.
	certainDeath = 1000
	// damageFlash bounds how red the screen gets.
	damageFlash = 100
)

// damageMobj takes damage from target's health. inflictor hit the target and pushes it
// away; source gets the blame. Either may be nil.
func (g *Game) damageMobj(target, inflictor, source *Mobj, damage int32) {
	if target.Flags&info.FlagShootable == 0 || target.Health <= 0 {
		return
	}
	if target.Flags&info.FlagSkullfly != 0 {
		g.setMom(target, 0, 0, 0)
	}
	player := g.playerOf(target)
	if player != nil && g.Skill == skillBaby {
		damage >>= 1
	}
	if inflictor != nil && target.Flags&info.FlagNoclip == 0 && !g.holdsChainsaw(source) {
		g.pushAway(target, inflictor, damage)
	}
	if player != nil {
		var hurt bool
		if damage, hurt = g.hurtPlayer(player, target, source, damage); !hurt {
			return
		}
	}

	target.Health -= damage
	if target.Health <= 0 {
		g.killMobj(source, target)
		return
	}
	i := g.infoOf(target)
	if int32(g.random()) < i.PainChance && target.Flags&info.FlagSkullfly == 0 {
		g.setFlags(target, target.Flags|info.FlagJusthit)
		g.setMobjState(target, i.PainState)
	}
	target.ReactionTime = 0

	if (target.Threshold == 0 || target.Type == info.MobjVile) &&
		source != nil && source != target && source.Type != info.MobjVile {
		target.Target = source.Self
		target.Threshold = baseThreshold
		if target.State == i.SpawnState && i.SeeState != info.StateNull {
			g.setMobjState(target, i.SeeState)
		}
	}
}

// holdsChainsaw reports whether source is a player with a chainsaw, which does not push
// its victim away.
func (g *Game) holdsChainsaw(source *Mobj) bool {
	if source == nil {
		return false
	}
	p := g.playerOf(source)
	return p != nil && p.ReadyWeapon == info.WeaponChainsaw
}

// pushAway thrusts target away from inflictor. A target that a weak blow kills from well
// below sometimes falls forward instead. Products wrap as they do in C.
func (g *Game) pushAway(target, inflictor *Mobj, damage int32) {
	angle := fixed.PointToAngle(target.X-inflictor.X, target.Y-inflictor.Y)
	thrust := quotient(fixed.Fixed(damage*int32(fixed.Unit>>3)*100), fixed.Fixed(g.infoOf(target).Mass))
	if damage < 40 && damage > target.Health &&
		target.Z-inflictor.Z > 64*fixed.Unit && g.random()&1 != 0 {
		angle += fixed.Ang180
		thrust *= 4
	}
	g.setMomXY(target, target.MomX+fixed.Mul(thrust, fixed.Cos(angle)), target.MomY+fixed.Mul(thrust, fixed.Sin(angle)))
}

// hurtPlayer takes damage from a player's armor and health. It returns the health that
// the body loses, and false if the player is not hurt at all.
func (g *Game) hurtPlayer(p *Player, body, source *Mobj, damage int32) (int32, bool) {
	if g.sectorOf(body).Special == specialExitDamage && damage >= body.Health {
		damage = body.Health - 1
	}
	if damage < certainDeath && (p.Cheats&CheatGodMode != 0 || p.Powers[info.PowerInvulnerability] != 0) {
		return 0, false
	}
	if p.ArmorType != 0 {
		saved := damage / 3
		if p.ArmorType != 1 {
			saved = damage / 2
		}
		if p.ArmorPoints <= saved {
			saved = p.ArmorPoints
			p.ArmorType = 0
		}
		p.ArmorPoints -= saved
		damage -= saved
	}
	p.Health = max(p.Health-damage, 0)
	p.Attacker = None
	if source != nil {
		p.Attacker = source.Self
	}
	p.DamageCount = min(p.DamageCount+damage, damageFlash)
	return damage, true
}

// killMobj turns target into a corpse, credits source's player, and drops the item that
// target carries.
func (g *Game) killMobj(source, target *Mobj) {
	g.setFlags(target, target.Flags&^(info.FlagShootable|info.FlagFloat|info.FlagSkullfly))
	if target.Type != info.MobjSkull {
		g.setFlags(target, target.Flags&^info.FlagNogravity)
	}
	g.setFlags(target, target.Flags|info.FlagCorpse|info.FlagDropoff)
	target.Height >>= 2

	g.countKill(source, target)
	if target.Player != 0 {
		g.setFlags(target, target.Flags&^info.FlagSolid)
		p := int(target.Player - 1)
		g.Players[p].State = PlayerDead
		g.dropWeapon(p)
	}

	i := g.infoOf(target)
	if target.Health < -i.SpawnHealth && i.XDeathState != info.StateNull {
		g.setMobjState(target, i.XDeathState)
	} else {
		g.setMobjState(target, i.DeathState)
	}
	g.shaveTics(target)

	if item, drops := dropOf(target.Type); drops {
		m := g.spawnMobj(target.X, target.Y, onFloorZ, item)
		g.setFlags(m, m.Flags|info.FlagDropped)
	}
}

// countKill gives source's player the kill or the frag. A player killed by nobody frags
// itself; outside net games the player is credited with every monster's death.
func (g *Game) countKill(source, target *Mobj) {
	var killer *Player
	if source != nil {
		killer = g.playerOf(source)
	}
	switch {
	case killer != nil:
		if target.Flags&info.FlagCountkill != 0 {
			killer.KillCount++
		}
		if target.Player != 0 {
			killer.Frags[target.Player-1]++
		}
	case !g.NetGame && target.Flags&info.FlagCountkill != 0:
		g.Players[0].KillCount++
	}
	if source == nil && target.Player != 0 {
		g.Players[target.Player-1].Frags[target.Player-1]++
	}
}

// dropOf returns the item that a monster drops.
func dropOf(t info.MobjType) (item info.MobjType, drops bool) {
	switch t {
	case info.MobjWolfss, info.MobjPossessed:
		return info.MobjClip, true
	case info.MobjShotguy:
		return info.MobjShotgun, true
	case info.MobjChainguy:
		return info.MobjChaingun, true
	}
	return 0, false
}
