package sim

import (
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// PoisonScratch fills the working memory with nonsense, as a game that was
// restored on another engine may find it. Only marks stay below validCount, as
// they are in use.
func (g *Game) PoisonScratch() {
	junk := &Mobj{X: 0x5a5a5a5a, Y: -0x5a5a5a5, Z: 77, Flags: ^info.MobjFlags(0), Health: -99, State: 1}
	s := &g.scratch
	s.nobody, s.surplus = *junk, *junk
	s.lineTarget = junk
	s.tmFloorZ, s.tmCeilingZ, s.tmDropoffZ = 0x7fff, -0x7fff, 0x55aa
	s.tmBox = level.Box{Top: 1, Bottom: 2, Left: 3, Right: 4}
	s.ceilingLine = 0
	s.floatOK = !s.floatOK
	s.spechit = append(s.spechit[:0], 0, 0, 0)
	s.trace = level.Divline{X: 5, Y: 6, DX: 7, DY: 8}
	s.intercepts = append(s.intercepts[:0], intercept{frac: 9, id: 1}, intercept{frac: 1, id: 0})
	s.taken = s.intercepts[0]
	s.shootZ, s.aimSlope, s.topSlope, s.bottomSlope = 11, 12, 13, 14
	s.slideFrac, s.slideLine = 15, 0
	s.sight = sight{topSlope: 16, bottomSlope: 17}
	for i := range s.flood.reach {
		s.flood.reach[i] = uint8(i)
	}
	s.flood.last = &g.lv.Lines[0]
	for i := range s.lineMark {
		s.lineMark[i] = s.validCount - min(s.validCount, uint32(i)%3)
	}
	s.thinking, s.nestedActions = 1<<20, maxNestedActions
	clear(s.resting)
	s.golden.forget()
	s.asked = askedPoint{}
}

// ExitLevel ends the level after the next tic, as an exit switch does.
func (g *Game) ExitLevel() { g.exitLevel() }

// CheckSight is checkSight for benchmarks.
func (g *Game) CheckSight(a, b *Mobj) bool { return g.checkSight(a, b) }

// Fault is what is wrong with a snapshot.
func (s *Snapshot) Fault() string { return s.fault() }

// Body is what stands between the header and the digest of an encoded state.
func Body(data []byte, seal Seal) []byte {
	body, err := openSeal(data, seal)
	if err != nil {
		panic(err)
	}
	return body
}

// Reseal makes a body an encoded state whose header and digest are in order.
func Reseal(body []byte, seal Seal) []byte {
	b := append([]byte(stateMagic), stateVersion, 0)
	b = append(b, seal.Content[:]...)
	b = append(append(b, byte(len(seal.Build))), seal.Build...)
	b = append(appendU32(b, uint32(len(body))), body...)
	return appendU64(b, digest(body))
}
