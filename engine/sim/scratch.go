package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// scratch is working memory that means nothing from one tic to the next: the
// results that one step of a move hands to the following one, and marks of what
// a search has seen. It is never saved, restored or hashed; a test poisons it
// between tics to prove that nothing leans on it.
type scratch struct {
	// The move that is tried: who, where to, and what it meets there.
	// checkPosition and teleportMove fill these.
	tmThing     *Mobj
	tmX, tmY    fixed.Fixed
	tmBox       level.Box
	tmFloorZ    fixed.Fixed // highest floor touched
	tmCeilingZ  fixed.Fixed // lowest ceiling touched
	tmDropoffZ  fixed.Fixed // lowest floor touched
	ceilingLine int32       // line that lowered tmCeilingZ last, -1 for none
	floatOK     bool        // there is room, if the thing changes its height
	spechit     []int32     // special lines touched, in the order found

	trace      level.Divline
	intercepts []intercept
	taken      intercept // what nextIntercept gave last

	// Shooting.
	lineTarget  *Mobj // what aimLineAttack found, nil for nothing
	shooter     *Mobj
	shootZ      fixed.Fixed
	aimSlope    fixed.Fixed
	topSlope    fixed.Fixed
	bottomSlope fixed.Fixed

	// Sliding along a wall.
	slideFrac fixed.Fixed
	slideLine int32

	sight sight

	// lineMark says in which search (validCount) a line was met last.
	lineMark   []uint32
	validCount uint32

	surplus Mobj // what spawnMobj gives when the arena is full

	stateDepth int // setMobjState calls inside each other's actions

	thinking int // position in Thinkers of the thinker that runs now

	golden goldenCache

	flood  soundFlood
	nobody Mobj // see orNobody
}

// fitScratch sizes the working memory to the level g.lv. Call it wherever g.lv
// changes.
func (g *Game) fitScratch() {
	n := len(g.lv.Lines)
	if cap(g.lineMark) < n {
		g.lineMark = make([]uint32, n)
	}
	g.lineMark = g.lineMark[:n]
	clear(g.lineMark)
	g.validCount = 0
	if g.spechit == nil {
		g.spechit = make([]int32, 0, 64)
		g.intercepts = make([]intercept, 0, 256)
	}
	g.lineTarget, g.shooter, g.tmThing = nil, nil, nil
	g.golden.forget()
}

// newSearch starts a search that meets every line at most once.
func (g *Game) newSearch() uint32 {
	g.validCount++
	if g.validCount == 0 {
		clear(g.lineMark)
		g.validCount = 1
	}
	return g.validCount
}

// poisonScratch fills the working memory with nonsense; tests call it between
// tics. Marks are kept below validCount, as they are in use.
func (g *Game) poisonScratch() {
	junk := &Mobj{X: 0x5a5a5a5a, Y: -0x5a5a5a5, Z: 77, Flags: ^info.MobjFlags(0), Health: -99, State: 1}
	s := &g.scratch
	s.tmThing, s.lineTarget, s.shooter = junk, junk, junk
	s.tmX, s.tmY, s.tmFloorZ, s.tmCeilingZ, s.tmDropoffZ = 0x1234567, -0x1234567, 0x7fff, -0x7fff, 0x55aa
	s.tmBox = level.Box{Top: 1, Bottom: 2, Left: 3, Right: 4}
	s.ceilingLine = 0
	s.floatOK = !s.floatOK
	s.spechit = append(s.spechit[:0], 0, 0, 0)
	s.trace = level.Divline{X: 5, Y: 6, DX: 7, DY: 8}
	s.intercepts = append(s.intercepts[:0], intercept{frac: 9, id: 1}, intercept{frac: 1, id: 0})
	s.shootZ, s.aimSlope, s.topSlope, s.bottomSlope = 11, 12, 13, 14
	s.slideFrac, s.slideLine = 15, 0
	s.sight = sight{topSlope: 16, bottomSlope: 17}
	s.thinking = 1 << 20
	s.golden.forget()
}
