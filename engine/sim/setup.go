package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// bindStage makes g.lv the geometry of the given map. It does not change State, so
// Restore can use it too.
func (g *Game) bindStage(episode, number int) error {
	s, err := g.content.stage(g.content.MapName(episode, number))
	if err != nil {
		return err
	}
	if g.stage != s {
		g.stage, g.lv = s, s.lv
		g.fitScratch()
	}
	return nil
}

// loadLevel begins a map of the current episode. Players who are in the game
// keep what they carry, unless they are dead.
func (g *Game) loadLevel(number int) error {
	if err := g.bindStage(g.Episode, number); err != nil {
		return err
	}
	g.Map = number
	g.Phase = PhaseLevel
	for p := range g.Players {
		pl := &g.Players[p]
		if g.Playing[p] && pl.State == PlayerDead {
			pl.State = PlayerReborn
		}
		pl.Frags = [MaxPlayers]int32{}
	}
	g.setupLevel()
	g.Action = ActionNone
	g.Paused = false
	g.events.MusicChange = true
	return nil
}

// setupLevel puts the level g.lv into the state in which play begins.
func (g *Game) setupLevel() {
	g.TotalKills, g.TotalItems, g.TotalSecrets = 0, 0, 0
	g.Intermission.ParTime = 180
	for p := range g.Players {
		pl := &g.Players[p]
		pl.KillCount, pl.ItemCount, pl.SecretCount = 0, 0, 0
		pl.ViewZ = unseen
		pl.Mo, pl.Attacker = None, None
	}
	g.LevelTime = 0
	g.clearThinkers()
	g.mobjs.reset()
	g.movers.reset()
	g.resetSides()
	g.resetSectors()
	g.BodyQueue = [bodyQueueSize]Ref{}
	g.BodyQueueSlot = 0
	g.BrainTargets = g.BrainTargets[:0]

	g.fitScratch()
	g.spawnThings()
	if g.Deathmatch != 0 {
		for p := range g.Players {
			if g.Playing[p] {
				g.spawnDeathmatch(p)
			}
		}
	} else {
		for p := range g.Players {
			if g.Playing[p] && g.Players[p].Mo == None {
				g.spawnBeside(p)
			}
		}
	}
	g.ItemHead, g.ItemTail = 0, 0
	g.spawnSpecials()
}

// unseen as a player's ViewZ means that the view has not been computed since the level
// was set up.
const unseen fixed.Fixed = 1

func (g *Game) resetSectors() {
	g.Sectors = resize(g.Sectors, len(g.lv.Sectors))
	for i := range g.Sectors {
		s := &g.lv.Sectors[i]
		g.Sectors[i] = Sector{
			FloorHeight: s.FloorHeight, CeilingHeight: s.CeilingHeight,
			FloorPic: s.FloorPic, CeilingPic: s.CeilingPic,
			Light: s.Light, Special: s.Special,
		}
	}
	g.Specials = resize(g.Specials, len(g.lv.Lines))
	for i := range g.Specials {
		g.Specials[i] = g.lv.Lines[i].Special
	}
	g.BlockLinks = resize(g.BlockLinks, int(g.lv.Blockmap.Width*g.lv.Blockmap.Height))
	clear(g.BlockLinks)
	g.blocks = gridOf(&g.lv.Blockmap)
}

func (g *Game) spawnThings() {
	for i := range g.lv.Things {
		t := &g.lv.Things[i]
		if g.content.stopsThings(t.Type) {
			break
		}
		g.spawnMapThing(t)
	}
}

// Options of map things.
const thingNetOnly = 16

// skillBit returns the option bit of map things that appear at a skill.
func skillBit(skill int) int16 {
	switch skill {
	case skillBaby:
		return 1
	case skillNightmare:
		return 4
	}
	return 1 << (skill - 1)
}

