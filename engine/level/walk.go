package level

import "doomhost/engine/fixed"

// walk is the BSP in a form for PointInSubsector, the most frequent call of all.
type walk struct {
	root   uint32 // as a Node's child
	splits []split
	// Points in this box are less than 2^31 from all nodes, so that differences fit in 32
	// bits. Other points take the slow path.
	near Box
}

// split is a Node's line, so that one comparison does for lines along an axis
// too: the point is behind (left) where dy*b - dx*a, of which the low 16 bits of
// each product are dropped, is not less than c.
type split struct {
	x, y    fixed.Fixed
	a, b, c int32
	child   [2]uint32
}

func newSplit(n *Node) split {
	s := split{
		x: n.X, y: n.Y,
		a: int32(n.DY >> fixed.Bits), b: int32(n.DX >> fixed.Bits),
		child: n.Child,
	}
	// For a line along an axis only the exact distance counts.
	switch {
	case n.DX == 0 && n.DY == 0:
		s.a, s.b, s.c = 0, 0, 1
	case n.DX == 0 && n.DY > 0:
		s.a = 1 << fixed.Bits
	case n.DX == 0:
		s.a, s.c = -1<<fixed.Bits, 1
	case n.DY == 0 && n.DX < 0:
		s.b = -1 << fixed.Bits
	case n.DY == 0:
		s.b, s.c = 1<<fixed.Bits, 1
	}
	return s
}

// prepareWalk makes the splits of all nodes.
func (l *Level) prepareWalk() {
	w := &l.walk
	w.splits = make([]split, len(l.Nodes))
	nodes := Box{Top: fixed.Min, Bottom: fixed.Max, Left: fixed.Max, Right: fixed.Min}
	for i := range l.Nodes {
		n := &l.Nodes[i]
		w.splits[i] = newSplit(n)
		nodes.grow(&Box{Top: n.Y, Bottom: n.Y, Left: n.X, Right: n.X})
	}
	w.near = Box{
		Top: reach(nodes.Bottom, fixed.Max), Bottom: reach(nodes.Top, fixed.Min),
		Left: reach(nodes.Right, fixed.Min), Right: reach(nodes.Left, fixed.Max),
	}
}

// reach returns v + d, saturated to the range of Fixed.
func reach(v, d fixed.Fixed) fixed.Fixed {
	return fixed.Fixed(min(max(int64(v)+int64(d), int64(fixed.Min)), int64(fixed.Max)))
}

// PointInSubsector returns the index of the subsector that contains (x, y).
func (l *Level) PointInSubsector(x, y fixed.Fixed) uint32 {
	w := &l.walk
	at := w.root
	if x < w.near.Left || x > w.near.Right || y < w.near.Bottom || y > w.near.Top {
		return l.pointFarOff(x, y)
	}
	splits := w.splits
	for at&NodeLeaf == 0 {
		s := &splits[at]
		dx, dy := x-s.x, y-s.y
		if dy == 0 {
			// Vanilla compares signs in this case, so a product of zero may still decide
			// differently.
			at = s.child[PointOnNodeSide(x, y, &l.Nodes[at])]
			continue
		}
		left := int64(dx) * int64(s.a) >> fixed.Bits
		right := int64(dy) * int64(s.b) >> fixed.Bits
		if right-left >= int64(s.c) {
			at = s.child[1]
		} else {
			at = s.child[0]
		}
	}
	return at &^ NodeLeaf
}

func (l *Level) pointFarOff(x, y fixed.Fixed) uint32 {
	at := l.walk.root
	for at&NodeLeaf == 0 {
		n := &l.Nodes[at]
		at = n.Child[PointOnNodeSide(x, y, n)]
	}
	return at &^ NodeLeaf
}
