package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// bonusFlash is how long the screen flashes for something picked up, in tics.
const bonusFlash = 6

// bodyHealth is the health up to which stimpacks and the like heal.
const bodyHealth = 100

// Tics that the powers last. Strength and the map last for the whole level.
const (
	invulnerabilityTics = 30 * TicRate
	invisibilityTics    = 60 * TicRate
	infraredTics        = 120 * TicRate
	ironFeetTics        = 60 * TicRate
)

// giveAmmo gives the player a number of clips, half a clip for 0. It returns false if the
// player can carry no more. A player who had none and holds a weak weapon changes to one
// that uses this ammo.
func (g *Game) giveAmmo(p *Player, ammo info.AmmoType, clips int32) bool {
	if ammo >= info.NumAmmo || p.Ammo[ammo] == p.MaxAmmo[ammo] {
		return false
	}
	n := clips * g.content.Tables.ClipAmmo[ammo]
	if clips == 0 {
		n = g.content.Tables.ClipAmmo[ammo] / 2
	}
	if g.Skill == skillBaby || g.Skill == skillNightmare {
		n <<= 1
	}
	had := p.Ammo[ammo]
	p.Ammo[ammo] = min(had+n, p.MaxAmmo[ammo])
	if had == 0 {
		preferFor(p, ammo)
	}
	return true
}

// preferFor readies a better weapon than the one at hand, now that there is
// ammo for it.
func preferFor(p *Player, ammo info.AmmoType) {
	fist := p.ReadyWeapon == info.WeaponFist
	weak := fist || p.ReadyWeapon == info.WeaponPistol
	switch {
	case ammo == info.AmmoClip && fist:
		if p.WeaponOwned[info.WeaponChaingun] {
			p.PendingWeapon = info.WeaponChaingun
		} else {
			p.PendingWeapon = info.WeaponPistol
		}
	case ammo == info.AmmoShell && weak && p.WeaponOwned[info.WeaponShotgun]:
		p.PendingWeapon = info.WeaponShotgun
	case ammo == info.AmmoCell && weak && p.WeaponOwned[info.WeaponPlasma]:
		p.PendingWeapon = info.WeaponPlasma
	case ammo == info.AmmoMisl && fist && p.WeaponOwned[info.WeaponMissile]:
		p.PendingWeapon = info.WeaponMissile
	}
}

// giveWeapon gives the player a weapon and ammo for it, and returns whether the thing on
// the floor is used up. In net games except altdeath, a weapon placed on the map stays
// for the other players.
func (g *Game) giveWeapon(p int, weapon info.WeaponType, dropped bool) bool {
	pl := &g.Players[p]
	ammo := g.content.Tables.Weapons[weapon].Ammo
	if g.NetGame && g.Deathmatch != 2 && !dropped {
		if pl.WeaponOwned[weapon] {
			return false
		}
		pl.BonusCount += bonusFlash
		pl.WeaponOwned[weapon] = true
		clips := int32(2)
		if g.Deathmatch != 0 {
			clips = 5
		}
		g.giveAmmo(pl, ammo, clips)
		pl.PendingWeapon = weapon
		if p == g.Console {
			g.soundNowhere(info.SoundWpnup)
		}
		return false
	}

	clips := int32(2)
	if dropped {
		clips = 1
	}
	gaveAmmo := g.giveAmmo(pl, ammo, clips)
	if pl.WeaponOwned[weapon] {
		return gaveAmmo
	}
	pl.WeaponOwned[weapon] = true
	pl.PendingWeapon = weapon
	return true
}

// giveBody heals up to bodyHealth. It returns false if there is nothing to heal.
func (g *Game) giveBody(p *Player, health int32) bool {
	if p.Health >= bodyHealth {
		return false
	}
	g.setHealth(p, min(p.Health+health, bodyHealth))
	return true
}

// setHealth sets the health of the player and of its body, which stay equal.
func (g *Game) setHealth(p *Player, health int32) {
	p.Health = health
	if body := g.Mobj(p.Mo); body != nil {
		body.Health = health
	}
}

// giveArmor puts on armor of a class (100 points each), unless the player wears
// as much.
func giveArmor(p *Player, class int32) bool {
	points := class * 100
	if p.ArmorPoints >= points {
		return false
	}
	p.ArmorType = class
	p.ArmorPoints = points
	return true
}

// givePower gives a power. It returns false if the player already has it for the level.
func (g *Game) givePower(p *Player, power info.PowerType) bool {
	switch power {
	case info.PowerInvulnerability:
		p.Powers[power] = invulnerabilityTics
	case info.PowerInvisibility:
		p.Powers[power] = invisibilityTics
		if body := g.Mobj(p.Mo); body != nil {
			g.setFlags(body, body.Flags|info.FlagShadow)
		}
	case info.PowerInfrared:
		p.Powers[power] = infraredTics
	case info.PowerIronfeet:
		p.Powers[power] = ironFeetTics
	case info.PowerStrength:
		g.giveBody(p, 100)
		p.Powers[power] = 1
	default:
		if p.Powers[power] != 0 {
			return false
		}
		p.Powers[power] = 1
	}
	return true
}

// giveBackpack doubles what the player can carry, once, and adds a clip of each.
func (g *Game) giveBackpack(p *Player) {
	if !p.Backpack {
		for a := range p.MaxAmmo {
			p.MaxAmmo[a] *= 2
		}
		p.Backpack = true
	}
	for a := range p.Ammo {
		g.giveAmmo(p, info.AmmoType(a), 1)
	}
}

// pickupReach is how far below the toucher's feet an item may lie.
const pickupReach = 8 * fixed.Unit
