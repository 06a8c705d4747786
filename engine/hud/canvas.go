package hud

import (
	"doomhost/engine/render"
	"doomhost/engine/wad"
)

// The picture in Doom's own pixels.
const (
	pageWidth  = 320
	pageHeight = 200
)

// canvas draws in Doom's coordinates, 320 by 200, on pixels of any size. In a wider frame
// the 320 columns are in the middle. Drawing is clipped to the frame.
type canvas struct {
	pix           []byte
	stride        int
	width, height int // in pixels
	scale         int // pixels per Doom pixel
	left          int // pixels left of Doom's column 0
}

// newCanvas returns a canvas of Doom's own size.
func newCanvas() canvas {
	return canvas{
		pix: make([]byte, pageWidth*pageHeight), stride: pageWidth,
		width: pageWidth, height: pageHeight, scale: 1,
	}
}

// canvasOn returns a canvas on a frame.
func canvasOn(f *render.Frame) canvas {
	scale := max(f.Height/pageHeight, 1)
	return canvas{
		pix: f.Pix, stride: f.Stride, width: f.Width, height: f.Height,
		scale: scale, left: (f.Width - pageWidth*scale) / 2,
	}
}

// wide returns the canvas with its column 0 at the left edge of the frame.
func (c *canvas) wide() canvas {
	w := *c
	w.left = 0
	return w
}

// columns returns the number of Doom's columns from column 0 to the right edge.
func (c *canvas) columns() int32 { return int32((c.width - c.left) / c.scale) }

// patch draws a picture with its origin at (x, y); nil is no picture.
func (c *canvas) patch(p *wad.Patch, x, y int32) {
	if p == nil {
		return
	}
	x -= p.Left
	y -= p.Top
	for i := range p.Width {
		c.column(p, int(i), x+i, y)
	}
}

// flipped draws a picture mirrored, with its origin at (x, y).
func (c *canvas) flipped(p *wad.Patch, x, y int32) {
	if p == nil {
		return
	}
	x -= p.Left
	y -= p.Top
	for i := range p.Width {
		c.column(p, int(p.Width-1-i), x+i, y)
	}
}

// column draws column i of a picture at column x, its top at row y.
func (c *canvas) column(p *wad.Patch, i int, x, y int32) {
	px := int(x)*c.scale + c.left
	if px < 0 || px+c.scale > c.width {
		return
	}
	for _, post := range p.Column(i) {
		top, pix := int(y+post.Top), post.Pix[:post.Len]
		if top < 0 {
			pix = pix[min(-top, len(pix)):]
			top = 0
		}
		if rows := c.height/c.scale - top; len(pix) > rows {
			pix = pix[:max(rows, 0)]
		}
		c.run(pix, px, top*c.scale)
	}
}

// run draws pixels downwards, each scale times as wide and high.
func (c *canvas) run(pix []byte, px, py int) {
	at := py*c.stride + px
	switch c.scale {
	case 1:
		for _, v := range pix {
			c.pix[at] = v
			at += c.stride
		}
	default:
		for _, v := range pix {
			for range c.scale {
				row := c.pix[at : at+c.scale]
				for i := range row {
					row[i] = v
				}
				at += c.stride
			}
		}
	}
}

// fill covers a rectangle, in the frame's own pixels, with a flat that begins in the
// rectangle's upper left corner.
func (c *canvas) fill(flat []byte, x0, y0, x1, y1 int) {
	const side, mask = 64, 63
	for y := y0; y < y1; y++ {
		row := c.pix[y*c.stride : y*c.stride+c.width]
		if above := y - 1; above >= y0 && (y-y0)%c.scale != 0 {
			copy(row[x0:x1], c.pix[above*c.stride+x0:])
			continue
		}
		line := flat[((y-y0)/c.scale&mask)*side:][:side]
		if c.scale == 1 {
			for x := x0; x < x1; x += side {
				copy(row[x:x1], line)
			}
			continue
		}
		for x := x0; x < x1; x += c.scale {
			v := line[(x-x0)/c.scale&mask]
			for i := x; i < min(x+c.scale, x1); i++ {
				row[i] = v
			}
		}
	}
}

// clear makes the whole canvas one color.
func (c *canvas) clear(color byte) {
	for y := range c.height {
		row := c.pix[y*c.stride : y*c.stride+c.width]
		if color == 0 {
			clear(row)
			continue
		}
		for x := range row {
			row[x] = color
		}
	}
}

// rows copies rows first to last-1 of a canvas of Doom's own size onto the same
// rows of this one.
func (c *canvas) rows(from *canvas, first, last int) {
	w := pageWidth * c.scale
	for y := first; y < last; y++ {
		src := from.pix[y*from.stride:][:pageWidth]
		at := y*c.scale*c.stride + c.left
		dst := c.pix[at : at+w]
		switch c.scale {
		case 1:
			copy(dst, src)
		case 2:
			for x, v := range src {
				dst[2*x], dst[2*x+1] = v, v
			}
		default:
			for x, v := range src {
				d := dst[x*c.scale : (x+1)*c.scale]
				for i := range d {
					d[i] = v
				}
			}
		}
		for i := 1; i < c.scale; i++ {
			copy(c.pix[at+i*c.stride:at+i*c.stride+w], dst)
		}
	}
}

// restore copies a rectangle, clipped to the canvas, from another canvas of the same
// size.
func (c *canvas) restore(from *canvas, x, y, w, h int32) {
	x0, x1 := max(int(x), 0), min(int(x+w), c.width)
	y0, y1 := max(int(y), 0), min(int(y+h), c.height)
	for ; y0 < y1 && x0 < x1; y0++ {
		copy(c.pix[y0*c.stride+x0:y0*c.stride+x1], from.pix[y0*from.stride+x0:])
	}
}

// width and height return the size of a picture, 0 for none.
func width(p *wad.Patch) int32 {
	if p == nil {
		return 0
	}
	return p.Width
}

func height(p *wad.Patch) int32 {
	if p == nil {
		return 0
	}
	return p.Height
}
