package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

const (
	// A DEHACKED patch can make an endless chain of states that last no tics, or of
	// actions that change states. Vanilla hangs or stops there; here the object waits a
	// tic after this many.
	maxInstantStates = 10000
	maxStateDepth    = 48
	// maxNestedActions is the largest number of actions that a tic runs inside others.
	// Each action may hit a hundred objects whose states act in turn, so a limit on depth
	// alone would not end the tic in a lifetime. Doom's own frames need a few hundred.
	maxNestedActions = 1 << 16
)

// mayAct reports whether a state entered now may run its action.
func (g *Game) mayAct() bool {
	if g.stateDepth <= 1 {
		return true
	}
	g.nestedActions++
	return g.stateDepth <= maxStateDepth && g.nestedActions <= maxNestedActions
}

// setMobjState puts m into a state and runs the state's action, and does the same for the
// next state while states last no tics. It returns false if that removed m.
func (g *Game) setMobjState(m *Mobj, id info.StateID) bool {
	states := g.content.Tables.States
	g.stateDepth++
	for n := 0; ; n++ {
		if id == info.StateNull {
			m.State = info.StateNull
			g.removeMobj(m)
			g.stateDepth--
			return false
		}
		s := &states[id]
		g.enter(m, id, s)
		if s.Action != info.ActNone && g.mayAct() {
			g.mobjAction(m, s.Action)
		}
		id = s.Next
		if m.Tics != 0 {
			break
		}
		if n >= maxInstantStates {
			g.setTics(m, 1)
			break
		}
	}
	g.stateDepth--
	return true
}

// mobjThink plays a map object's turn. idle must test every condition that makes it act.
func (g *Game) mobjThink(m *Mobj) {
	if m.MomX != 0 || m.MomY != 0 || m.Flags&info.FlagSkullfly != 0 {
		g.moveXY(m)
		if m.Removed {
			return
		}
	}
	if m.Z != m.FloorZ || m.MomZ != 0 {
		g.moveZ(m)
		if m.Removed {
			return
		}
	}
	if m.Tics != -1 {
		g.setTics(m, m.Tics-1)
		if m.Tics == 0 {
			g.setMobjState(m, g.content.Tables.States[m.State].Next)
		}
		return
	}
	if m.Flags&info.FlagCountkill != 0 && (g.Skill == skillNightmare || g.Respawn) {
		g.lieDead(m)
		return
	}
	g.rest(m)
}

// lieDead counts how long a monster has been dead if the dead come back: after at least
// 12 seconds it has a chance every 32 tics.
func (g *Game) lieDead(m *Mobj) {
	m.MoveCount++
	if m.MoveCount < 12*TicRate || g.LevelTime&31 != 0 || g.random() > 4 {
		return
	}
	g.nightmareRespawn(m)
}

// nightmareRespawn brings a dead monster back to its place on the map, if there is room.
func (g *Game) nightmareRespawn(m *Mobj) {
	x, y := fixed.Fixed(m.Spawn.X)<<fixed.Bits, fixed.Fixed(m.Spawn.Y)<<fixed.Bits
	if !g.checkPosition(m, x, y) {
		return
	}
	fog := g.spawnMobj(m.X, m.Y, g.sectorOf(m).FloorHeight, info.MobjTfog)
	g.soundAt(fog, info.SoundTelept)
	floor := g.Sectors[g.lv.Subsectors[g.subsectorAt(x, y)].Sector].FloorHeight
	fog = g.spawnMobj(x, y, floor, info.MobjTfog)
	g.soundAt(fog, info.SoundTelept)

	z := onFloorZ
	if g.infoOf(m).Flags&info.FlagSpawnceiling != 0 {
		z = onCeilingZ
	}
	risen := g.spawnMobj(x, y, z, m.Type)
	risen.Spawn = m.Spawn
	risen.Angle = spawnAngle(m.Spawn.Angle)
	if m.Spawn.Options&thingAmbush != 0 {
		g.setFlags(risen, risen.Flags|info.FlagAmbush)
	}
	risen.ReactionTime = 18
	g.removeMobj(m)
}

// thingAmbush is the option of a map thing that waits until it sees a player.
const thingAmbush = 8

// spawnAngle returns the direction of a map thing: degrees, rounded down to a multiple of
// 45.
func spawnAngle(degrees int16) fixed.Angle { return fixed.Ang45 * fixed.Angle(int32(degrees)/45) }
