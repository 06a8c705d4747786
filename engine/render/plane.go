package render

import "doomhost/engine/fixed"

// plane is a floor or ceiling (Doom wiki: "Visplane"): the columns, with at most one run
// of rows in each, that show one height, flat and light.
type plane struct {
	height     fixed.Fixed
	light      int32
	pic        int16
	next       int32 // in its chain of planes.first, -1 ends it
	minX, maxX int32
	// The top and bottom row of column x are at x+1; top is noRow if the plane does not
	// show there. The columns before the first and after the last have none.
	top, bottom []uint16
}

const (
	noRow       = 0xffff
	planeChains = 128
)

// planes holds the planes of one frame and reuses their storage.
type planes struct {
	list  []*plane
	used  int
	first [planeChains]int32 // by hash, -1 is none
	empty []uint16           // noRow for each column
	sky   int16

	starts []int32 // first column of the open run of each row
}

func newPlanes(p *projection, sky int16) planes {
	ps := planes{
		empty:  make([]uint16, p.width+2),
		starts: make([]int32, p.height),
		sky:    sky,
	}
	for x := range ps.empty {
		ps.empty[x] = noRow
	}
	return ps
}

func (ps *planes) clear() {
	ps.used = 0
	for i := range ps.first {
		ps.first[i] = -1
	}
}

// add returns the next plane, empty.
func (ps *planes) add(height fixed.Fixed, pic int16, light int32) *plane {
	if ps.used == len(ps.list) {
		n := len(ps.empty)
		rows := make([]uint16, 2*n)
		ps.list = append(ps.list, &plane{top: rows[:n:n], bottom: rows[n:]})
	}
	pl := ps.list[ps.used]
	ps.used++
	pl.height, pl.pic, pl.light = height, pic, light
	pl.minX, pl.maxX = int32(len(ps.empty)), -1
	copy(pl.top, ps.empty)
	return pl
}

// find returns the frame's first plane with this height, flat and light. All sky is one
// plane.
func (ps *planes) find(height fixed.Fixed, pic int16, light int32) *plane {
	if pic == ps.sky {
		height, light = 0, 0
	}
	chain := &ps.first[uint32(int32(height>>fixed.Bits)*7+int32(pic)*3+light)%planeChains]
	for i := *chain; i >= 0; i = ps.list[i].next {
		if pl := ps.list[i]; pl.height == height && pl.pic == pic && pl.light == light {
			return pl
		}
	}
	pl := ps.add(height, pic, light)
	pl.next = *chain
	*chain = int32(ps.used - 1)
	return pl
}

// reserve returns pl, or a new plane like it if pl already uses one of the columns start
// to stop. It extends the result over those columns.
func (ps *planes) reserve(pl *plane, start, stop int32) *plane {
	for x := max(start, pl.minX); x <= min(stop, pl.maxX); x++ {
		if pl.top[x+1] != noRow {
			pl = ps.add(pl.height, pl.pic, pl.light)
			break
		}
	}
	pl.minX = min(pl.minX, start)
	pl.maxX = max(pl.maxX, stop)
	return pl
}

// mark adds rows top to bottom of column x, if there are any.
func (pl *plane) mark(x, top, bottom int32) {
	if top <= bottom {
		pl.top[x+1] = uint16(top)
		pl.bottom[x+1] = uint16(bottom)
	}
}

// drawPlanes draws all floors, ceilings and the sky.
func (r *Renderer) drawPlanes() {
	for _, pl := range r.planes.list[:r.planes.used] {
		switch {
		case pl.minX > pl.maxX:
		case pl.pic == r.planes.sky:
			r.drawSky(pl)
		default:
			r.drawPlane(pl)
		}
	}
}

// drawPlane cuts a plane into horizontal runs of pixels. A run opens at a row that the
// previous column lacks, and is drawn at the first column that lacks the row.
func (r *Renderer) drawPlane(pl *plane) {
	s := r.newSpanPen(pl)
	starts := r.planes.starts
	t1, b1 := int32(noRow), int32(0)
	for x := pl.minX; x <= pl.maxX+1; x++ {
		t2, b2 := int32(pl.top[x+1]), int32(pl.bottom[x+1])
		t, b := t2, b2 // t2 and b2 move below; the column keeps its rows
		for ; t1 < t2 && t1 <= b1; t1++ {
			s.draw(t1, starts[t1], x-1)
		}
		for ; b1 > b2 && b1 >= t1; b1-- {
			s.draw(b1, starts[b1], x-1)
		}
		for ; t2 < t1 && t2 <= b2; t2++ {
			starts[t2] = x
		}
		for ; b2 > b1 && b2 >= t2; b2-- {
			starts[b2] = x
		}
		t1, b1 = t, b
	}
}
