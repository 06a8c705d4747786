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

// crossFraction returns how far along d the line l crosses it, and 0 if they are
// parallel.
func crossFraction(d, l *level.Divline) fixed.Fixed {
	den := fixed.Mul(l.DY>>8, d.DX) - fixed.Mul(l.DX>>8, d.DY)
	if den == 0 {
		return 0
	}
	num := fixed.Mul((l.X-d.X)>>8, l.DY) + fixed.Mul((d.Y-l.Y)>>8, l.DX)
	return fixed.Div(num, den)
}

// lineOpening stores a line's opening in g.opening. A line without a back has none and
// leaves top and bottom as they were; shots still read these at lines that claim to have
// two sides.
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

// subsectorAt returns the index of the subsector that contains a point. It caches the
// last answer, because trying a move and then making it ask for the same point.
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

// pointToAngle returns the direction from the first point to the second.
func pointToAngle(x1, y1, x2, y2 fixed.Fixed) fixed.Angle { return fixed.PointToAngle(x2-x1, y2-y1) }

// approxDistance returns the approximate length of (dx, dy).
func approxDistance(dx, dy fixed.Fixed) fixed.Fixed { return fixed.ApproxDistance(dx, dy) }

// blockRange returns the range of blocks that a box touches, widened by margin and
// clipped to the map: x0 to x1 and y0 to y1, empty if x0 > x1 or y0 > y1.
func (g *Game) blockRange(b *level.Box, margin fixed.Fixed) (x0, x1, y0, y1 int32) {
	bm := &g.blocks
	x0 = max(int32((b.Left-bm.originX-margin)>>level.BlockShift), 0)
	x1 = min(int32((b.Right-bm.originX+margin)>>level.BlockShift), bm.width-1)
	y0 = max(int32((b.Bottom-bm.originY-margin)>>level.BlockShift), 0)
	y1 = min(int32((b.Top-bm.originY+margin)>>level.BlockShift), bm.height-1)
	return
}

// blockAt returns the block that contains a point, -1 outside the blockmap.
func (g *Game) blockAt(x, y fixed.Fixed) int32 {
	bm := &g.blocks
	bx := int32((x - bm.originX) >> level.BlockShift)
	by := int32((y - bm.originY) >> level.BlockShift)
	if uint32(bx) >= uint32(bm.width) || uint32(by) >= uint32(bm.height) {
		return -1
	}
	return by*bm.width + bx
}

// thingsIn returns the head of a block's thing list, 0 for none. After an overrun the
// block may lie outside the blockmap.
func (g *Game) thingsIn(bx, by int32) uint32 {
	if bm := &g.blocks; uint32(bx) < uint32(bm.width) && uint32(by) < uint32(bm.height) {
		return g.BlockLinks[by*bm.width+bx]
	}
	return 0
}
