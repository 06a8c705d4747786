package render

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
	"doomhost/engine/wad"
)

// postPen draws columns that have holes.
type postPen struct {
	columnPen
	r      *Renderer
	mid    fixed.Fixed // height above the eye of the column's row 0
	topRow int64       // the same as a row of the view, 16.16; it may be far outside
	scale  fixed.Fixed
	fuzz   bool
	colors *[256]byte
}

// drawPosts draws the posts of a column between two rows, both excluded.
func (p *postPen) drawPosts(posts []wad.Post, above, below int32) {
	for i := range posts {
		post := &posts[i]
		start := p.topRow + int64(p.scale)*int64(post.Top)
		end := start + int64(p.scale)*int64(post.Len)
		first := max(int32((start+int64(fixed.Unit)-1)>>fixed.Bits), above+1)
		last := min(int32((end-1)>>fixed.Bits), below-1)
		if first > last {
			continue
		}
		p.columnPen.mid = p.mid - fixed.Fixed(post.Top)<<fixed.Bits
		switch {
		case p.fuzz:
			p.r.fuzz = p.drawFuzz(first, last, p.r.proj.height, p.r.fuzz)
		case p.colors != nil:
			p.drawTranslated(first, last, post.Pix, p.colors)
		default:
			p.draw(first, last, post.Pix)
		}
	}
}

// columnDrawn marks in openings a column of a masked wall that has been drawn.
const columnDrawn = 1<<15 - 1

// drawMaskedWall draws columns x1 to x2 of a see-through wall, if they have not been
// drawn yet.
func (r *Renderer) drawMaskedWall(ds *drawSeg, x1, x2 int32) {
	front, back := &r.sectors[ds.seg.Front], &r.sectors[ds.seg.Back]
	texture := r.art.textureAnim[ds.side.Middle]
	mid := min(front.ceil, back.ceil) - r.eye.z
	if r.level.Lines[ds.seg.Line].Flags&level.LineLowerUnpegged != 0 {
		mid = max(front.floor, back.floor) + r.art.heights[texture] - r.eye.z
	}
	mid += ds.side.RowOffset
	pen := postPen{
		columnPen: columnPen{
			dst: r.dst, stride: r.stride, centerY: r.proj.centerY,
			light: r.eye.fixedMap,
		},
		r: r, mid: mid,
	}
	light := r.wallLight(ds.seg, front)
	scale := ds.scale1 + fixed.Fixed(x1-ds.x1)*ds.scaleStep
	columns := r.openings[ds.masked:]
	above, below := r.openings[ds.above:], r.openings[ds.below:]
	for x := x1; x <= x2; x++ {
		if columns[x] != columnDrawn {
			if r.eye.fixedMap == nil {
				pen.light = r.atScale(light, scale)
			}
			pen.x = x
			pen.scale = scale
			pen.step = 0xffffffff / uint32(scale)
			pen.topRow = r.proj.rowOf(mid, scale)
			pen.drawPosts(r.art.textures.Posts(int(texture), int(columns[x])), int32(above[x]), int32(below[x]))
			columns[x] = columnDrawn
		}
		scale += ds.scaleStep
	}
}
