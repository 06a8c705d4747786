package hud

// ink draws straight lines in a window at the top left of a frame.
type ink struct {
	pix           []byte
	stride        int
	width, height int
	pen           int // thickness in pixels
}

// The sides on which a point is outside the window.
const (
	outLeft = 1 << iota
	outRight
	outBottom
	outTop
)

func (k *ink) outside(x, y int64) int {
	out := 0
	switch {
	case y < 0:
		out = outTop
	case y >= int64(k.height):
		out = outBottom
	}
	switch {
	case x < 0:
		out |= outLeft
	case x >= int64(k.width):
		out |= outRight
	}
	return out
}

// segment draws the part of a line inside the window.
func (k *ink) segment(ax, ay, bx, by int64, color byte) {
	a, b := k.outside(ax, ay), k.outside(bx, by)
	for a|b != 0 {
		if a&b != 0 {
			return
		}
		out := a
		if a == 0 {
			out = b
		}
		x, y := k.cut(out, ax, ay, bx, by)
		if a != 0 {
			ax, ay = x, y
			a = k.outside(ax, ay)
		} else {
			bx, by = x, y
			b = k.outside(bx, by)
		}
	}
	k.walk(int(ax), int(ay), int(bx), int(by), color)
}

// cut returns the point where the line from a to b crosses the window's edge on the side
// out.
func (k *ink) cut(out int, ax, ay, bx, by int64) (x, y int64) {
	dx, dy := bx-ax, by-ay
	lastX, lastY := int64(k.width)-1, int64(k.height)-1
	switch {
	case out&outTop != 0:
		return ax + dx*ay/-dy, 0
	case out&outBottom != 0:
		return ax + dx*(ay-lastY-1)/-dy, lastY
	case out&outRight != 0:
		return lastX, ay + dy*(lastX-ax)/dx
	default:
		return 0, ay + dy*-ax/dx
	}
}

// walk draws a line inside the window (Bresenham).
func (k *ink) walk(x, y, bx, by int, color byte) {
	dx, dy := bx-x, by-y
	sx, sy := 1, 1
	if dx < 0 {
		dx, sx = -dx, -1
	}
	if dy < 0 {
		dy, sy = -dy, -1
	}
	ax, ay := 2*dx, 2*dy
	if ax > ay {
		for d := ay - ax/2; ; d += ay {
			k.dot(int64(x), int64(y), color)
			if x == bx {
				return
			}
			if d >= 0 {
				y += sy
				d -= ax
			}
			x += sx
		}
	}
	for d := ax - ay/2; ; d += ax {
		k.dot(int64(x), int64(y), color)
		if y == by {
			return
		}
		if d >= 0 {
			x += sx
			d -= ay
		}
		y += sy
	}
}

// dot draws a point of the pen's thickness, clipped to the window.
func (k *ink) dot(x, y int64, color byte) {
	x0, y0 := int(x), int(y)
	for py := y0; py < min(y0+k.pen, k.height); py++ {
		for px := x0; px < min(x0+k.pen, k.width); px++ {
			k.pix[py*k.stride+px] = color
		}
	}
}
