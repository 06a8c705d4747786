package render

import "doomhost/engine/fixed"

// drawWall draws the wall's columns, and marks what floor and ceiling show above
// and below it.
func (r *Renderer) drawWall(start, stop int32) {
	w := &r.wall
	scale, top, bottom := w.scale, w.topRow, w.bottomRow
	var column int32
	pen := columnPen{dst: r.dst, stride: r.stride, centerY: r.proj.centerY, light: r.eye.fixedMap}
	for x := start; x <= stop; x++ {
		ceil, floor := int32(r.ceilClip[x]), int32(r.floorClip[x])
		first := max(int32(top+rowUnit-1)>>rowBits, ceil+1)
		if w.markCeil {
			w.ceilPlane.mark(x, ceil+1, min(first-1, floor-1))
		}
		last := min(int32(bottom)>>rowBits, floor-1)
		if w.markFloor {
			w.floorPlane.mark(x, max(last+1, ceil+1), floor-1)
		}
		if w.textured {
			a := w.centerAngle + r.proj.angle[x]
			column = int32(w.offset-fixed.Mul(tangent(a), w.distance)) >> fixed.Bits
			pen.x = x
			pen.step = 0xffffffff / uint32(scale)
			if r.eye.fixedMap == nil {
				pen.light = r.atScale(w.light, scale)
			}
		}
		if w.middle != 0 {
			pen.mid = w.middleMid
			pen.draw(first, last, r.art.column(w.middle, column))
			ceil, floor = r.proj.height, -1
		} else {
			if w.top != 0 {
				edge := min(int32(w.upperRow)>>rowBits, floor-1)
				w.upperRow += w.upperStep
				if edge >= first {
					pen.mid = w.topMid
					pen.draw(first, edge, r.art.column(w.top, column))
					ceil = edge
				} else {
					ceil = first - 1
				}
			} else if w.markCeil {
				ceil = first - 1
			}
			if w.bottom != 0 {
				edge := max(int32(w.lowerRow+rowUnit-1)>>rowBits, ceil+1)
				w.lowerRow += w.lowerStep
				if edge <= last {
					pen.mid = w.bottomMid
					pen.draw(edge, last, r.art.column(w.bottom, column))
					floor = edge
				} else {
					floor = last + 1
				}
			} else if w.markFloor {
				floor = last + 1
			}
			if w.masked {
				r.openings[w.maskedAt+x] = int16(column)
			}
		}
		// Rows far outside of the view, from walls that touch the eye, are as
		// good as the ones next to it.
		r.ceilClip[x], r.floorClip[x] = int16(min(ceil, r.proj.height)), int16(max(floor, -1))
		scale += w.scaleStep
		top += w.topStep
		bottom += w.bottomStep
	}
	w.scale, w.topRow, w.bottomRow = scale, top, bottom
}
