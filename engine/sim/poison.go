package sim

import (
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// PoisonScratch fills the working memory with nonsense and clears all marks and caches,
// as a restore may leave them. It leaves the state alone and must not affect later tics:
// tests poison a twin of a game before each tic and compare the two. Call it between
// tics.
func (g *Game) PoisonScratch() {
	junk := &Mobj{X: 0x5a5a5a5a, Y: -0x5a5a5a5, Z: 77, Flags: ^info.MobjFlags(0), Health: -99, State: 1}
	s := &g.scratch
	s.nobody, s.surplus = *junk, *junk
	s.lineTarget, s.shootThing, s.bombSpot, s.bombSource, s.corpseHit, s.tmThing = junk, junk, junk, junk, junk, junk
	s.tmX, s.tmY, s.tmFlags, s.vileTryX, s.vileTryY = 0x777, 0x778, ^info.MobjFlags(0), 0x779, 0x77a
	s.laDamage, s.bulletSlope, s.bombDamage = 5000, 18, 6000
	s.tmFloorZ, s.tmCeilingZ, s.tmDropoffZ = 0x7fff, -0x7fff, 0x55aa
	s.tmBox = level.Box{Top: 1, Bottom: 2, Left: 3, Right: 4}
	s.ceilingLine = 0
	s.floatOK, s.crushChange, s.noFit = !s.floatOK, !s.crushChange, !s.noFit
	s.spechit = append(s.spechit[:0], 0, 0, 0)
	s.trace = level.Divline{X: 5, Y: 6, DX: 7, DY: 8}
	s.intercepts = append(s.intercepts[:0], intercept{frac: 9, id: 1}, intercept{frac: 1, id: 0})
	s.taken = s.intercepts[0]
	s.shootZ, s.aimSlope, s.topSlope, s.bottomSlope = 11, 12, 13, 14
	s.slideFrac, s.slideLine = 15, -1
	s.sight = sight{topSlope: 16, bottomSlope: 17}
	for i := range s.flood.reach {
		s.flood.reach[i] = uint8(i)
	}
	s.flood.last = &g.lv.Lines[0]
	for i := range s.lineMark { // at most validCount: the next search uses the number after it
		s.lineMark[i] = s.validCount - min(s.validCount, uint32(i)%3)
	}
	s.thinking, s.nestedActions = 1<<20, maxNestedActions
	s.glances.n = len(s.glances.at)
	for i := range s.glances.at {
		s.glances.at[i], s.glances.seen[i] = junk, true
	}
	clear(s.resting)
	s.golden.forget()
	s.asked = askedPoint{}
}
