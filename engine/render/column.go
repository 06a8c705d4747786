package render

import "doomhost/engine/fixed"

// textureRows is the row at which wall columns wrap, whatever the texture's height.
const textureRows = 128

// columnPen draws columns of pixels, scaled.
type columnPen struct {
	dst     []byte
	stride  int
	centerY int32
	x       int32
	mid     fixed.Fixed // height above the eye of the column's first pixel
	step    uint32      // source pixels per pixel of the picture
	light   *[256]byte
}

// draw draws rows first to last from a source of at least 128 pixels.
func (p *columnPen) draw(first, last int32, source []byte) {
	if first > last {
		return
	}
	src := (*[textureRows]byte)(source)
	frac := uint32(p.mid) + uint32(first-p.centerY)*p.step
	dst := p.dst[int(first)*p.stride+int(p.x):]
	if p.stride == baseWidth {
		drawNarrow(dst, int(last-first)+1, src, p.light, frac, p.step)
		return
	}
	stride, step, light := uint(p.stride), p.step, p.light
	n := int(last-first) + 1
	for ; n >= 4; n -= 4 {
		dst[0] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		dst[stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		dst[2*stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		dst[3*stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		dst = dst[min(4*stride, uint(len(dst))):]
	}
	for at := uint(0); n > 0; n-- {
		dst[at] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		at += stride
	}
}

// drawNarrow draws n rows of a picture that is 320 pixels wide. It draws eight rows at a
// time, which needs no comparisons and, in WebAssembly, no jumps: that halves the time of
// a frame's most expensive part.
func drawNarrow(dst []byte, n int, src *[textureRows]byte, light *[256]byte, frac, step uint32) {
	const stride = baseWidth
	for ; n >= 8; n -= 8 {
		d := (*[7*stride + 1]byte)(dst)
		d[0] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		d[stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		d[2*stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		d[3*stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		d[4*stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		d[5*stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		d[6*stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		d[7*stride] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		dst = dst[min(8*stride, len(dst)):]
	}
	for at := 0; n > 0; n-- {
		dst[at] = light[src[frac>>fixed.Bits&(textureRows-1)]]
		frac += step
		at += stride
	}
}

// drawTranslated is draw for a post in a player's colors; it does not wrap.
func (p *columnPen) drawTranslated(first, last int32, source []byte, colors *[256]byte) {
	light := p.light
	frac := p.mid + fixed.Fixed(first-p.centerY)*fixed.Fixed(p.step)
	at := int(first)*p.stride + int(p.x)
	for y := first; y <= last; y++ {
		i := min(max(int(frac>>fixed.Bits), 0), len(source)-1)
		p.dst[at] = light[colors[source[i]]]
		at += p.stride
		frac += fixed.Fixed(p.step)
	}
}

// fuzzRows lists the row offsets, up or down, from which the pixels of a fuzzy thing are
// taken in turn.
var fuzzRows = [50]int8{
	1, -1, 1, -1, 1, 1, -1, 1, 1, -1,
	1, 1, 1, -1, 1, 1, 1, -1, -1, -1,
	-1, 1, -1, -1, 1, 1, 1, 1, -1, 1,
	-1, 1, 1, -1, -1, 1, 1, -1, -1, -1,
	-1, 1, 1, 1, 1, -1, 1, 1, -1, 1,
}

// fuzzMap is the colormap that darkens the fuzz.
const fuzzMap = 6

// drawFuzz shuffles and darkens rows first to last. It leaves the outermost rows of the
// view alone. It returns the position in the pattern for the next column.
func (p *columnPen) drawFuzz(first, last, height int32, pos uint32) uint32 {
	first, last = max(first, 1), min(last, height-2)
	at := int(first)*p.stride + int(p.x)
	for y := first; y <= last; y++ {
		p.dst[at] = p.light[p.dst[at+int(fuzzRows[pos])*p.stride]]
		at += p.stride
		if pos++; pos == uint32(len(fuzzRows)) {
			pos = 0
		}
	}
	return pos
}
