package sim

import "doomhost/engine/info"

// pickup is the result of touching an item.
type pickup uint8

const (
	pickupRefused pickup = iota // the item is of no use and stays; nothing happens
	pickupStays                 // the item takes effect and stays for the others
	pickupTaken
)

// touchSpecialThing lets the player whose body touches an item take it. As in vanilla,
// the sprite identifies the item.
func (g *Game) touchSpecialThing(special, toucher *Mobj) {
	up := special.Z - toucher.Z
	if up > toucher.Height || up < -pickupReach {
		return
	}
	// A sliding corpse takes nothing, nor does a body without a player.
	if toucher.Health <= 0 || toucher.Player == 0 {
		return
	}
	p := int(toucher.Player - 1)
	sound := info.SoundItemup
	var taken pickup
	switch special.Sprite {
	case info.SpriteBkey, info.SpriteYkey, info.SpriteRkey, info.SpriteBsku, info.SpriteYsku, info.SpriteRsku:
		taken = g.takeKey(p, special.Sprite)
	case info.SpriteClip, info.SpriteAmmo, info.SpriteRock, info.SpriteBrok,
		info.SpriteCell, info.SpriteCelp, info.SpriteShel, info.SpriteSbox:
		taken = g.takeAmmo(p, special)
	case info.SpriteBfug, info.SpriteMgun, info.SpriteCsaw, info.SpriteLaun,
		info.SpritePlas, info.SpriteShot, info.SpriteSgn2:
		taken = g.takeWeapon(p, special)
		sound = info.SoundWpnup
	case info.SpriteSoul, info.SpriteMega, info.SpritePinv, info.SpritePstr,
		info.SpritePins, info.SpriteSuit, info.SpritePmap, info.SpritePvis:
		taken = g.takeSphere(p, special.Sprite)
		sound = info.SoundGetpow
	default:
		taken = g.takeHealth(p, special.Sprite)
	}
	if taken != pickupTaken {
		return
	}

	pl := &g.Players[p]
	if special.Flags&info.FlagCountitem != 0 {
		pl.ItemCount++
	}
	g.removeMobj(special)
	pl.BonusCount += bonusFlash
	if p == g.Console {
		g.soundNowhere(sound)
	}
}

// got shows the message for an item picked up.
func (g *Game) got(p int, text info.StringID) pickup {
	g.message(p, text)
	return pickupTaken
}

// takeHealth takes armor, bonuses, stimpacks and the backpack.
func (g *Game) takeHealth(p int, sprite info.SpriteID) pickup {
	pl, misc := &g.Players[p], &g.content.Tables.Misc
	switch sprite {
	case info.SpriteArm1:
		if giveArmor(pl, misc.GreenArmorClass) {
			return g.got(p, info.StrGotarmor)
		}
	case info.SpriteArm2:
		if giveArmor(pl, misc.BlueArmorClass) {
			return g.got(p, info.StrGotmega)
		}
	case info.SpriteBon1:
		g.setHealth(pl, min(pl.Health+1, misc.MaxHealth))
		return g.got(p, info.StrGoththbonus)
	case info.SpriteBon2:
		pl.ArmorPoints = min(pl.ArmorPoints+1, misc.MaxArmor)
		if pl.ArmorType == 0 {
			pl.ArmorType = 1
		}
		return g.got(p, info.StrGotarmbonus)
	case info.SpriteStim:
		if g.giveBody(pl, 10) {
			return g.got(p, info.StrGotstim)
		}
	case info.SpriteMedi:
		if g.giveBody(pl, 25) {
			// As in vanilla, the test comes after the healing, so the urgent text never
			// shows.
			if pl.Health < 25 {
				return g.got(p, info.StrGotmedineed)
			}
			return g.got(p, info.StrGotmedikit)
		}
	case info.SpriteBpak:
		g.giveBackpack(pl)
		return g.got(p, info.StrGotbackpack)
	}
	return pickupRefused
}

