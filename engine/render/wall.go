package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
	"doomhost/engine/sim"
)

const (
	// Rows of edges are 20.12 fixed point while a wall is drawn.
	rowBits = 12
	rowUnit = 1 << rowBits
	toRow   = fixed.Bits - rowBits
)

// wall is the wall being drawn. Its fields persist from wall to wall: as in vanilla, an
// edge that a wall does not set stays where the last wall's was.
type wall struct {
	// Of the seg, by addSeg.
	seg         *level.Seg
	side        *sim.Side
	front, back *sector // back is nil for a one-sided wall
	leftAngle   fixed.Angle
	// Of the subsector.
	floorPlane, ceilPlane *plane

	// The planes that end here, and the textures between them.
	markFloor, markCeil bool
	textured            bool
	top, middle, bottom int16 // textures, animated; 0 is none
	masked              bool
	maskedAt            int32 // in openings, for column 0

	// The height above the eye of each texture's origin.
	topMid, middleMid, bottomMid fixed.Fixed

	normal      fixed.Angle
	length      fixed.Fixed // from the eye to the seg's start
	distance    fixed.Fixed // from the eye to the line, at a right angle
	offset      fixed.Fixed // texture column at the foot of that perpendicular
	centerAngle fixed.Angle // of column 0's direction, to it
	light       []uint8     // row of lights.byScale

	scale, scaleStep       fixed.Fixed
	topRow, topStep        fixed.Fixed
	bottomRow, bottomStep  fixed.Fixed
	upperRow, upperStep    fixed.Fixed // lower edge of the top texture
	lowerRow, lowerStep    fixed.Fixed // upper edge of the bottom texture
	worldTop, worldBottom  fixed.Fixed // heights above the eye, then in rows
	worldUpper, worldLower fixed.Fixed
}

// Silhouettes: the sides on which a wall hides things behind it.
const (
	hidesBelow = 1 << iota
	hidesAbove
)

// drawSeg is a drawn range of a wall, kept for clipping things.
type drawSeg struct {
	seg            *level.Seg
	side           *sim.Side
	x1, x2         int32
	scale1, scale2 fixed.Fixed
	scaleStep      fixed.Fixed
	hides          uint8
	belowHeight    fixed.Fixed // things below it are clipped
	aboveHeight    fixed.Fixed // things above it are clipped
	// Indexes into openings for column 0; -1 for none.
	above, below, masked int32
}

// rowAbove and rowBelow are two fixed runs of openings: the row above the view for each
// column, and the row below it. A column clipped from rowAbove to rowBelow is fully open;
// clipped the other way round it is closed.
func (r *Renderer) rowAbove() int32 { return 0 }
func (r *Renderer) rowBelow() int32 { return r.proj.width }

// storeWall draws columns start to stop of the wall and records a drawSeg.
func (r *Renderer) storeWall(start, stop int32) {
	w := &r.wall
	seg := w.seg
	r.mark(seg.Line)

	r.placeWall()
	r.drawSegs = append(r.drawSegs, drawSeg{
		seg: seg, side: w.side, x1: start, x2: stop,
		above: -1, below: -1, masked: -1,
	})
	ds := &r.drawSegs[len(r.drawSegs)-1]
	w.scale = r.wallScale(start)
	ds.scale1, ds.scale2 = w.scale, w.scale
	if stop > start {
		ds.scale2 = r.wallScale(stop)
		w.scaleStep = (ds.scale2 - w.scale) / fixed.Fixed(stop-start)
	}
	ds.scaleStep = w.scaleStep

	w.worldTop = w.front.ceil - r.eye.z
	w.worldBottom = w.front.floor - r.eye.z
	w.top, w.middle, w.bottom, w.masked = 0, 0, 0, false
	if w.back == nil {
		r.setSolid(ds)
	} else {
		r.setWindow(ds, start, stop)
	}
	w.textured = w.masked || w.top != 0 || w.middle != 0 || w.bottom != 0
	if w.textured {
		r.setTexture()
	}

	// Planes on the wrong side of the eye are invisible.
	if w.front.floor >= r.eye.z {
		w.markFloor = false
	}
	if w.front.ceil <= r.eye.z && w.front.ceilPic != r.art.skyFlat {
		w.markCeil = false
	}
	r.setEdges()
	if w.markCeil {
		w.ceilPlane = r.planes.reserve(w.ceilPlane, start, stop)
	}
	if w.markFloor {
		w.floorPlane = r.planes.reserve(w.floorPlane, start, stop)
	}
	r.drawWall(start, stop)
	r.keepClips(ds, start, stop)
}

