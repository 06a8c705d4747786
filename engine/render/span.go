package render

import "doomhost/engine/fixed"

// flatMask wraps the 64 columns of a flat.
const flatMask = 63

// spanPen draws rows of one plane.
type spanPen struct {
	r      *Renderer
	flat   *[64 * 64]byte
	height fixed.Fixed // of the plane, from the eye, up or down
	light  *[zSteps]uint8
	// The steps in the flat from one column to the next, at distance 1. They have fineBits
	// more than vanilla's in a finer picture, where vanilla's would be too coarse.
	stepX, stepY int64
	bits         int
}

const fineBits = 14

func (r *Renderer) newSpanPen(pl *plane) spanPen {
	across := r.eye.angle - fixed.Ang90
	bits := 0
	if !r.config.vanilla() {
		bits = fineBits
	}
	step := func(v fixed.Fixed) int64 {
		return int64(v) << (fixed.Bits + bits) / int64(r.proj.scale)
	}
	return spanPen{
		r:      r,
		flat:   r.art.flat(pl.pic),
		height: abs(pl.height - r.eye.z),
		light:  &r.lights.byDistance[r.eye.lightLevel(pl.light, 0)],
		stepX:  step(fixed.Cos(across)),
		stepY:  -step(fixed.Sin(across)),
		bits:   fixed.Bits + bits,
	}
}

// draw draws columns x1 to x2 of row y.
func (s *spanPen) draw(y, x1, x2 int32) {
	if x1 > x2 {
		return
	}
	r := s.r
	distance := fixed.Mul(s.height, r.proj.rowSlope[y])
	length := fixed.Mul(distance, r.proj.columnScale[x1])
	a := r.eye.angle + r.proj.angle[x1]
	x := uint32(r.eye.x + fixed.Mul(fixed.Cos(a), length))
	yy := uint32(-r.eye.y - fixed.Mul(fixed.Sin(a), length))
	stepX := uint32(int64(distance) * s.stepX >> s.bits)
	stepY := uint32(int64(distance) * s.stepY >> s.bits)
	light := r.eye.fixedMap
	if light == nil {
		light = &r.art.colormaps[s.light[min(uint32(distance)>>zShift, zSteps-1)]]
	}
	row := int(y) * r.stride
	dst := r.dst[row+int(x1) : row+int(x2)+1]
	if r.config.Scale > 1 {
		drawFine(dst, s.flat, light, x, yy, stepX, stepY)
		return
	}
	drawPacked(dst, s.flat, light, pack(x, yy), pack(stepX, stepY))
}

// pack puts two coordinates into one word as vanilla does: 6 bits of pixel and 10 of
// fraction each, x above y. Overflow of y carries into x.
func pack(x, y uint32) uint32 { return x<<10&0xffff0000 | y>>6&0xffff }

func drawPacked(dst []byte, flat *[64 * 64]byte, light *[256]byte, at, step uint32) {
	for len(dst) >= 8 { // see drawNarrow
		d := (*[8]byte)(dst)
		d[0] = light[flat[packedPixel(at)]]
		at += step
		d[1] = light[flat[packedPixel(at)]]
		at += step
		d[2] = light[flat[packedPixel(at)]]
		at += step
		d[3] = light[flat[packedPixel(at)]]
		at += step
		d[4] = light[flat[packedPixel(at)]]
		at += step
		d[5] = light[flat[packedPixel(at)]]
		at += step
		d[6] = light[flat[packedPixel(at)]]
		at += step
		d[7] = light[flat[packedPixel(at)]]
		at += step
		dst = dst[8:]
	}
	for i := range dst {
		dst[i] = light[flat[packedPixel(at)]]
		at += step
	}
}

// packedPixel returns the index in a flat of a packed coordinate.
func packedPixel(at uint32) uint32 { return (at>>4&(flatMask<<6) | at>>26) & 0xfff }

// drawFine draws a row with more than 10 bits of fraction, for pictures in which the
// difference would show.
func drawFine(dst []byte, flat *[64 * 64]byte, light *[256]byte, x, y, stepX, stepY uint32) {
	for len(dst) >= 4 {
		d := (*[4]byte)(dst)
		d[0] = light[flat[finePixel(x, y)]]
		x, y = x+stepX, y+stepY
		d[1] = light[flat[finePixel(x, y)]]
		x, y = x+stepX, y+stepY
		d[2] = light[flat[finePixel(x, y)]]
		x, y = x+stepX, y+stepY
		d[3] = light[flat[finePixel(x, y)]]
		x, y = x+stepX, y+stepY
		dst = dst[4:]
	}
	for i := range dst {
		dst[i] = light[flat[finePixel(x, y)]]
		x, y = x+stepX, y+stepY
	}
}

func finePixel(x, y uint32) uint32 { return (y>>10&(flatMask<<6) | x>>16&flatMask) & 0xfff }
