package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// walk visits the level's subsectors from the eye outwards until all columns are closed.
func (r *Renderer) walk() {
	if n := len(r.level.Nodes); n > 0 {
		r.visitNode(uint32(n - 1))
	} else if len(r.level.Subsectors) > 0 {
		r.visitSubsector(0)
	}
}

func (r *Renderer) visitNode(child uint32) {
	for child&level.NodeLeaf == 0 {
		n := &r.level.Nodes[child]
		side := behind(r.eye.x-n.X, r.eye.y-n.Y, n.DX, n.DY)
		r.visitNode(n.Child[side])
		if !r.mayShow(&n.Box[side^1]) {
			return
		}
		child = n.Child[side^1]
	}
	r.visitSubsector(child &^ level.NodeLeaf)
}

// behind returns 1 if the point at (x, y) from a line's start is behind the line, on its
// left, and 0 if it is in front. As in vanilla, a point on the line counts as behind,
// except that for a line along an axis the direction decides.
func behind(x, y, dx, dy fixed.Fixed) int {
	switch {
	case dx == 0:
		if x <= 0 {
			return oneIf(dy > 0)
		}
		return oneIf(dy < 0)
	case dy == 0:
		if y <= 0 {
			return oneIf(dx < 0)
		}
		return oneIf(dx > 0)
	}
	if dy^dx^x^y < 0 {
		// The products have different signs.
		return oneIf(dy^x < 0)
	}
	return oneIf(fixed.Mul(y, dx>>fixed.Bits) >= fixed.Mul(dy>>fixed.Bits, x))
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// visitSubsector gathers the planes, things and walls of a leaf.
func (r *Renderer) visitSubsector(index uint32) {
	sub := &r.level.Subsectors[index]
	front := &r.sectors[sub.Sector]
	w := &r.wall
	w.floorPlane, w.ceilPlane = nil, nil
	if front.floor < r.eye.z {
		w.floorPlane = r.planes.find(front.floor, front.floorPic, front.light)
	}
	if front.ceil > r.eye.z || front.ceilPic == r.art.skyFlat {
		w.ceilPlane = r.planes.find(front.ceil, front.ceilPic, front.light)
	}
	r.gatherThings(sub.Sector)
	segs := r.level.Segs[sub.FirstSeg : sub.FirstSeg+sub.NumSegs]
	for i := range segs {
		r.addSeg(&segs[i], front)
	}
}

// addSeg draws the open part of a wall that faces the eye.
func (r *Renderer) addSeg(seg *level.Seg, front *sector) {
	left := r.eye.direction(seg.V1.X, seg.V1.Y)
	right := r.eye.direction(seg.V2.X, seg.V2.Y)
	if left-right >= fixed.Ang180 {
		return // turned away
	}
	x1, x2, ok := r.proj.columns(left-r.eye.angle, right-r.eye.angle)
	if !ok || x1 == x2 {
		return
	}
	w := &r.wall
	w.seg, w.leftAngle, w.front, w.back = seg, left, front, nil
	w.side = &r.state.Sides[seg.Side]
	solid := seg.Back < 0
	if !solid {
		back := &r.sectors[seg.Back]
		w.back = back
		switch {
		case back.ceil <= front.floor || back.floor >= front.ceil:
			solid = true // a closed door
		case back.ceil == front.ceil && back.floor == front.floor &&
			back.ceilPic == front.ceilPic && back.floorPic == front.floorPic &&
			back.light == front.light && w.side.Middle == 0:
			return // both sides look the same: the line only triggers something
		}
	}
	r.gaps = r.closed.gaps(r.gaps[:0], x1, x2-1)
	for _, gap := range r.gaps {
		r.storeWall(gap.first, gap.last)
	}
	if solid {
		r.closed.close(x1, x2-1)
	}
}

// columns returns the columns between two directions, the right one excluded. left and
// right count from the middle of the view, and left is less than half a circle left of
// right. It returns ok false if the whole range is outside the view.
func (p *projection) columns(left, right fixed.Angle) (x1, x2 int32, ok bool) {
	span := left - right
	if over := left + p.clipAngle; over > 2*p.clipAngle {
		if over-2*p.clipAngle >= span {
			return 0, 0, false
		}
		left = p.clipAngle
	}
	if over := p.clipAngle - right; over > 2*p.clipAngle {
		if over-2*p.clipAngle >= span {
			return 0, 0, false
		}
		right = -p.clipAngle
	}
	half := fixed.Angle(fixed.FineAngles/2 - 1)
	x1 = p.column[(left+fixed.Ang90)>>fineShift&half]
	x2 = p.column[(right+fixed.Ang90)>>fineShift&half]
	return x1, x2, true
}

// silhouette holds the two corners that bound a box as seen from each of the places
// around it: by row (above, beside, below) and column (left, beside, right). Corners are
// right<<1 | bottom.
var silhouette = [3][3][2]uint8{
	{{topRight, bottomLeft}, {topRight, topLeft}, {bottomRight, topLeft}},
	{{topLeft, bottomLeft}, {}, {bottomRight, topRight}},
	{{topLeft, bottomRight}, {bottomLeft, bottomRight}, {bottomLeft, topRight}},
}

const (
	topLeft = iota
	bottomLeft
	topRight
	bottomRight
)

// mayShow reports whether part of the box could be visible in open columns.
func (r *Renderer) mayShow(box *level.Box) bool {
	row, col := 2, 2
	switch {
	case r.eye.x <= box.Left:
		col = 0
	case r.eye.x < box.Right:
		col = 1
	}
	switch {
	case r.eye.y >= box.Top:
		row = 0
	case r.eye.y > box.Bottom:
		row = 1
	}
	if row == 1 && col == 1 {
		return true
	}
	corners := &silhouette[row][col]
	left := r.cornerDirection(box, corners[0]) - r.eye.angle
	right := r.cornerDirection(box, corners[1]) - r.eye.angle
	if left-right >= fixed.Ang180 {
		return true // the eye is on its edge
	}
	x1, x2, ok := r.proj.columns(left, right)
	if !ok || x1 == x2 {
		return false
	}
	return !r.closed.covers(x1, x2-1)
}

func (r *Renderer) cornerDirection(box *level.Box, corner uint8) fixed.Angle {
	x, y := box.Left, box.Top
	if corner&topRight != 0 {
		x = box.Right
	}
	if corner&bottomLeft != 0 {
		y = box.Bottom
	}
	return r.eye.direction(x, y)
}