// placeWall computes the position of the wall's line relative to the eye.
func (r *Renderer) placeWall() {
	w := &r.wall
	w.normal = w.seg.Angle + fixed.Ang90
	w.length = r.eye.distance(w.seg.V1.X, w.seg.V1.Y)
	off := fixed.Angle(abs(fixed.Fixed(w.normal - w.leftAngle)))
	off = min(off, fixed.Ang90)
	w.distance = fixed.Mul(w.length, fixed.Sin(fixed.Ang90-off))
}

// wallScale returns the scale of the wall at column x.
func (r *Renderer) wallScale(x int32) fixed.Fixed {
	w := &r.wall
	direction := r.eye.angle + r.proj.angle[x]
	num := fixed.Mul(r.proj.scale, fixed.Sin(fixed.Ang90+direction-w.normal))
	den := fixed.Mul(w.distance, fixed.Sin(fixed.Ang90+r.proj.angle[x]))
	if den <= num>>fixed.Bits {
		return r.proj.maxScale
	}
	return min(max(fixed.Div(num, den), r.proj.minScale), r.proj.maxScale)
}

// setSolid prepares a wall with nothing behind it.
func (r *Renderer) setSolid(ds *drawSeg) {
	w := &r.wall
	w.middle = r.art.textureAnim[w.side.Middle]
	w.markFloor, w.markCeil = true, true
	w.middleMid = w.worldTop
	if r.flags()&level.LineLowerUnpegged != 0 {
		w.middleMid = w.front.floor + r.art.heights[w.side.Middle] - r.eye.z
	}
	w.middleMid += w.side.RowOffset
	ds.hides = hidesBelow | hidesAbove
	ds.above, ds.below = r.rowBelow(), r.rowAbove()
	ds.belowHeight, ds.aboveHeight = fixed.Max, fixed.Min
}

// setWindow prepares a two-sided wall, which leaves a view past it.
func (r *Renderer) setWindow(ds *drawSeg, start, stop int32) {
	w := &r.wall
	front, back := w.front, w.back
	r.setSilhouette(ds)

	w.worldUpper = back.ceil - r.eye.z
	w.worldLower = back.floor - r.eye.z
	if front.ceilPic == r.art.skyFlat && back.ceilPic == r.art.skyFlat {
		// Between two pieces of sky there is no wall.
		w.worldTop = w.worldUpper
	}
	w.markFloor = w.worldLower != w.worldBottom ||
		back.floorPic != front.floorPic || back.light != front.light
	w.markCeil = w.worldUpper != w.worldTop ||
		back.ceilPic != front.ceilPic || back.light != front.light
	if back.ceil <= front.floor || back.floor >= front.ceil {
		w.markFloor, w.markCeil = true, true // a closed door
	}

	if w.worldUpper < w.worldTop {
		w.top = r.art.textureAnim[w.side.Top]
		if r.flags()&level.LineUpperUnpegged != 0 {
			w.topMid = w.worldTop
		} else {
			w.topMid = back.ceil + r.art.heights[w.side.Top] - r.eye.z
		}
	}
	if w.worldLower > w.worldBottom {
		w.bottom = r.art.textureAnim[w.side.Bottom]
		w.bottomMid = w.worldLower
		if r.flags()&level.LineLowerUnpegged != 0 {
			w.bottomMid = w.worldTop
		}
	}
	w.topMid += w.side.RowOffset
	w.bottomMid += w.side.RowOffset
	if w.side.Middle != 0 {
		w.masked = true
		w.maskedAt = r.open(stop-start+1) - start
		ds.masked = w.maskedAt
	}
}