// takeSphere takes the powerups: spheres and everything else that works for a while.
func (g *Game) takeSphere(p int, sprite info.SpriteID) pickup {
	pl, misc := &g.Players[p], &g.content.Tables.Misc
	switch sprite {
	case info.SpriteSoul:
		g.setHealth(pl, min(pl.Health+misc.SoulsphereHealth, misc.MaxSoulsphere))
		return g.got(p, info.StrGotsuper)
	case info.SpriteMega:
		if !g.commercial() {
			return pickupRefused
		}
		g.setHealth(pl, misc.MegasphereHealth)
		giveArmor(pl, 2)
		return g.got(p, info.StrGotmsphere)
	case info.SpritePinv:
		return g.takePower(p, info.PowerInvulnerability, info.StrGotinvul)
	case info.SpritePstr:
		taken := g.takePower(p, info.PowerStrength, info.StrGotberserk)
		if pl.ReadyWeapon != info.WeaponFist {
			pl.PendingWeapon = info.WeaponFist
		}
		return taken
	case info.SpritePins:
		return g.takePower(p, info.PowerInvisibility, info.StrGotinvis)
	case info.SpriteSuit:
		return g.takePower(p, info.PowerIronfeet, info.StrGotsuit)
	case info.SpritePmap:
		return g.takePower(p, info.PowerAllmap, info.StrGotmap)
	case info.SpritePvis:
		return g.takePower(p, info.PowerInfrared, info.StrGotvisor)
	}
	return pickupRefused
}

func (g *Game) takePower(p int, power info.PowerType, text info.StringID) pickup {
	if !g.givePower(&g.Players[p], power) {
		return pickupRefused
	}
	return g.got(p, text)
}

// takeKey takes a key. In net games keys stay for the others.
func (g *Game) takeKey(p int, sprite info.SpriteID) pickup {
	var card info.CardType
	var text info.StringID
	switch sprite {
	case info.SpriteBkey:
		card, text = info.CardBluecard, info.StrGotbluecard
	case info.SpriteYkey:
		card, text = info.CardYellowcard, info.StrGotyelwcard
	case info.SpriteRkey:
		card, text = info.CardRedcard, info.StrGotredcard
	case info.SpriteBsku:
		card, text = info.CardBlueskull, info.StrGotblueskul
	case info.SpriteYsku:
		card, text = info.CardYellowskull, info.StrGotyelwskul
	default:
		card, text = info.CardRedskull, info.StrGotredskull
	}
	if pl := &g.Players[p]; !pl.Cards[card] {
		g.message(p, text)
		pl.BonusCount = bonusFlash
		pl.Cards[card] = true
	}
	if g.NetGame {
		return pickupStays
	}
	return pickupTaken
}

func (g *Game) takeAmmo(p int, special *Mobj) pickup {
	var ammo info.AmmoType
	var text info.StringID
	clips := int32(1)
	switch special.Sprite {
	case info.SpriteClip:
		ammo, text = info.AmmoClip, info.StrGotclip
		if special.Flags&info.FlagDropped != 0 {
			clips = 0
		}
	case info.SpriteAmmo:
		ammo, clips, text = info.AmmoClip, 5, info.StrGotclipbox
	case info.SpriteRock:
		ammo, text = info.AmmoMisl, info.StrGotrocket
	case info.SpriteBrok:
		ammo, clips, text = info.AmmoMisl, 5, info.StrGotrockbox
	case info.SpriteCell:
		ammo, text = info.AmmoCell, info.StrGotcell
	case info.SpriteCelp:
		ammo, clips, text = info.AmmoCell, 5, info.StrGotcellbox
	case info.SpriteShel:
		ammo, text = info.AmmoShell, info.StrGotshells
	default:
		ammo, clips, text = info.AmmoShell, 5, info.StrGotshellbox
	}
	if !g.giveAmmo(&g.Players[p], ammo, clips) {
		return pickupRefused
	}
	return g.got(p, text)
}

func (g *Game) takeWeapon(p int, special *Mobj) pickup {
	var weapon info.WeaponType
	var text info.StringID
	// Only weapons that monsters drop can have this flag.
	dropped := special.Flags&info.FlagDropped != 0
	switch special.Sprite {
	case info.SpriteMgun:
		weapon, text = info.WeaponChaingun, info.StrGotchaingun
	case info.SpriteShot:
		weapon, text = info.WeaponShotgun, info.StrGotshotgun
	case info.SpriteSgn2:
		weapon, text = info.WeaponSupershotgun, info.StrGotshotgun2
	case info.SpriteBfug:
		weapon, text, dropped = info.WeaponBfg, info.StrGotbfg9000, false
	case info.SpriteCsaw:
		weapon, text, dropped = info.WeaponChainsaw, info.StrGotchainsaw, false
	case info.SpriteLaun:
		weapon, text, dropped = info.WeaponMissile, info.StrGotlauncher, false
	default:
		weapon, text, dropped = info.WeaponPlasma, info.StrGotplasma, false
	}
	if !g.giveWeapon(p, weapon, dropped) {
		return pickupStays
	}
	return g.got(p, text)
}
