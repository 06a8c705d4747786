package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// teleport takes m, which crossed a line from a side, to the first teleport landing in a
// sector with the tag. It ignores missiles and things that come from behind.
func (g *Game) teleport(tag int16, side int, m *Mobj) {
	if m.Flags&info.FlagMissile != 0 || side == 1 {
		return
	}
	landing := g.landing(tag)
	if landing == nil {
		return
	}
	oldX, oldY, oldZ := m.X, m.Y, m.Z
	if !g.teleportMove(m, landing.X, landing.Y) {
		return
	}
	if g.landsOnFloor() {
		g.setZ(m, m.FloorZ)
	}
	p := g.playerOf(m)
	if p != nil {
		p.ViewZ = m.Z + p.ViewHeight
	}
	fog := g.spawnMobj(oldX, oldY, oldZ, info.MobjTfog)
	g.soundAt(fog, info.SoundTelept)
	x := landing.X + 20*fixed.Cos(landing.Angle)
	y := landing.Y + 20*fixed.Sin(landing.Angle)
	fog = g.spawnMobj(x, y, m.Z, info.MobjTfog)
	g.soundAt(fog, info.SoundTelept)
	if p != nil {
		m.ReactionTime = 18 // stand still for a moment
	}
	m.Angle = landing.Angle
	g.setMom(m, 0, 0, 0)
}

// landing returns the first teleport landing in a sector with the tag, by sectors and
// then in thinker order, or nil.
func (g *Game) landing(tag int16) *Mobj {
	for s := g.nextTagged(tag, -1); s >= 0; s = g.nextTagged(tag, s) {
		for _, t := range g.Thinkers {
			if t.Kind != ThinkMobj {
				continue
			}
			m := g.mobjs.at(t.Index)
			if m.Type == info.MobjTeleportman && g.lv.Subsectors[m.Subsector].Sector == s {
				return m
			}
		}
	}
	return nil
}

// landsOnFloor reports whether a teleport puts the thing on the floor; the executable of
// Final Doom forgets to.
func (g *Game) landsOnFloor() bool {
	return g.content.Mission != info.MissionTNT && g.content.Mission != info.MissionPlutonia
}