// setSilhouette records how the wall hides things behind it.
func (r *Renderer) setSilhouette(ds *drawSeg) {
	front, back := r.wall.front, r.wall.back
	if front.floor > back.floor {
		ds.hides = hidesBelow
		ds.belowHeight = front.floor
	} else if back.floor > r.eye.z {
		ds.hides = hidesBelow
		ds.belowHeight = fixed.Max
	}
	if front.ceil < back.ceil {
		ds.hides |= hidesAbove
		ds.aboveHeight = front.ceil
	} else if back.ceil < r.eye.z {
		ds.hides |= hidesAbove
		ds.aboveHeight = fixed.Min
	}
	if back.ceil <= front.floor {
		ds.below = r.rowAbove()
		ds.belowHeight = fixed.Max
		ds.hides |= hidesBelow
	}
	if back.floor >= front.ceil {
		ds.above = r.rowBelow()
		ds.aboveHeight = fixed.Min
		ds.hides |= hidesAbove
	}
}

// flags returns the flags of the wall's line.
func (r *Renderer) flags() level.LineFlags { return r.level.Lines[r.wall.seg.Line].Flags }

// setTexture finds the texture column at the foot of the perpendicular, and the
// wall's light.
func (r *Renderer) setTexture() {
	w := &r.wall
	turn := w.normal - w.leftAngle
	off := turn
	if off > fixed.Ang180 {
		off = -off
	}
	off = min(off, fixed.Ang90)
	w.offset = fixed.Mul(w.length, fixed.Sin(off))
	if turn < fixed.Ang180 {
		w.offset = -w.offset
	}
	w.offset += w.side.TextureOffset + w.seg.Offset
	w.centerAngle = fixed.Ang90 + r.eye.angle - w.normal
	w.light = r.wallLight(w.seg, w.front)
}

// wallLight returns the row of colormaps for a wall.
func (r *Renderer) wallLight(seg *level.Seg, front *sector) []uint8 {
	return r.lights.byScale[r.eye.lightLevel(front.light, contrast(seg))]
}

// setEdges computes the first rows of the wall's edges and their steps per column.
func (r *Renderer) setEdges() {
	w := &r.wall
	middle := r.proj.centerYFrac >> toRow
	w.worldTop >>= toRow
	w.worldBottom >>= toRow
	w.topStep = -fixed.Mul(w.scaleStep, w.worldTop)
	w.topRow = middle - fixed.Mul(w.worldTop, w.scale)
	w.bottomStep = -fixed.Mul(w.scaleStep, w.worldBottom)
	w.bottomRow = middle - fixed.Mul(w.worldBottom, w.scale)
	if w.back == nil {
		return
	}
	w.worldUpper >>= toRow
	w.worldLower >>= toRow
	if w.worldUpper < w.worldTop {
		w.upperRow = middle - fixed.Mul(w.worldUpper, w.scale)
		w.upperStep = -fixed.Mul(w.scaleStep, w.worldUpper)
	}
	if w.worldLower > w.worldBottom {
		w.lowerRow = middle - fixed.Mul(w.worldLower, w.scale)
		w.lowerStep = -fixed.Mul(w.scaleStep, w.worldLower)
	}
}

// open makes room for n columns of openings and returns their index.
func (r *Renderer) open(n int32) int32 {
	at := len(r.openings)
	for len(r.openings)+int(n) > cap(r.openings) {
		r.openings = append(r.openings[:cap(r.openings)], 0)
	}
	r.openings = r.openings[:at+int(n)]
	return int32(at)
}

// keepClips saves the rows that the wall leaves open, if it hides things.
func (r *Renderer) keepClips(ds *drawSeg, start, stop int32) {
	masked := r.wall.masked
	if (ds.hides&hidesAbove != 0 || masked) && ds.above < 0 {
		ds.above = int32(len(r.openings)) - start
		r.openings = append(r.openings, r.ceilClip[start:stop+1]...)
	}
	if (ds.hides&hidesBelow != 0 || masked) && ds.below < 0 {
		ds.below = int32(len(r.openings)) - start
		r.openings = append(r.openings, r.floorClip[start:stop+1]...)
	}
	if !masked {
		return
	}
	if ds.hides&hidesAbove == 0 {
		ds.hides |= hidesAbove
		ds.aboveHeight = fixed.Min
	}
	if ds.hides&hidesBelow == 0 {
		ds.hides |= hidesBelow
		ds.belowHeight = fixed.Max
	}
}
