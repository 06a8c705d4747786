package level

import "doomhost/engine/fixed"

// maxRadius is the distance by which a sector's blocks reach past its lines, because
// things in the sector may be half outside.
const maxRadius = 32 * fixed.Unit

// grow widens the box to cover o too.
func (b *Box) grow(o *Box) {
	b.Top, b.Bottom = max(b.Top, o.Top), min(b.Bottom, o.Bottom)
	b.Left, b.Right = min(b.Left, o.Left), max(b.Right, o.Right)
}

// groupLines gives each sector its lines and the values derived from their positions. It
// returns the total number of entries.
func (l *loader) groupLines() (entries int) {
	count := make([]int32, len(l.Sectors))
	l.eachSide(func(sector, line int32) {
		count[sector]++
		entries++
	})
	lists := make([]int32, entries)
	boxes := make([]Box, len(l.Sectors))
	for i := range l.Sectors {
		n := count[i]
		l.Sectors[i].Lines, lists = lists[:0:n], lists[n:]
		boxes[i] = Box{Top: fixed.Min, Bottom: fixed.Max, Left: fixed.Max, Right: fixed.Min}
	}
	l.eachSide(func(sector, line int32) {
		s := &l.Sectors[sector]
		s.Lines = append(s.Lines, line)
		boxes[sector].grow(&l.Lines[line].Box)
	})
	for i := range l.Sectors {
		l.placeSector(&l.Sectors[i], &boxes[i])
	}
	return entries
}

// eachSide visits the sectors on both sides of the lines, in map order. A line with the
// same sector on both sides counts once.
func (l *loader) eachSide(visit func(sector, line int32)) {
	for i := range l.Lines {
		front, back := l.Lines[i].Front, l.Lines[i].Back
		if front >= 0 {
			visit(front, int32(i))
		}
		if back >= 0 && back != front {
			visit(back, int32(i))
		}
	}
}

func (l *loader) placeSector(s *Sector, box *Box) {
	if len(s.Lines) == 0 {
		s.BlockBox = [4]int32{-1, 0, 0, -1}
		return
	}
	s.SoundX, s.SoundY = (box.Right+box.Left)/2, (box.Top+box.Bottom)/2
	b := &l.Blockmap
	s.BlockBox = [4]int32{
		min(int32((box.Top-b.OriginY+maxRadius)>>BlockShift), b.Height-1),
		max(int32((box.Bottom-b.OriginY-maxRadius)>>BlockShift), 0),
		max(int32((box.Left-b.OriginX-maxRadius)>>BlockShift), 0),
		min(int32((box.Right-b.OriginX+maxRadius)>>BlockShift), b.Width-1),
	}
}
