package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// useSpecialLine makes m use a line from a side. It returns false if that has no effect
// for m. Only a line's front can be used, and monsters leave secret lines alone.
func (g *Game) useSpecialLine(m *Mobj, line int32, side int) bool {
	if side != 0 {
		// Vanilla lets only one type be used from behind, for a door that was never
		// finished. It does nothing, but counts as used by players.
		return g.Specials[line] == 124 && m.Player != 0
	}
	t := g.typeOfLine(line)
	if m.Player == 0 {
		if g.lv.Lines[line].Flags&level.LineSecret != 0 {
			return false
		}
		if t == nil || t.trigger != byUse || t.actors == playersOnly {
			return false
		}
	}
	if t == nil || t.trigger != byUse {
		return true
	}
	if t.effect == effectManualDoor {
		if g.hasKey(m, t.lock, true) {
			g.manualDoor(line, m, doorKind(t.kind))
		}
		return true
	}
	if !g.hasKey(m, t.lock, false) {
		return true
	}
	if g.runLine(t, line, side, m) {
		g.flipSwitch(line, t.repeats)
	}
	return true
}

// crossSpecialLine makes m cross a line, coming from a side.
func (g *Game) crossSpecialLine(line int32, side int, m *Mobj) {
	t := g.typeOfLine(line)
	if t == nil || t.trigger != byCross || !t.actors.allow(m) {
		return
	}
	if m.Player == 0 {
		switch m.Type {
		case info.MobjRocket, info.MobjPlasma, info.MobjBfg,
			info.MobjTroopshot, info.MobjHeadshot, info.MobjBruisershot:
			return
		}
	}
	g.runLine(t, line, side, m)
	if !t.repeats {
		g.Specials[line] = 0
	}
}

// shootSpecialLine makes m shoot a line.
func (g *Game) shootSpecialLine(m *Mobj, line int32) {
	t := g.typeOfLine(line)
	if t == nil || t.trigger != byShot || !t.actors.allow(m) {
		return
	}
	g.runLine(t, line, 0, m)
	g.flipSwitch(line, t.repeats)
}

// runLine runs a line's effect. It returns false if there was nothing to do and the
// switch stays as it is.
func (g *Game) runLine(t *lineType, line int32, side int, m *Mobj) bool {
	tag := g.lv.Lines[line].Tag
	switch t.effect {
	case effectDoor:
		return g.doDoor(tag, line, doorKind(t.kind))
	case effectFloor:
		return g.doFloor(tag, line, floorKind(t.kind))
	case effectCeiling:
		return g.doCeiling(tag, ceilingKind(t.kind))
	case effectPlat:
		return g.doPlat(line, platKind(t.kind), int32(t.amount))
	case effectStairs:
		return g.buildStairs(tag, stairKind(t.kind))
	case effectDonut:
		return g.doDonut(tag)
	case effectLight:
		g.lightsOn(tag, t.amount)
	case effectStrobe:
		g.startStrobes(tag)
	case effectLightsOff:
		g.lightsOff(tag)
	case effectTeleport:
		g.teleport(tag, side, m)
	case effectStopPlat:
		g.stopPlats(tag)
	case effectStopCeiling:
		g.stopCeilings(tag)
	case effectCeilingAndFloor:
		g.doCeiling(tag, ceilingRaiseToHighest)
		g.doFloor(tag, line, floorLowerToLowest)
	case effectExit:
		g.exitLevel()
	case effectSecretExit:
		g.secretExitLevel()
	}
	return true
}

// Sector specials (Doom wiki: "Sector", types).
const (
	sectorBlinkRandom   = 1
	sectorBlinkFast     = 2
	sectorBlinkSlow     = 3
	sectorBlinkDamage   = 4
	sectorDamage10      = 5
	sectorDamage5       = 7
	sectorGlow          = 8
	sectorSecret        = 9
	sectorDoorClose     = 10
	sectorBlinkSlowSync = 12
	sectorBlinkFastSync = 13
	sectorDoorRaise     = 14
	sectorDamage20      = 16
	sectorFlicker       = 17
)

// spawnSpecials starts the effects of sector specials, in map order.
func (g *Game) spawnSpecials() {
	g.LevelTimer = 0
	if g.Deathmatch != 0 {
		g.LevelTimer = int32(g.Timer) * 60 * TicRate
	}
	for i := range g.Sectors {
		s := int32(i)
		switch g.Sectors[i].Special {
		case sectorBlinkRandom:
			g.spawnLightFlash(s)
		case sectorBlinkFast:
			g.spawnStrobe(s, strobeFastDark, false)
		case sectorBlinkSlow:
			g.spawnStrobe(s, strobeSlowDark, false)
		case sectorBlinkDamage:
			g.spawnStrobe(s, strobeFastDark, false)
			g.Sectors[i].Special = sectorBlinkDamage
		case sectorGlow:
			g.spawnGlow(s)
		case sectorSecret:
			g.TotalSecrets++
		case sectorDoorClose:
			g.spawnDoorCloseIn30(s)
		case sectorBlinkSlowSync:
			g.spawnStrobe(s, strobeSlowDark, true)
		case sectorBlinkFastSync:
			g.spawnStrobe(s, strobeFastDark, true)
		case sectorDoorRaise:
			g.spawnDoorRaiseIn5Mins(s)
		case sectorFlicker:
			g.spawnFireFlicker(s)
		}
	}
}

// updateSpecials runs the level's own effects for a tic.
func (g *Game) updateSpecials() {
	if g.LevelTimer > 0 {
		g.LevelTimer--
		if g.LevelTimer == 0 {
			g.exitLevel()
		}
	}
	for _, line := range g.stage.scrollers {
		if g.Specials[line] == lineScroll {
			g.touchSide(g.lv.Lines[line].Side[0]).TextureOffset += fixed.Unit
		}
	}
	g.updateButtons()
}

// playerInSpecialSector applies the floor's special to player p, who stands on it: damage
// every 32 tics, or the discovery of a secret. Unknown types do nothing.
func (g *Game) playerInSpecialSector(p int) {
	pl := &g.Players[p]
	m := g.mobjs.get(pl.Mo)
	sec := g.sectorOf(m)
	if m.Z != sec.FloorHeight {
		return
	}
	suit := pl.Powers[info.PowerIronfeet] != 0
	hurts := g.LevelTime&31 == 0
	switch sec.Special {
	case sectorDamage10:
		if hurts && !suit {
			g.damageMobj(m, nil, nil, 10)
		}
	case sectorDamage5:
		if hurts && !suit {
			g.damageMobj(m, nil, nil, 5)
		}
	case sectorDamage20, sectorBlinkDamage:
		// A suit sometimes leaks.
		if (!suit || g.random() < 5) && hurts {
			g.damageMobj(m, nil, nil, 20)
		}
	case sectorSecret:
		pl.SecretCount++
		sec.Special = 0
	case specialExitDamage:
		pl.Cheats &^= CheatGodMode
		if hurts {
			g.damageMobj(m, nil, nil, 20)
		}
		if pl.Health <= 10 {
			g.exitLevel()
		}
	}
}
