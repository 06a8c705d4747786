package level

import "doomhost/engine/fixed"

// Vanilla computes a point's side of a line in four ways, and each rounds differently.
// The choice decides what things touch, see and hit, so this file has all four with their
// own shifts.
//
// A result of 0 means in front (right), 1 behind (left).

// Divline is a line through (X, Y) in the direction (DX, DY).
type Divline struct{ X, Y, DX, DY fixed.Fixed }

// Divline is the line as a Divline.
func (l *Line) Divline() Divline { return Divline{l.V1.X, l.V1.Y, l.DX, l.DY} }

// onAxisSide returns the side for a line along an axis; ok says whether the line is one.
// A point on the line counts as left of or below it.
func onAxisSide(x, y, lx, ly, dx, dy fixed.Fixed) (side int, ok bool) {
	if dx == 0 {
		if x <= lx {
			return btoi(dy > 0), true
		}
		return btoi(dy < 0), true
	}
	if dy == 0 {
		if y <= ly {
			return btoi(dx < 0), true
		}
		return btoi(dx > 0), true
	}
	return 0, false
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// PointOnLineSide returns the side of a linedef that (x, y) is on, for movement: it uses
// whole units of the line's direction (vanilla's P_PointOnLineSide).
func PointOnLineSide(x, y fixed.Fixed, l *Line) int {
	if side, ok := onAxisSide(x, y, l.V1.X, l.V1.Y, l.DX, l.DY); ok {
		return side
	}
	left := fixed.Mul(l.DY>>fixed.Bits, x-l.V1.X)
	right := fixed.Mul(y-l.V1.Y, l.DX>>fixed.Bits)
	return btoi(right >= left)
}

// PointOnDivlineSide returns the side of a divline, for traces: all factors lose 8 bits
// (vanilla's P_PointOnDivlineSide).
func PointOnDivlineSide(x, y fixed.Fixed, l *Divline) int {
	if side, ok := onAxisSide(x, y, l.X, l.Y, l.DX, l.DY); ok {
		return side
	}
	dx, dy := x-l.X, y-l.Y
	if (l.DY^l.DX^dx^dy)&fixed.Min != 0 {
		return btoi((l.DY^dx)&fixed.Min != 0)
	}
	left := fixed.Mul(l.DY>>8, dx>>8)
	right := fixed.Mul(dy>>8, l.DX>>8)
	return btoi(right >= left)
}

// DivlineSide returns the side of a divline, for sight, in whole units; 2 means on the
// line. For that test on horizontal lines vanilla compares x, not y, with the line's y,
// and games depend on it (vanilla's P_DivlineSide).
func DivlineSide(x, y fixed.Fixed, l *Divline) int {
	if l.DX == 0 {
		if x == l.X {
			return 2
		}
	} else if l.DY == 0 && x == l.Y {
		return 2
	}
	if side, ok := onAxisSide(x, y, l.X, l.Y, l.DX, l.DY); ok {
		return side
	}
	left := int32(l.DY>>fixed.Bits) * int32((x-l.X)>>fixed.Bits)
	right := int32((y-l.Y)>>fixed.Bits) * int32(l.DX>>fixed.Bits)
	if left == right {
		return 2
	}
	return btoi(right >= left)
}

// PointOnNodeSide returns the child of a node whose half of the plane contains (x, y)
// (vanilla's R_PointOnSide).
func PointOnNodeSide(x, y fixed.Fixed, n *Node) int {
	return nodeSide(x, y, n.X, n.Y, n.DX, n.DY)
}

func nodeSide(x, y, nx, ny, ndx, ndy fixed.Fixed) int {
	if side, ok := onAxisSide(x, y, nx, ny, ndx, ndy); ok {
		return side
	}
	dx, dy := x-nx, y-ny
	if (ndy^ndx^dx^dy)&fixed.Min != 0 {
		return btoi((ndy^dx)&fixed.Min != 0)
	}
	left := fixed.Mul(ndy>>fixed.Bits, dx)
	right := fixed.Mul(dy, ndx>>fixed.Bits)
	return btoi(right >= left)
}

// BoxOnLineSide returns the side of a linedef that a whole box is on, -1 if the line
// crosses the box (vanilla's P_BoxOnLineSide).
func BoxOnLineSide(b *Box, l *Line) int {
	var p1, p2 int
	switch l.Slope {
	case SlopeHorizontal:
		p1, p2 = btoi(b.Top > l.V1.Y), btoi(b.Bottom > l.V1.Y)
		if l.DX < 0 {
			p1, p2 = p1^1, p2^1
		}
	case SlopeVertical:
		p1, p2 = btoi(b.Right < l.V1.X), btoi(b.Left < l.V1.X)
		if l.DY < 0 {
			p1, p2 = p1^1, p2^1
		}
	case SlopePositive:
		p1 = PointOnLineSide(b.Left, b.Top, l)
		p2 = PointOnLineSide(b.Right, b.Bottom, l)
	default:
		p1 = PointOnLineSide(b.Right, b.Top, l)
		p2 = PointOnLineSide(b.Left, b.Bottom, l)
	}
	if p1 == p2 {
		return p1
	}
	return -1
}
