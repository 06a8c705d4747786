package level

import "doomhost/engine/fixed"

// maxBlockLines bounds the total length of a blockmap's lists; no real map comes near it.
const maxBlockLines = 1 << 24

// readBlockmap takes the map's own blockmap if it is usable, and otherwise builds one: a
// map stays playable if its lists outgrow 16-bit offsets or a node builder left the lump
// empty.
func (l *loader) readBlockmap(data []byte) error {
	if why := l.decodeBlockmap(data); why != "" {
		if len(data) > 0 {
			l.warn(why + "; another one is made")
		}
		if !l.buildBlockmap() {
			return l.fail("the map is too large for one")
		}
	}
	return nil
}

// decodeBlockmap reads the lump, which consists of 16-bit words: x and y of the lower
// left corner, width, height, and the offset of each block's list in words from the
// start. A list ends with 65535. decodeBlockmap returns the lump's fault, "" for none.
func (l *loader) decodeBlockmap(data []byte) (why string) {
	words := len(data) / 2
	if words < 4 {
		return "is too short"
	}
	if words > 1<<16 {
		return "is larger than its offsets can reach"
	}
	width, height := int(u16(data[4:])), int(u16(data[6:]))
	if width == 0 || height == 0 || 4+width*height > words {
		return "is smaller than its blocks need"
	}
	b := Blockmap{
		OriginX: units(data), OriginY: units(data[2:]),
		Width: int32(width), Height: int32(height),
		First: make([]int32, 1, width*height+1),
	}
	for i := range width * height {
		at := int(u16(data[8+2*i:]))
		for {
			if at >= words {
				return "has a list that does not end"
			}
			line := u16(data[2*at:])
			if line == 0xffff {
				break
			}
			if int(line) >= len(l.Lines) {
				return "names lines that are not there"
			}
			if len(b.Lines) == maxBlockLines {
				return "has lists that are too long"
			}
			b.Lines = append(b.Lines, int32(line))
			at++
		}
		b.First = append(b.First, int32(len(b.Lines)))
	}
	l.Blockmap = b
	return ""
}

// blockmapMargin is the distance at which a blockmap begins left of and below the map, as
// with most node builders.
const blockmapMargin = 8 * fixed.Unit

// buildBlockmap makes a blockmap from the lines. Its lists hold every line that
// touches a block or its edge, in map order, and no leading 0.
func (l *loader) buildBlockmap() bool {
	box := l.Lines[0].Box
	for i := range l.Lines {
		box.grow(&l.Lines[i].Box)
	}
	b := Blockmap{OriginX: reach(box.Left, -blockmapMargin), OriginY: reach(box.Bottom, -blockmapMargin)}
	b.Width = int32(blockUnits(box.Right, b.OriginX)/BlockUnits + 1)
	b.Height = int32(blockUnits(box.Top, b.OriginY)/BlockUnits + 1)
	// A first pass counts, so that the lists can follow one another.
	count := make([]int32, b.Width*b.Height+1)
	total := 0
	for i := range l.Lines {
		b.cross(&l.Lines[i], func(block int32) {
			count[block+1]++
			total++
		})
		if total > maxBlockLines {
			return false
		}
	}
	for i := 1; i < len(count); i++ {
		count[i] += count[i-1]
	}
	b.First = count
	b.Lines = make([]int32, total)
	next := append([]int32(nil), count...)
	for i := range l.Lines {
		b.cross(&l.Lines[i], func(block int32) {
			b.Lines[next[block]] = int32(i)
			next[block]++
		})
	}
	l.Blockmap = b
	return true
}

// cross visits the blocks that a line touches, row by row.
func (b *Blockmap) cross(line *Line, visit func(block int32)) {
	x1, y1 := blockUnits(line.V1.X, b.OriginX), blockUnits(line.V1.Y, b.OriginY)
	x2, y2 := blockUnits(line.V2.X, b.OriginX), blockUnits(line.V2.Y, b.OriginY)
	if y1 > y2 {
		x1, y1, x2, y2 = x2, y2, x1, y1
	}
	dx, dy := x2-x1, y2-y1
	for row := max((y1-1)>>7, 0); row <= min(y2>>7, int64(b.Height)-1); row++ {
		lo, hi := min(x1, x2), max(x1, x2)
		if dy > 0 {
			// The part of the line within the row, including the edges.
			from := dx * (max(y1, row*BlockUnits) - y1)
			to := dx * (min(y2, (row+1)*BlockUnits) - y1)
			lo, hi = x1+floorDiv(min(from, to), dy), x1-floorDiv(-max(from, to), dy)
		}
		first, last := max((lo-1)>>7, 0), min(hi>>7, int64(b.Width)-1)
		for col := first; col <= last; col++ {
			visit(int32(row*int64(b.Width) + col))
		}
	}
}

// blockUnits returns the distance of v from a blockmap's origin in whole map units.
func blockUnits(v, origin fixed.Fixed) int64 {
	return int64(v>>fixed.Bits) - int64(origin>>fixed.Bits)
}

// floorDiv returns a / b for positive b, rounded down.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
