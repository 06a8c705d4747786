package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// divline is a line through a point, in a direction.
type divline struct{ x, y, dx, dy fixed.Fixed }

// Sides of a line as the tests below number them.
const (
	sideFront  = 0
	sideBack   = 1
	sideOn     = 2  // on the line itself
	sideSplits = -1 // a box that the line cuts
)

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func absFixed(a fixed.Fixed) fixed.Fixed {
	if a < 0 {
		return -a
	}
	return a
}

// lineSide says on which side of l the point lies (front or back).
func lineSide(x, y fixed.Fixed, l *level.Line) int {
	if l.DX == 0 {
		if x <= l.V1.X {
			return btoi(l.DY > 0)
		}
		return btoi(l.DY < 0)
	}
	if l.DY == 0 {
		if y <= l.V1.Y {
			return btoi(l.DX < 0)
		}
		return btoi(l.DX > 0)
	}
	front := fixed.Mul(l.DY>>fixed.Bits, x-l.V1.X)
	back := fixed.Mul(y-l.V1.Y, l.DX>>fixed.Bits)
	return btoi(back >= front)
}

// boxLineSide says on which side of l the box lies, or that l splits it. It
// looks at l as if it had no ends.
func boxLineSide(b *level.Box, l *level.Line) int {
	var p1, p2 int
	switch l.Slope {
	case level.SlopeHorizontal:
		p1, p2 = btoi(b.Top > l.V1.Y), btoi(b.Bottom > l.V1.Y)
		if l.DX < 0 {
			p1, p2 = p1^1, p2^1
		}
	case level.SlopeVertical:
		p1, p2 = btoi(b.Right < l.V1.X), btoi(b.Left < l.V1.X)
		if l.DY < 0 {
			p1, p2 = p1^1, p2^1
		}
	case level.SlopePositive:
		p1, p2 = lineSide(b.Left, b.Top, l), lineSide(b.Right, b.Bottom, l)
	default:
		p1, p2 = lineSide(b.Right, b.Top, l), lineSide(b.Left, b.Bottom, l)
	}
	if p1 == p2 {
		return p1
	}
	return sideSplits
}

// traceSide says on which side of d the point lies, with the precision that
// path traversal has.
func traceSide(x, y fixed.Fixed, d *divline) int {
	if d.dx == 0 {
		if x <= d.x {
			return btoi(d.dy > 0)
		}
		return btoi(d.dy < 0)
	}
	if d.dy == 0 {
		if y <= d.y {
			return btoi(d.dx < 0)
		}
		return btoi(d.dx > 0)
	}
	dx, dy := x-d.x, y-d.y
	if d.dy^d.dx^dx^dy < 0 {
		return btoi(d.dy^dx < 0) // the signs alone decide
	}
	front := fixed.Mul(d.dy>>8, dx>>8)
	back := fixed.Mul(dy>>8, d.dx>>8)
	return btoi(back >= front)
}

// crossFraction is how far along d the line l crosses it; 0 where they are
// parallel.
func crossFraction(d, l *divline) fixed.Fixed {
	den := fixed.Mul(l.dy>>8, d.dx) - fixed.Mul(l.dx>>8, d.dy)
	if den == 0 {
		return 0
	}
	num := fixed.Mul((l.x-d.x)>>8, l.dy) + fixed.Mul((d.y-l.y)>>8, l.dx)
	return fixed.Div(num, den)
}

// lineOpening puts the window of a line into g.opening. One-sided lines have
// none.
func (g *Game) lineOpening(l *level.Line) {
	o := &g.opening
	if l.Side[1] < 0 {
		*o = opening{}
		return
	}
	f, b := &g.Sectors[l.Front], &g.Sectors[l.Back]
	o.top = min(f.CeilingHeight, b.CeilingHeight)
	o.bottom = max(f.FloorHeight, b.FloorHeight)
	o.lowFloor = min(f.FloorHeight, b.FloorHeight)
	o.height = o.top - o.bottom
}

// subsectorAt is the index of the subsector that holds a point.
func (g *Game) subsectorAt(x, y fixed.Fixed) uint32 { return uint32(g.lv.PointInSubsector(x, y)) }

// pointToAngle is the direction from the first point to the second.
func pointToAngle(x1, y1, x2, y2 fixed.Fixed) fixed.Angle { return fixed.PointToAngle(x2-x1, y2-y1) }

// approxDistance is roughly the length of (dx, dy).
func approxDistance(dx, dy fixed.Fixed) fixed.Fixed { return fixed.ApproxDistance(dx, dy) }

// blockRange is the range of blocks that a box touches, widened by margin and
// cut to the map: x0 to x1 and y0 to y1, none where x0 > x1 or y0 > y1.
func (g *Game) blockRange(b *level.Box, margin fixed.Fixed) (x0, x1, y0, y1 int32) {
	bm := &g.lv.Blockmap
	x0 = max(int32((b.Left-bm.OriginX-margin)>>level.BlockShift), 0)
	x1 = min(int32((b.Right-bm.OriginX+margin)>>level.BlockShift), bm.Width-1)
	y0 = max(int32((b.Bottom-bm.OriginY-margin)>>level.BlockShift), 0)
	y1 = min(int32((b.Top-bm.OriginY+margin)>>level.BlockShift), bm.Height-1)
	return
}

// blockAt is the block that holds a point, -1 where the blockmap has none.
func (g *Game) blockAt(x, y fixed.Fixed) int32 {
	bm := &g.lv.Blockmap
	bx := int32((x - bm.OriginX) >> level.BlockShift)
	by := int32((y - bm.OriginY) >> level.BlockShift)
	if uint32(bx) >= uint32(bm.Width) || uint32(by) >= uint32(bm.Height) {
		return -1
	}
	return by*bm.Width + bx
}
