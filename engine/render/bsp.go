package render

import (
	"slices"

	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// columnRange is a run of columns that walls have closed, both ends included.
type columnRange struct{ first, last int32 }

// walk visits the level's subsectors from the eye outwards, as far as columns
// are open.
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

// behind is 1 where the point at (x, y) from a line's start lies behind the
// line, on its left, and 0 in front. On the line counts as vanilla counts it:
// behind, but for lines along an axis, where it depends on the direction.
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

// visitSubsector gathers planes, things and walls of a leaf.
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
	if seg.Back < 0 {
		r.clipSolid(x1, x2-1)
		return
	}
	back := &r.sectors[seg.Back]
	w.back = back
	switch {
	case back.ceil <= front.floor || back.floor >= front.ceil:
		r.clipSolid(x1, x2-1) // a closed door
	case back.ceil != front.ceil || back.floor != front.floor:
		r.clipWindow(x1, x2-1)
	case back.ceilPic == front.ceilPic && back.floorPic == front.floorPic &&
		back.light == front.light && w.side.Middle == 0:
		// Both sides look the same: a line that only triggers something.
	default:
		r.clipWindow(x1, x2-1)
	}
}

// columns are those between two directions, the right one excluded; left and
// right count from the middle of the view, and left is less than half a circle
// left of right. Not ok: all of it is outside of the view.
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

// silhouette are the two corners of a box that bound it as seen from a place
// left of it, above, right and so on: by row (above, beside, below) and column
// (left, beside, right). Corners are right<<1 | bottom.
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

// mayShow says whether part of the box could be seen in open columns.
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
	x2--
	i := 0
	for r.solid[i].last < x2 {
		i++
	}
	return x1 < r.solid[i].first
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

// firstTouching is the first closed range that overlaps first, touches it or
// lies right of it.
func (r *Renderer) firstTouching(first int32) int {
	i := 0
	for r.solid[i].last < first-1 {
		i++
	}
	return i
}

// clipSolid draws the open columns of a wall that hides all behind it, and
// closes them.
func (r *Renderer) clipSolid(first, last int32) {
	i := r.firstTouching(first)
	at := &r.solid[i]
	if first < at.first {
		if last < at.first-1 {
			r.storeWall(first, last)
			r.solid = slices.Insert(r.solid, i, columnRange{first, last})
			return
		}
		r.storeWall(first, at.first-1)
		at.first = first
	}
	if last <= at.last {
		return
	}
	// Swallow the ranges that the wall reaches, and draw the gaps between them.
	j := i
	for last >= r.solid[j+1].first-1 {
		r.storeWall(r.solid[j].last+1, r.solid[j+1].first-1)
		j++
		if last <= r.solid[j].last {
			r.solid[i].last = r.solid[j].last
			r.solid = slices.Delete(r.solid, i+1, j+1)
			return
		}
	}
	r.storeWall(r.solid[j].last+1, last)
	r.solid[i].last = last
	r.solid = slices.Delete(r.solid, i+1, j+1)
}

// clipWindow draws the open columns of a wall that one can see through.
func (r *Renderer) clipWindow(first, last int32) {
	i := r.firstTouching(first)
	if at := &r.solid[i]; first < at.first {
		if last < at.first-1 {
			r.storeWall(first, last)
			return
		}
		r.storeWall(first, at.first-1)
	}
	for ; last > r.solid[i].last; i++ {
		if last < r.solid[i+1].first-1 {
			r.storeWall(r.solid[i].last+1, last)
			return
		}
		r.storeWall(r.solid[i].last+1, r.solid[i+1].first-1)
	}
}
