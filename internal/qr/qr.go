// Package qr draws an address as a QR code: for a terminal, as SVG, as PNG.
//
// It wraps rsc.io/qr, whose codes have no quiet zone; the drawings here have
// one, and are dark on light also on a dark terminal, as cameras want it. The
// package keeps no state.
package qr

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// quiet is the width of the border in modules.
const quiet = 4

// Code is an address as a QR code.
type Code struct{ c *qr.Code }

// Encode makes the code of a text. It returns an error when the text is too
// long for one.
func Encode(text string) (Code, error) {
	c, err := qr.Encode(text, qr.M)
	if err != nil {
		return Code{}, fmt.Errorf("make a QR code of %d bytes: %w", len(text), err)
	}
	return Code{c}, nil
}

// Size is the width and height in modules, without the border.
func (c Code) Size() int { return c.c.Size }

// Dark reports whether the module is dark; those outside are light.
func (c Code) Dark(x, y int) bool { return c.c.Black(x, y) }

// Terminal draws the code with two modules to a character, black on white by
// ANSI colors.
func (c Code) Terminal() string {
	const border = 2 // enough for cameras, and small terminals are many
	var b strings.Builder
	for y := -border; y < c.Size()+border; y += 2 {
		b.WriteString("\x1b[30;107m")
		for x := -border; x < c.Size()+border; x++ {
			switch top, bottom := c.Dark(x, y), c.Dark(x, y+1); {
			case top && bottom:
				b.WriteString("█")
			case top:
				b.WriteString("▀")
			case bottom:
				b.WriteString("▄")
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String()
}

// SVG draws the code as an SVG document without a fixed size.
func (c Code) SVG() []byte {
	var b strings.Builder
	side := c.Size() + 2*quiet
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`, side, side)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/><path d="`, side, side)
	for y := range c.Size() {
		for x := 0; x < c.Size(); x++ {
			if !c.Dark(x, y) {
				continue
			}
			end := x + 1
			for end < c.Size() && c.Dark(end, y) {
				end++
			}
			fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, end-x, end-x)
			x = end
		}
	}
	b.WriteString(`"/></svg>`)
	return []byte(b.String())
}

// PNG draws the code as a PNG with the border.
func (c Code) PNG() []byte { return c.c.PNG() }
