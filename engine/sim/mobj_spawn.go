package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// skillNightmare is Params.Skill of the hardest game: monsters come back, react
// at once and are fast.
const skillNightmare = 4

// spawnMobj puts a new object into the level. z may be onFloorZ or onCeilingZ.
func (g *Game) spawnMobj(x, y, z fixed.Fixed, t info.MobjType) *Mobj {
	i := &g.content.Tables.Mobjs[t]
	var m *Mobj
	if g.mobjs.full() {
		// The level holds a quarter of a million objects: this one stays outside it.
		m = &g.surplus
		*m = Mobj{Removed: true}
	} else {
		m = g.mobjs.alloc()
	}
	m.Type = t
	m.X, m.Y = x, y
	m.Radius, m.Height = i.Radius, i.Height
	g.setFlags(m, i.Flags)
	m.Health = i.SpawnHealth
	if g.Skill != skillNightmare {
		m.ReactionTime = i.ReactionTime
	}
	m.LastLook = int8(g.random() % MaxPlayers)
	g.enter(m, i.SpawnState, &g.content.Tables.States[i.SpawnState])

	g.setThingPosition(m)
	sec := g.sectorOf(m)
	g.setGap(m, sec.FloorHeight, sec.CeilingHeight)
	switch z {
	case onFloorZ:
		g.setZ(m, m.FloorZ)
	case onCeilingZ:
		g.setZ(m, m.CeilingZ-m.Height)
	default:
		g.setZ(m, z)
	}
	if !m.Removed {
		g.addThinker(ThinkMobj, m.Self.Index())
	}
	return m
}

// removeMobj takes m out of the level. Its contents stay readable through Refs
// for a while (see mobjQuarantine). Removing it again does nothing.
func (g *Game) removeMobj(m *Mobj) {
	if m.Removed {
		return
	}
	if m.Flags&(info.FlagSpecial|info.FlagDropped) == info.FlagSpecial &&
		m.Type != info.MobjInv && m.Type != info.MobjIns {
		g.queueItem(m)
	}
	g.unsetThingPosition(m)
	m.Removed = true
	g.dropThinker(int(m.ThinkerPos))
	g.mobjs.release(m)
}

// queueItem queues a picked-up item for respawn in altdeath. A full queue drops its
// oldest entry.
func (g *Game) queueItem(m *Mobj) {
	g.ItemRespawn[g.ItemHead] = ItemRespawn{Spawn: m.Spawn, Time: g.LevelTime}
	g.ItemHead = (g.ItemHead + 1) % itemQueueSize
	if g.ItemHead == g.ItemTail {
		g.ItemTail = (g.ItemTail + 1) % itemQueueSize
	}
}

// spawnPuff makes the puff of a shot that hits no flesh. A melee puff has no spark; the
// range of the last attack, whoever made it, decides.
func (g *Game) spawnPuff(x, y, z fixed.Fixed) {
	z += fixed.Fixed(g.randomDiff()) << 10
	m := g.spawnMobj(x, y, z, info.MobjPuff)
	g.setMomZ(m, fixed.Unit)
	g.shaveTics(m)
	if g.attackRange == meleeRange {
		g.setMobjState(m, info.StatePuff3)
	}
}

// spawnBlood makes a drop of blood, smaller for less damage.
func (g *Game) spawnBlood(x, y, z fixed.Fixed, damage int32) {
	z += fixed.Fixed(g.randomDiff()) << 10
	m := g.spawnMobj(x, y, z, info.MobjBlood)
	g.setMomZ(m, 2*fixed.Unit)
	g.shaveTics(m)
	switch {
	case damage < 9:
		g.setMobjState(m, info.StateBlood3)
	case damage <= 12:
		g.setMobjState(m, info.StateBlood2)
	}
}
