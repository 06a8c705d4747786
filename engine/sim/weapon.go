package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/lockstep"
)

// Layers of a player's weapon.
const (
	layerWeapon = iota
	layerFlash
)

const (
	weaponTop    = 32 * fixed.Unit // height of a ready weapon
	weaponBottom = 128 * fixed.Unit
	weaponSpeed  = 6 * fixed.Unit // rise and fall in a tic

	// stateChainLimit ends a chain of weapon states without duration, which a DEHACKED
	// patch can close into a loop. Vanilla hangs there.
	stateChainLimit = 1000
)

// setPsprite puts a layer of p's weapon into a state and runs its action; states without
// duration pass at once. An action may change the layer; the chain then goes on from the
// new state.
func (g *Game) setPsprite(p, layer int, s info.StateID) {
	psp := &g.Players[p].PSprites[layer]
	states := g.content.Tables.States
	g.stateDepth++
	defer func() { g.stateDepth-- }()
	for range stateChainLimit {
		if s == info.StateNull || int(s) >= len(states) {
			psp.State = info.StateNull
			return
		}
		st := &states[s]
		psp.State = s
		psp.Tics = st.Tics
		if st.Misc1 != 0 {
			psp.SX = fixed.Fixed(st.Misc1) << fixed.Bits
			psp.SY = fixed.Fixed(st.Misc2) << fixed.Bits
		}
		if st.Action != info.ActNone && g.mayAct() {
			g.weaponAction(p, layer, st.Action)
			if psp.State == info.StateNull {
				return
			}
		}
		if psp.Tics != 0 {
			return
		}
		s = states[psp.State].Next
	}
	psp.Tics = -1
}

// movePsprites counts the weapon's layers down.
func (g *Game) movePsprites(p int) {
	psprites := &g.Players[p].PSprites
	for layer := range psprites {
		psp := &psprites[layer]
		if psp.State == info.StateNull || psp.Tics == -1 {
			continue
		}
		psp.Tics--
		if psp.Tics == 0 {
			g.setPsprite(p, layer, g.content.Tables.States[psp.State].Next)
		}
	}
	psprites[layerFlash].SX = psprites[layerWeapon].SX
	psprites[layerFlash].SY = psprites[layerWeapon].SY
}

// setupPsprites raises the ready weapon of a player who has just appeared.
func (g *Game) setupPsprites(p int) {
	pl := &g.Players[p]
	for layer := range pl.PSprites {
		pl.PSprites[layer].State = info.StateNull
	}
	pl.PendingWeapon = pl.ReadyWeapon
	g.bringUpWeapon(p)
}

// bringUpWeapon begins to raise the pending weapon from below the screen.
func (g *Game) bringUpWeapon(p int) {
	pl := &g.Players[p]
	if pl.PendingWeapon == info.WeaponNone {
		pl.PendingWeapon = pl.ReadyWeapon
	}
	if pl.PendingWeapon == info.WeaponChainsaw {
		g.playerSound(p, info.SoundSawup)
	}
	up := g.weaponInfo(pl.PendingWeapon).UpState
	pl.PendingWeapon = info.WeaponNone
	pl.PSprites[layerWeapon].SY = weaponBottom
	g.setPsprite(p, layerWeapon, up)
}

// dropWeapon lowers the weapon of a player who has died.
func (g *Game) dropWeapon(p int) {
	g.setPsprite(p, layerWeapon, g.readyInfo(p).DownState)
}

func (g *Game) weaponInfo(w info.WeaponType) *info.Weapon { return &g.content.Tables.Weapons[w] }

func (g *Game) readyInfo(p int) *info.Weapon { return g.weaponInfo(g.Players[p].ReadyWeapon) }

func (g *Game) playerSound(p int, s info.SoundID) { g.soundAt(g.body(p), s) }

// body returns p's map object. Weapons act only while there is one.
func (g *Game) body(p int) *Mobj { return g.orNobody(g.Mobj(g.Players[p].Mo)) }

// checkAmmo reports whether the ready weapon can fire. If not, it makes the best usable
// weapon pending and lowers the ready one.
func (g *Game) checkAmmo(p int) bool {
	pl := &g.Players[p]
	need := int32(1)
	switch pl.ReadyWeapon {
	case info.WeaponBfg:
		need = g.content.Tables.Misc.BFGCells
	case info.WeaponSupershotgun:
		need = 2
	}
	ammo := g.readyInfo(p).Ammo
	if ammo >= info.NumAmmo || pl.Ammo[ammo] >= need {
		return true
	}
	pl.PendingWeapon = g.bestWeapon(pl)
	g.setPsprite(p, layerWeapon, g.readyInfo(p).DownState)
	return false
}

