package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/wad"
)

// drawWall draws the wall's columns, and marks the rows of ceiling and floor above and
// below them.
func (r *Renderer) drawWall(start, stop int32) {
	if r.wall.middle != 0 {
		r.drawSolid(start, stop)
	} else {
		r.drawWindow(start, stop)
	}
}

// wallPen draws columns of a wall, from left to right.
type wallPen struct {
	columnPen
	scale, scaleStep      fixed.Fixed
	offset, distance      fixed.Fixed
	angles                []fixed.Angle // of the columns, from the first on
	centerAngle           fixed.Angle
	row                   []uint8 // of colormaps, by scale
	colormaps             *[wad.Colormaps][256]byte
	fixedMap              *[256]byte
	topRow, topStep       fixed.Fixed
	bottomRow, bottomStep fixed.Fixed
}

func (r *Renderer) newWallPen(start, stop int32) wallPen {
	w := &r.wall
	return wallPen{
		columnPen: columnPen{
			dst: r.dst, stride: r.stride, centerY: r.proj.centerY, x: start,
			light: r.eye.fixedMap,
		},
		scale: w.scale, scaleStep: w.scaleStep,
		offset: w.offset, distance: w.distance,
		angles: r.proj.angle[start : stop+1], centerAngle: w.centerAngle,
		row: w.light, colormaps: r.art.colormaps, fixedMap: r.eye.fixedMap,
		topRow: w.topRow, topStep: w.topStep,
		bottomRow: w.bottomRow, bottomStep: w.bottomStep,
	}
}

// column prepares to draw column i of the wall and returns its texture column.
func (p *wallPen) column(i int) int {
	p.step = 0xffffffff / uint32(p.scale)
	if p.fixedMap == nil {
		p.light = &p.colormaps[p.row[min(uint32(p.scale)>>scaleShift, uint32(len(p.row)-1))]]
	}
	return int(p.offset-fixed.Mul(tangent(p.centerAngle+p.angles[i]), p.distance)) >> fixed.Bits
}

// next advances to the next column.
func (p *wallPen) next() {
	p.x++
	p.scale += p.scaleStep
	p.topRow += p.topStep
	p.bottomRow += p.bottomStep
}

// drawSolid draws a wall that closes its columns.
func (r *Renderer) drawSolid(start, stop int32) {
	w := &r.wall
	p := r.newWallPen(start, stop)
	p.mid = w.middleMid
	texture := r.art.textures.At(int(w.middle))
	ceilClip := r.ceilClip[start : stop+1]
	floorClip := r.floorClip[start:][:len(ceilClip)]
	for i := range ceilClip {
		// Rows are -1 to height here.
		ceil, floor := int32(ceilClip[i]), int32(floorClip[i])
		first := max(int32(p.topRow+rowUnit-1)>>rowBits, ceil+1)
		last := min(int32(p.bottomRow)>>rowBits, floor-1)
		if w.markCeil {
			w.ceilPlane.mark(p.x, ceil+1, min(first, floor)-1)
		}
		if w.markFloor {
			w.floorPlane.mark(p.x, max(last, ceil)+1, floor-1)
		}
		p.draw(first, last, texture.Column(p.column(i)))
		ceilClip[i], floorClip[i] = int16(r.proj.height), -1
		p.next()
	}
}

// drawWindow draws the parts of a wall above and below an opening.
func (r *Renderer) drawWindow(start, stop int32) {
	w := &r.wall
	p := r.newWallPen(start, stop)
	upper := r.art.textures.At(int(w.top))
	lower := r.art.textures.At(int(w.bottom))
	column := 0
	ceilClip := r.ceilClip[start : stop+1]
	floorClip := r.floorClip[start:][:len(ceilClip)]
	for i := range ceilClip {
		ceil, floor := int32(ceilClip[i]), int32(floorClip[i])
		first := max(int32(p.topRow+rowUnit-1)>>rowBits, ceil+1)
		last := min(int32(p.bottomRow)>>rowBits, floor-1)
		if w.markCeil {
			w.ceilPlane.mark(p.x, ceil+1, min(first, floor)-1)
		}
		if w.markFloor {
			w.floorPlane.mark(p.x, max(last, ceil)+1, floor-1)
		}
		if w.textured {
			column = p.column(i)
		}
		switch {
		case w.top != 0:
			edge := min(int32(w.upperRow)>>rowBits, floor-1)
			w.upperRow += w.upperStep
			if edge >= first {
				p.mid = w.topMid
				p.draw(first, edge, upper.Column(column))
				ceil = edge
			} else {
				ceil = first - 1
			}
		case w.markCeil:
			ceil = first - 1
		}
		switch {
		case w.bottom != 0:
			edge := max(int32(w.lowerRow+rowUnit-1)>>rowBits, ceil+1)
			w.lowerRow += w.lowerStep
			if edge <= last {
				p.mid = w.bottomMid
				p.draw(edge, last, lower.Column(column))
				floor = edge
			} else {
				floor = last + 1
			}
		case w.markFloor:
			floor = last + 1
		}
		if w.masked {
			r.openings[w.maskedAt+p.x] = int16(column)
		}
		// Walls that touch the eye give rows far outside the view, which are as good as
		// the rows next to it.
		ceilClip[i], floorClip[i] = int16(min(ceil, r.proj.height)), int16(max(floor, -1))
		p.next()
	}
}
