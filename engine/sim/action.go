package sim

import "doomhost/engine/info"

// mobjAction runs the action of a state that map object m enters. A weapon's action (a
// DEHACKED patch may put one there) does nothing: it needs a player's weapon layer, and a
// map object has none.
func (g *Game) mobjAction(m *Mobj, a info.ActionID) {
	switch a {
	case info.ActLook:
		g.look(m)
	case info.ActChase:
		g.chase(m)
	case info.ActVileChase:
		g.vileChase(m)
	case info.ActHoof:
		g.soundAt(m, info.SoundHoof)
		g.chase(m)
	case info.ActMetal:
		g.soundAt(m, info.SoundMetal)
		g.chase(m)
	case info.ActBabyMetal:
		g.soundAt(m, info.SoundBspwlk)
		g.chase(m)
	case info.ActFaceTarget:
		g.faceTarget(m)

	case info.ActPosAttack:
		g.bulletAttack(m, info.SoundPistol, 1)
	case info.ActSPosAttack:
		g.bulletAttack(m, info.SoundShotgn, 3)
	case info.ActCPosAttack:
		g.bulletAttack(m, info.SoundShotgn, 1)
	case info.ActCPosRefire:
		g.monsterRefire(m, 40)
	case info.ActSpidRefire:
		g.monsterRefire(m, 10)
	case info.ActBspiAttack:
		g.missileAttack(m, info.MobjArachplaz)
	case info.ActCyberAttack:
		g.missileAttack(m, info.MobjRocket)
	case info.ActTroopAttack:
		g.clawOrMissile(m, claw{sound: info.SoundClaw, sides: 8, times: 3, face: true}, info.MobjTroopshot)
	case info.ActHeadAttack:
		g.clawOrMissile(m, claw{sides: 6, times: 10, face: true}, info.MobjHeadshot)
	case info.ActBruisAttack:
		g.clawOrMissile(m, claw{sound: info.SoundClaw, sides: 8, times: 10}, info.MobjBruisershot)
	case info.ActSargAttack:
		g.clawAttack(m, claw{sides: 10, times: 4, face: true})
	case info.ActSkelFist:
		g.clawAttack(m, claw{sound: info.SoundSkepch, sides: 10, times: 6, face: true})
	case info.ActSkelWhoosh:
		g.skelWhoosh(m)
	case info.ActSkelMissile:
		g.skelMissile(m)
	case info.ActTracer:
		g.tracerThink(m)
	case info.ActSkullAttack:
		g.skullAttack(m)
	case info.ActPainAttack:
		g.painAttack(m)
	case info.ActPainDie:
		g.painDie(m)
	case info.ActFatRaise:
		g.faceTarget(m)
		g.soundAt(m, info.SoundManatk)
	case info.ActFatAttack1:
		g.fatAttack(m, 1)
	case info.ActFatAttack2:
		g.fatAttack(m, 2)
	case info.ActFatAttack3:
		g.fatAttack(m, 3)

	case info.ActVileStart:
		g.soundAt(m, info.SoundVilatk)
	case info.ActVileTarget:
		g.vileTarget(m)
	case info.ActVileAttack:
		g.vileAttack(m)
	case info.ActStartFire:
		g.soundAt(m, info.SoundFlamst)
		g.fireFollow(m)
	case info.ActFireCrackle:
		g.soundAt(m, info.SoundFlame)
		g.fireFollow(m)
	case info.ActFire:
		g.fireFollow(m)

	case info.ActPain:
		if s := g.infoOf(m).PainSound; s != info.SoundNone {
			g.soundAt(m, s)
		}
	case info.ActScream:
		g.scream(m)
	case info.ActXScream:
		g.soundAt(m, info.SoundSlop)
	case info.ActPlayerScream:
		g.playerScream(m)
	case info.ActFall:
		g.setFlags(m, m.Flags&^info.FlagSolid)
	case info.ActExplode:
		g.radiusAttack(m, g.Mobj(m.Target), 128)
	case info.ActBFGSpray:
		g.bfgSpray(m)

	case info.ActBossDeath:
		g.bossDeath(m)
	case info.ActKeenDie:
		g.keenDie(m)
	case info.ActBrainAwake:
		g.brainAwake()
	case info.ActBrainSpit:
		g.brainSpit(m)
	case info.ActBrainPain:
		g.soundNowhere(info.SoundBospn)
	case info.ActBrainScream:
		g.brainScream(m)
	case info.ActBrainExplode:
		g.brainExplode(m)
	case info.ActBrainDie:
		g.exitLevel()
	case info.ActSpawnSound:
		g.soundAt(m, info.SoundBoscub)
		g.spawnFly(m)
	case info.ActSpawnFly:
		g.spawnFly(m)
	}
}

// weaponAction runs the action of a state that a layer (0 weapon, 1 flash) of player p's
// weapon enters. A map object's action does nothing here.
func (g *Game) weaponAction(p, layer int, a info.ActionID) {
	switch a {
	case info.ActWeaponReady:
		g.weaponReady(p, layer)
	case info.ActReFire:
		g.refire(p)
	case info.ActCheckReload:
		g.checkAmmo(p)
	case info.ActLower:
		g.lowerWeapon(p, layer)
	case info.ActRaise:
		g.raiseWeapon(p, layer)
	case info.ActGunFlash:
		g.gunFlash(p)

	case info.ActPunch:
		g.punch(p)
	case info.ActSaw:
		g.saw(p)
	case info.ActFirePistol:
		g.firePistol(p)
	case info.ActFireShotgun:
		g.fireShotgun(p)
	case info.ActFireShotgun2:
		g.fireSuperShotgun(p)
	case info.ActFireCGun:
		g.fireChaingun(p, layer)
	case info.ActFireMissile:
		g.useAmmo(p, 1)
		g.spawnPlayerMissile(g.body(p), info.MobjRocket)
	case info.ActFirePlasma:
		g.firePlasma(p)
	case info.ActFireBFG:
		g.useAmmo(p, g.content.Tables.Misc.BFGCells)
		g.spawnPlayerMissile(g.body(p), info.MobjBfg)
	case info.ActBFGsound:
		g.playerSound(p, info.SoundBfg)
	case info.ActOpenShotgun2:
		g.playerSound(p, info.SoundDbopn)
	case info.ActLoadShotgun2:
		g.playerSound(p, info.SoundDbload)
	case info.ActCloseShotgun2:
		g.playerSound(p, info.SoundDbcls)
		g.refire(p)

	case info.ActLight0:
		g.Players[p].ExtraLight = 0
	case info.ActLight1:
		g.Players[p].ExtraLight = 1
	case info.ActLight2:
		g.Players[p].ExtraLight = 2
	}
}
