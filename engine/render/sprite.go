package render

import (
	"slices"

	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// nearest is the smallest distance at which things are visible.
const nearest = 4 * fixed.Unit

// sprite is a thing projected into the view (Doom wiki: "Vissprite").
type sprite struct {
	x1, x2    int32 // columns
	x, y, z   fixed.Fixed
	top       fixed.Fixed
	mid       fixed.Fixed // height of the top above the eye
	scale     fixed.Fixed
	startFrac fixed.Fixed // column of the picture at x1
	stepFrac  fixed.Fixed
	patch     *wad.Patch
	light     *[256]byte // nil: fuzz
	colors    *[256]byte // a player's colors, nil: unchanged
}

// sprites holds the sprites of one frame.
type sprites struct {
	seen  []sprite
	order []uint64 // scale and index

	clipTop, clipBottom []int16 // of the sprite being drawn, by column
}

// gatherThings projects the things in a sector, once a frame.
func (r *Renderer) gatherThings(index int32) {
	sec := &r.sectors[index]
	if sec.drawn == r.frame {
		return
	}
	sec.drawn = r.frame
	light := r.lights.byScale[r.eye.lightLevel(sec.light, 0)]
	for i := r.state.Sectors[index].Things; i != 0; {
		m := r.state.MobjAt(i)
		r.project(m, light)
		i = m.SNext
	}
}

// project adds a thing to the sprites if part of it is in the view.
func (r *Renderer) project(m *sim.Mobj, light []uint8) {
	e := &r.eye
	x, y, z := r.place(m)
	dx, dy := x-e.x, y-e.y
	depth := fixed.Mul(dx, e.cos) + fixed.Mul(dy, e.sin)
	if depth < nearest {
		return
	}
	scale := fixed.Div(r.proj.scale, depth)
	across := fixed.Mul(dx, e.sin) - fixed.Mul(dy, e.cos)
	if abs(across) > depth<<2 {
		return
	}
	frame := r.art.frame(m.Sprite, m.Frame)
	if frame == nil {
		return
	}
	pic := &frame.pics[0]
	if frame.rotates {
		// A thing has eight sides, the first of them the front. Each shows within 22.5
		// degrees of its middle.
		turn := e.direction(x, y) - m.Angle + fixed.Ang45/2*9
		pic = &frame.pics[turn>>29]
	}
	s := sprite{x: x, y: y, z: z, scale: scale}
	if !r.proj.stand(&s, pic, across, scale, fixed.Div(fixed.Unit, scale)) {
		return
	}
	s.top = z + fixed.Fixed(pic.patch.Top)<<fixed.Bits
	s.mid = s.top - e.z
	switch {
	case m.Flags&info.FlagShadow != 0:
	case e.fixedMap != nil:
		s.light = e.fixedMap
	case m.Frame&info.FrameFullBright != 0:
		s.light = &r.art.colormaps[0]
	default:
		s.light = r.atScale(light, scale)
	}
	if n := m.Flags & info.FlagTranslation >> info.FlagTranslationShift; n != 0 {
		s.colors = &r.art.translations[n-1]
	}
	r.sprites.seen = append(r.sprites.seen, s)
}

// stand computes the columns of a scaled picture whose origin is across to the right of
// the middle; inverse is the reciprocal of scale. It returns false if there are none.
func (p *projection) stand(s *sprite, pic *spritePic, across, scale, inverse fixed.Fixed) bool {
	if pic.patch == nil {
		return false
	}
	left := across - fixed.Fixed(pic.patch.Left)<<fixed.Bits
	x1 := int32((p.centerXFrac + fixed.Mul(left, scale)) >> fixed.Bits)
	if x1 > p.width {
		return false
	}
	right := left + fixed.Fixed(pic.patch.Width)<<fixed.Bits
	x2 := int32((p.centerXFrac+fixed.Mul(right, scale))>>fixed.Bits) - 1
	if x2 < 0 {
		return false
	}
	s.patch = pic.patch
	s.x1, s.x2 = max(x1, 0), min(x2, p.width-1)
	s.stepFrac = inverse
	if pic.flip {
		s.startFrac = fixed.Fixed(pic.patch.Width)<<fixed.Bits - 1
		s.stepFrac = -inverse
	}
	s.startFrac += s.stepFrac * fixed.Fixed(s.x1-x1)
	return true
}

// sortSprites sorts the sprites, the farthest first. Sprites at equal distance keep their
// order.
func (r *Renderer) sortSprites() {
	order := r.sprites.order[:0]
	for i := range r.sprites.seen {
		order = append(order, uint64(r.sprites.seen[i].scale)<<32|uint64(i))
	}
	slices.Sort(order)
	r.sprites.order = order
}

// drawMasked draws everything with holes from back to front: things, and between and
// behind them the see-through walls.
func (r *Renderer) drawMasked() {
	r.sortSprites()
	for _, o := range r.sprites.order {
		s := &r.sprites.seen[uint32(o)]
		r.clipSprite(s)
		r.drawSprite(s, r.sprites.clipTop, r.sprites.clipBottom)
	}
	for i := len(r.drawSegs) - 1; i >= 0; i-- {
		if ds := &r.drawSegs[i]; ds.masked >= 0 {
			r.drawMaskedWall(ds, ds.x1, ds.x2)
		}
	}
}

// notClipped marks columns that no wall has clipped yet.
const notClipped = -2

// clipSprite finds the rows that walls in front of the sprite leave open, and draws the
// masked walls behind it. It tries the walls from the last drawn, the farthest. The first
// that hides a column's top or bottom decides.
func (r *Renderer) clipSprite(s *sprite) {
	top, bottom := r.sprites.clipTop, r.sprites.clipBottom
	for x := s.x1; x <= s.x2; x++ {
		top[x], bottom[x] = notClipped, notClipped
	}
	for i := len(r.drawSegs) - 1; i >= 0; i-- {
		ds := &r.drawSegs[i]
		if ds.x1 > s.x2 || ds.x2 < s.x1 || ds.hides == 0 && ds.masked < 0 {
			continue
		}
		x1, x2 := max(ds.x1, s.x1), min(ds.x2, s.x2)
		if ds.isBehind(s) {
			if ds.masked >= 0 {
				r.drawMaskedWall(ds, x1, x2)
			}
			continue
		}
		if ds.hides&hidesBelow != 0 && s.z < ds.belowHeight {
			clip(bottom, r.openings[ds.below:], x1, x2)
		}
		if ds.hides&hidesAbove != 0 && s.top > ds.aboveHeight {
			clip(top, r.openings[ds.above:], x1, x2)
		}
	}
	for x := s.x1; x <= s.x2; x++ {
		if top[x] == notClipped {
			top[x] = -1
		}
		if bottom[x] == notClipped {
			bottom[x] = int16(r.proj.height)
		}
	}
}

func clip(rows, opening []int16, x1, x2 int32) {
	for x := x1; x <= x2; x++ {
		if rows[x] == notClipped {
			rows[x] = opening[x]
		}
	}
}

// isBehind reports whether the wall is behind the sprite: if all of it is smaller, or if
// part of it is and the sprite stands on its front side.
func (ds *drawSeg) isBehind(s *sprite) bool {
	if max(ds.scale1, ds.scale2) < s.scale {
		return true
	}
	if min(ds.scale1, ds.scale2) >= s.scale {
		return false
	}
	v1, v2 := &ds.seg.V1, &ds.seg.V2
	return behind(s.x-v1.X, s.y-v1.Y, v2.X-v1.X, v2.Y-v1.Y) == 0
}

// drawSprite draws a sprite between the rows that clip it.
func (r *Renderer) drawSprite(s *sprite, clipTop, clipBottom []int16) {
	pen := postPen{
		columnPen: columnPen{
			dst: r.dst, stride: r.stride, centerY: r.proj.centerY,
			step:  uint32(abs(s.stepFrac)),
			light: s.light,
		},
		r: r, mid: s.mid, scale: s.scale, colors: s.colors,
	}
	if s.light == nil {
		pen.light = &r.art.colormaps[fuzzMap]
		pen.fuzz = true
	}
	pen.topRow = r.proj.rowOf(s.mid, s.scale)
	frac := s.startFrac
	for x := s.x1; x <= s.x2; x++ {
		column := int(frac >> fixed.Bits)
		frac += s.stepFrac
		if uint(column) >= uint(s.patch.Width) {
			continue
		}
		pen.x = x
		pen.drawPosts(s.patch.Column(column), int32(clipTop[x]), int32(clipBottom[x]))
	}
}
