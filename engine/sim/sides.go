package sim

import "doomhost/engine/level"

// Changed sides are tracked in pages of 16.
const (
	sidePageBits = 4
	sidePageLen  = 1 << sidePageBits
)

// pristineSide returns a side's initial state on the map.
func pristineSide(s *level.Side) Side {
	return Side{
		TextureOffset: s.TextureOffset, RowOffset: s.RowOffset,
		Top: s.Top, Bottom: s.Bottom, Middle: s.Middle,
	}
}

// resetSides sets all sides to their initial state on the map g.lv, for a new level.
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

// touchSide returns a side for writing. Every write to a side goes through it: snapshots,
// hashes and encodings contain only touched pages.
func (g *Game) touchSide(side int32) *Side {
	page := uint32(side) >> sidePageBits
	if !g.sidePageMark[page] {
		g.sidePageMark[page] = true
		g.sidePages = append(g.sidePages, page)
	}
	return &g.Sides[side]
}

// sidePage returns the part of a level's sides that is in a page.
func sidePage(sides []Side, page uint32) []Side {
	from := int(page) << sidePageBits
	return sides[from:min(from+sidePageLen, len(sides))]
}

// resize returns s with length n and undefined contents. It keeps the storage if that is
// large enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
