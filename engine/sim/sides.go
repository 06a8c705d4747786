package sim

import "doomhost/engine/level"

// A page is what is remembered about changed sides: 16 of them.
const (
	sidePageBits = 4
	sidePageLen  = 1 << sidePageBits
)

// pristineSide is a side as the map has it.
func pristineSide(s *level.Side) Side {
	return Side{
		TextureOffset: s.TextureOffset, RowOffset: s.RowOffset,
		Top: s.Top, Bottom: s.Bottom, Middle: s.Middle,
	}
}

// resetSides makes all sides as the map g.lv has them (a new level).
func (g *Game) resetSides() {
	n := len(g.lv.Sides)
	g.Sides = resize(g.Sides, n)
	for i := range g.Sides {
		g.Sides[i] = pristineSide(&g.lv.Sides[i])
	}
	g.sidePages = g.sidePages[:0]
	g.sidePageMark = resize(g.sidePageMark, (n+sidePageLen-1)>>sidePageBits)
	clear(g.sidePageMark)
}

// touchSide is the side for writing. Every write to a side goes through here:
// what was never touched is not in snapshots, hashes and encodings.
func (g *Game) touchSide(side int32) *Side {
	page := uint32(side) >> sidePageBits
	if !g.sidePageMark[page] {
		g.sidePageMark[page] = true
		g.sidePages = append(g.sidePages, page)
	}
	return &g.Sides[side]
}

// sidePage is the part of sides (as long as a level's) that is in a page.
func sidePage(sides []Side, page uint32) []Side {
	from := int(page) << sidePageBits
	return sides[from:min(from+sidePageLen, len(sides))]
}

// resize is s with length n, its contents undefined; storage is kept where it
// is large enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