// spawnMapThing puts a thing of the map into the level if it belongs in this game. It
// skips unknown types (vanilla stops the game).
func (g *Game) spawnMapThing(t *level.Thing) {
	if t.Type <= 0 || t.Type == thingDeathStart {
		return
	}
	if t.Type <= MaxPlayers {
		if g.Deathmatch == 0 {
			g.spawnPlayer(int(t.Type-1), t)
		}
		return
	}
	if !g.NetGame && t.Options&thingNetOnly != 0 || t.Options&skillBit(g.Skill) == 0 {
		return
	}
	kind, ok := g.typeOfThing(t.Type)
	if !ok {
		return
	}
	flags := g.content.Tables.Mobjs[kind].Flags
	if g.Deathmatch != 0 && flags&info.FlagNotdmatch != 0 {
		return
	}
	if g.NoMonsters && (kind == info.MobjSkull || flags&info.FlagCountkill != 0) {
		return
	}
	m := g.spawnAtPoint(kind, SpawnPoint(*t))
	if m.Tics > 0 {
		g.setTics(m, 1+int32(g.random())%m.Tics)
	}
	if m.Flags&info.FlagCountkill != 0 {
		g.TotalKills++
	}
	if m.Flags&info.FlagCountitem != 0 {
		g.TotalItems++
	}
	m.Angle = spawnAngle(t.Angle)
	if t.Options&thingAmbush != 0 {
		g.setFlags(m, m.Flags|info.FlagAmbush)
	}
}

// typeOfThing returns the type of map object for a thing number. It returns the first
// match, because a DEHACKED patch may give two types the same number.
func (g *Game) typeOfThing(number int16) (info.MobjType, bool) {
	mobjs := g.content.Tables.Mobjs
	for i := range mobjs {
		if mobjs[i].DoomEdNum == int32(number) {
			return info.MobjType(i), true
		}
	}
	return 0, false
}

// spawnAtPoint spawns an object at its place on the map, on the floor or at the ceiling.
func (g *Game) spawnAtPoint(kind info.MobjType, at SpawnPoint) *Mobj {
	z := onFloorZ
	if g.content.Tables.Mobjs[kind].Flags&info.FlagSpawnceiling != 0 {
		z = onCeilingZ
	}
	m := g.spawnMobj(fixed.Fixed(at.X)<<fixed.Bits, fixed.Fixed(at.Y)<<fixed.Bits, z, kind)
	m.Spawn = at
	return m
}

// spawnPlayer gives player p a body at a start. On a map with several starts for a
// player, the player has several bodies and moves the last one.
func (g *Game) spawnPlayer(p int, at *level.Thing) {
	if !g.Playing[p] {
		return
	}
	pl := &g.Players[p]
	if pl.State == PlayerReborn {
		g.rebear(p)
	}
	m := g.spawnMobj(fixed.Fixed(at.X)<<fixed.Bits, fixed.Fixed(at.Y)<<fixed.Bits, onFloorZ, info.MobjPlayer)
	g.setFlags(m, m.Flags|info.MobjFlags(p)<<info.FlagTranslationShift)
	m.Angle = spawnAngle(at.Angle)
	m.Player = int8(p + 1)
	m.Health = pl.Health

	pl.Mo = m.Self
	pl.State = PlayerLive
	pl.Refire = 0
	pl.Message = MessageNone
	pl.DamageCount, pl.BonusCount = 0, 0
	pl.ExtraLight, pl.FixedColormap = 0, 0
	pl.ViewHeight = viewHeight
	g.setupPsprites(p)
	if g.Deathmatch != 0 {
		for i := range pl.Cards {
			pl.Cards[i] = true
		}
	}
}

// spawnBeside gives a player without a start on the map (vanilla refuses such maps in
// co-op) a body at another player's start, and moves it next to that start if there is
// room.
func (g *Game) spawnBeside(p int) {
	g.spawnPlayer(p, g.ownStart(p))
	m := g.mobjs.get(g.Players[p].Mo)
	apart := m.Radius*2 + fixed.Unit
	startX, startY := m.X, m.Y
	for _, d := range [...][2]fixed.Fixed{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		x, y := startX+d[0]*apart, startY+d[1]*apart
		if g.checkPosition(m, x, y) && g.tmCeilingZ-g.tmFloorZ >= m.Height && absFixed(g.tmFloorZ-m.Z) <= maxStep {
			g.settle(m, x, y)
			g.setZ(m, m.FloorZ)
			return
		}
	}
}
