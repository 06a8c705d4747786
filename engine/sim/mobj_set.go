package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// An object's turn depends on its momentum, its height above the floor, its flags and the
// tics left in its state. Only this file writes these fields (a test in internal/arch
// fails if another one does), so every change that gives an object something to do also
// clears its mark in g.resting.

func (g *Game) setMom(m *Mobj, x, y, z fixed.Fixed) {
	g.wakeUp(m)
	m.MomX, m.MomY, m.MomZ = x, y, z
}

func (g *Game) setMomXY(m *Mobj, x, y fixed.Fixed) {
	g.wakeUp(m)
	m.MomX, m.MomY = x, y
}

func (g *Game) setMomZ(m *Mobj, z fixed.Fixed) {
	g.wakeUp(m)
	m.MomZ = z
}

func (g *Game) setZ(m *Mobj, z fixed.Fixed) {
	g.wakeUp(m)
	m.Z = z
}

// setGap sets the floor and the ceiling that bound m.
func (g *Game) setGap(m *Mobj, floor, ceiling fixed.Fixed) {
	g.wakeUp(m)
	m.FloorZ, m.CeilingZ = floor, ceiling
}

func (g *Game) setFlags(m *Mobj, flags info.MobjFlags) {
	g.wakeUp(m)
	m.Flags = flags
}

func (g *Game) setTics(m *Mobj, tics int32) {
	g.wakeUp(m)
	m.Tics = tics
}

// enter makes s m's state without running its action.
func (g *Game) enter(m *Mobj, id info.StateID, s *info.State) {
	g.wakeUp(m)
	m.State = id
	m.Tics = s.Tics
	m.Sprite = s.Sprite
	m.Frame = s.Frame
}