// bestWeapon returns the weapon to change to if the ready one is empty. The figures are
// vanilla's, whatever a patched weapon uses.
func (g *Game) bestWeapon(p *Player) info.WeaponType {
	owned, ammo := &p.WeaponOwned, &p.Ammo
	switch {
	case owned[info.WeaponPlasma] && ammo[info.AmmoCell] != 0:
		return info.WeaponPlasma
	case owned[info.WeaponSupershotgun] && ammo[info.AmmoShell] > 2 && g.commercial():
		return info.WeaponSupershotgun
	case owned[info.WeaponChaingun] && ammo[info.AmmoClip] != 0:
		return info.WeaponChaingun
	case owned[info.WeaponShotgun] && ammo[info.AmmoShell] != 0:
		return info.WeaponShotgun
	case ammo[info.AmmoClip] != 0:
		return info.WeaponPistol
	case owned[info.WeaponChainsaw]:
		return info.WeaponChainsaw
	case owned[info.WeaponMissile] && ammo[info.AmmoMisl] != 0:
		return info.WeaponMissile
	case owned[info.WeaponBfg] && ammo[info.AmmoCell] > 40:
		return info.WeaponBfg
	}
	return info.WeaponFist
}

// fireWeapon starts an attack with the ready weapon and makes noise.
func (g *Game) fireWeapon(p int) {
	if !g.checkAmmo(p) {
		return
	}
	body := g.body(p)
	g.setMobjState(body, info.StatePlayAtk1)
	g.setPsprite(p, layerWeapon, g.readyInfo(p).AttackState)
	g.noiseAlert(body, body)
}

// weaponReady holds a weapon that may fire or change, and bobs it with the player's
// steps.
func (g *Game) weaponReady(p, layer int) {
	pl := &g.Players[p]
	body := g.body(p)
	if body.State == info.StatePlayAtk1 || body.State == info.StatePlayAtk2 {
		g.setMobjState(body, info.StatePlay)
	}
	psp := &pl.PSprites[layer]
	if pl.ReadyWeapon == info.WeaponChainsaw && psp.State == info.StateSaw {
		g.soundAt(body, info.SoundSawidl)
	}
	if pl.PendingWeapon != info.WeaponNone || pl.Health == 0 {
		g.setPsprite(p, layerWeapon, g.readyInfo(p).DownState)
		return
	}
	if pl.Cmd.Buttons&lockstep.ButtonAttack != 0 {
		// The rocket launcher and the BFG wait until the button has been released.
		if !pl.AttackDown || pl.ReadyWeapon != info.WeaponMissile && pl.ReadyWeapon != info.WeaponBfg {
			pl.AttackDown = true
			g.fireWeapon(p)
			return
		}
	} else {
		pl.AttackDown = false
	}
	swing := int(128*g.LevelTime) & fixed.FineMask
	psp.SX = fixed.Unit + fixed.Mul(pl.Bob, fixed.CosFine(swing))
	psp.SY = weaponTop + fixed.Mul(pl.Bob, fixed.SinFine(swing&(fixed.FineAngles/2-1)))
}

// refire fires again while the button is held, without a return to ready.
func (g *Game) refire(p int) {
	pl := &g.Players[p]
	if pl.Cmd.Buttons&lockstep.ButtonAttack != 0 && pl.PendingWeapon == info.WeaponNone && pl.Health != 0 {
		pl.Refire++
		g.fireWeapon(p)
		return
	}
	pl.Refire = 0
	g.checkAmmo(p)
}

// lowerWeapon lowers the weapon a little. Below the screen the pending weapon takes over,
// unless the player is dead.
func (g *Game) lowerWeapon(p, layer int) {
	pl := &g.Players[p]
	psp := &pl.PSprites[layer]
	psp.SY += weaponSpeed
	if psp.SY < weaponBottom {
		return
	}
	if pl.State == PlayerDead {
		psp.SY = weaponBottom
		return
	}
	if pl.Health == 0 {
		g.setPsprite(p, layerWeapon, info.StateNull)
		return
	}
	pl.ReadyWeapon = pl.PendingWeapon
	if pl.ReadyWeapon >= info.NumWeapons {
		// Only a patched state lowers a weapon while none is pending.
		pl.ReadyWeapon = info.WeaponFist
	}
	g.bringUpWeapon(p)
}

// raiseWeapon lifts the weapon a little, until it is ready.
func (g *Game) raiseWeapon(p, layer int) {
	psp := &g.Players[p].PSprites[layer]
	psp.SY -= weaponSpeed
	if psp.SY > weaponTop {
		return
	}
	psp.SY = weaponTop
	g.setPsprite(p, layerWeapon, g.readyInfo(p).ReadyState)
}

// gunFlash lights the muzzle and the player's body.
func (g *Game) gunFlash(p int) {
	g.setMobjState(g.body(p), info.StatePlayAtk2)
	g.setPsprite(p, layerFlash, g.readyInfo(p).FlashState)
}
