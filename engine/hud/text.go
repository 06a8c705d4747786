package hud

import "doomhost/engine/wad"

// spaceWidth is the width of a character that the font lacks.
const spaceWidth = 4

// maxLine is the largest number of characters in a line.
const maxLine = 80

// line is an editable line of text.
type line struct {
	text [maxLine]byte
	len  int
}

func (l *line) clear() { l.len = 0 }

// add appends as much of s as fits.
func (l *line) add(s string) { l.len += copy(l.text[l.len:], s) }

// addByte appends a character. It returns false if there is no room.
func (l *line) addByte(c byte) bool {
	if l.len == maxLine {
		return false
	}
	l.text[l.len] = c
	l.len++
	return true
}

func (l *line) addNumber(n int) {
	if n >= 10 {
		l.addNumber(n / 10)
	}
	l.addByte('0' + byte(n%10))
}

// Control characters of the chat.
const (
	charEnter     = 13
	charBackspace = 127
)

// typed takes a character of a chat. It returns false for characters without a meaning.
func (l *line) typed(c byte) bool {
	c = upper(c)
	switch {
	case c >= ' ' && c <= '_':
		l.addByte(c)
	case c == charBackspace:
		l.len = max(l.len-1, 0)
	default:
		return false
	}
	return true
}

// bytes returns the text, valid until the line changes.
func (l *line) bytes() []byte { return l.text[:l.len] }

func upper(c byte) byte {
	if c >= 'a' && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

// glyph returns a character's picture, nil for a space.
func (a *art) glyph(c byte) *wad.Patch {
	c = upper(c)
	if c < fontFirst || c >= fontFirst+fontChars {
		return nil
	}
	return a.font[c-fontFirst]
}

// advance returns a character's width.
func (a *art) advance(c byte) int32 {
	if g := a.glyph(c); g != nil {
		return g.Width
	}
	return spaceWidth
}

// print writes a line from (x, y) on, up to the first character that does not fit,
// followed by a cursor on request.
func (a *art) print(c *canvas, text []byte, x, y int32, cursor bool) {
	edge := c.columns()
	for _, ch := range text {
		g := a.glyph(ch)
		if g == nil {
			x += spaceWidth
			if x >= edge {
				break
			}
			continue
		}
		if x+g.Width > edge {
			break
		}
		c.patch(g, x, y)
		x += g.Width
	}
	if g := a.glyph('_'); cursor && x+width(g) <= edge {
		c.patch(g, x, y)
	}
}
