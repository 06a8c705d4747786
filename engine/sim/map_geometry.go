package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// Sides of a line as package level numbers them.
const (
	sideFront  = 0
	sideBack   = 1
	sideOn     = 2  // on the line itself, or nearly
	sideSplits = -1 // a box that the line cuts
)

func absFixed(a fixed.Fixed) fixed.Fixed {
	if a < 0 {
		return -a
	}
	return a
}

// crossFraction is how far along d the line l crosses it; 0 where they are
// parallel.
func crossFraction(d, l *level.Divline) fixed.Fixed {
	den := fixed.Mul(l.DY>>8, d.DX) - fixed.Mul(l.DX>>8, d.DY)
	if den == 0 {
		return 0
	}
	num := fixed.Mul((l.X-d.X)>>8, l.DY) + fixed.Mul((d.Y-l.Y)>>8, l.DX)
	return fixed.Div(num, den)
}

// lineOpening puts the window of a line into g.opening. Lines without a back have
// none; their top and bottom are left as they were, and shots that go through
// lines which claim to have two sides look at these all the same.
func (g *Game) lineOpening(l *level.Line) {
	o := &g.opening
	if l.Back < 0 {
		o.height = 0
		return
	}
	f, b := &g.Sectors[l.Front], &g.Sectors[l.Back]
	o.top = min(f.CeilingHeight, b.CeilingHeight)
	o.bottom = max(f.FloorHeight, b.FloorHeight)
	o.lowFloor = min(f.FloorHeight, b.FloorHeight)
	o.height = o.top - o.bottom
}

// subsectorAt is the index of the subsector that holds a point. Who tries a move
// and then makes it asks twice for the same one.
func (g *Game) subsectorAt(x, y fixed.Fixed) uint32 {
	a := &g.asked
	if a.x != x || a.y != y || !a.known {
		*a = askedPoint{x, y, g.lv.PointInSubsector(x, y), true}
	}
	return a.subsector
}

// askedPoint is the last answer of subsectorAt.
type askedPoint struct {
	x, y      fixed.Fixed
	subsector uint32
	known     bool
}

// pointToAngle is the direction from the first point to the second.
func pointToAngle(x1, y1, x2, y2 fixed.Fixed) fixed.Angle { return fixed.PointToAngle(x2-x1, y2-y1) }

// approxDistance is roughly the length of (dx, dy).
func approxDistance(dx, dy fixed.Fixed) fixed.Fixed { return fixed.ApproxDistance(dx, dy) }

// blockRange is the range of blocks that a box touches, widened by margin and
// cut to the map: x0 to x1 and y0 to y1, none where x0 > x1 or y0 > y1.
func (g *Game) blockRange(b *level.Box, margin fixed.Fixed) (x0, x1, y0, y1 int32) {
	bm := &g.blocks
	x0 = max(int32((b.Left-bm.originX-margin)>>level.BlockShift), 0)
	x1 = min(int32((b.Right-bm.originX+margin)>>level.BlockShift), bm.width-1)
	y0 = max(int32((b.Bottom-bm.originY-margin)>>level.BlockShift), 0)
	y1 = min(int32((b.Top-bm.originY+margin)>>level.BlockShift), bm.height-1)
	return
}

// blockAt is the block that holds a point, -1 where the blockmap has none.
func (g *Game) blockAt(x, y fixed.Fixed) int32 {
	bm := &g.blocks
	bx := int32((x - bm.originX) >> level.BlockShift)
	by := int32((y - bm.originY) >> level.BlockShift)
	if uint32(bx) >= uint32(bm.width) || uint32(by) >= uint32(bm.height) {
		return -1
	}
	return by*bm.width + bx
}

// thingsIn is the head of a block's thing list, 0 for none: an overrun may leave the
// block outside the blockmap.
func (g *Game) thingsIn(bx, by int32) uint32 {
	if bm := &g.blocks; uint32(bx) < uint32(bm.width) && uint32(by) < uint32(bm.height) {
		return g.BlockLinks[by*bm.width+bx]
	}
	return 0
}
