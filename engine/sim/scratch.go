package sim

import (
	"doomhost/engine/fixed"
)

// scratch is working memory that carries nothing from one tic to the next: the results
// that one step of a move hands to the next, and the marks of searches. It is never
// saved, restored or hashed. Tests poison it between tics to prove that nothing depends
// on it.
type scratch struct {
	globals

	taken intercept // the last result of nextIntercept

	// Sliding along a wall.
	slideFrac fixed.Fixed
	slideLine int32

	sight sight

	asked askedPoint

	// lineMark is the number of the search (validCount) that met a line last.
	lineMark   []uint32
	validCount uint32

	surplus Mobj // the result of spawnMobj if the arena is full

	stateDepth    int // depth of setMobjState and setPsprite calls nested in actions
	nestedActions int // actions of this tic that ran inside other actions

	thinking int    // position in Thinkers of the thinker that runs now
	resting  []bool // by position in Thinkers, see rest

	golden goldenCache

	glances glances
	flood   soundFlood
	nobody  Mobj // see orNobody
}

// fitScratch sizes the working memory for the level g.lv. Call it whenever g.lv changes.
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
	g.golden.forget()
	g.asked = askedPoint{}
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
