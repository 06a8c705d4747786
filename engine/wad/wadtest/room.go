package wadtest

// Thing is an entry of THINGS.
type Thing struct{ X, Y, Angle, Type, Options int }

// Map holds the lumps of a map.
type Map struct {
	Things, Linedefs, Sidedefs, Vertexes, Segs, Subsectors, Nodes, Sectors, Reject, Blockmap []byte
}

// AddMap appends a map. A lump that is nil stays a marker.
func (w *WAD) AddMap(name string, m *Map) {
	w.Add(name)
	w.Add("THINGS", m.Things...)
	w.Add("LINEDEFS", m.Linedefs...)
	w.Add("SIDEDEFS", m.Sidedefs...)
	w.Add("VERTEXES", m.Vertexes...)
	w.Add("SEGS", m.Segs...)
	w.Add("SSECTORS", m.Subsectors...)
	w.Add("NODES", m.Nodes...)
	w.Add("SECTORS", m.Sectors...)
	w.Add("REJECT", m.Reject...)
	w.Add("BLOCKMAP", m.Blockmap...)
}

// Room is a map of two square sectors side by side, 256 units wide each: sector 0 from
// (0, 0), sector 1 from (256, 0); floors at 0, ceilings at 128, light 160. Line 6 lies
// between them, with its front to sector 1; lines 0 to 5 are the walls. Player 1 starts
// in the middle of sector 0 and looks east; things follow it in the list.
//
//	1--1--2--2--3
//	|     |     |
//	0  0  6  1  3    vertexes at the corners, sectors inside, lines between
//	|     |     |
//	0--5--5--4--4
func Room(things ...Thing) *Map {
	m := &Map{}
	for _, t := range append([]Thing{{128, 128, 0, 1, 7}}, things...) {
		m.Things = Int16(m.Things, t.X, t.Y, t.Angle, t.Type, t.Options)
	}
	vertices := [][2]int{{0, 0}, {0, 256}, {256, 256}, {512, 256}, {512, 0}, {256, 0}}
	for _, v := range vertices {
		m.Vertexes = Int16(m.Vertexes, v[0], v[1])
	}
	for range 2 {
		m.Sectors = Int16(m.Sectors, 0, 128)
		m.Sectors = Name(Name(m.Sectors, "FLOOR1"), "CEIL1")
		m.Sectors = Int16(m.Sectors, 160, 0, 0)
	}
	const none, blocking, twoSided = -1, 1, 4
	lines := [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {5, 2}}
	for i, l := range lines {
		if i == 6 {
			m.Linedefs = Int16(m.Linedefs, l[0], l[1], twoSided, 0, 0, 6, 7)
			continue
		}
		m.Linedefs = Int16(m.Linedefs, l[0], l[1], blocking, 0, 0, i, none)
	}
	for i, sector := range []int{0, 0, 1, 1, 1, 0, 1, 0} {
		m.Sidedefs = Int16(m.Sidedefs, 0, 0)
		middle := "WALL1"
		if i >= 6 {
			middle = "-"
		}
		m.Sidedefs = Name(Name(Name(m.Sidedefs, "-"), "-"), middle)
		m.Sidedefs = Int16(m.Sidedefs, sector)
	}
	const east, north, west, south = 0, 0x4000, 0x8000, 0xc000
	for _, s := range [][4]int{ // line, side of it, first vertex, angle
		{0, 0, 0, north}, {1, 0, 1, east}, {6, 1, 2, south}, {5, 0, 5, west},
		{2, 0, 2, east}, {3, 0, 3, south}, {4, 0, 4, west}, {6, 0, 5, north},
	} {
		end := lines[s[0]][0] + lines[s[0]][1] - s[2]
		m.Segs = Int16(m.Segs, s[2], end, s[3], s[0], s[1], 0)
	}
	m.Subsectors = Int16(nil, 4, 0, 4, 4)
	m.Nodes = Int16(nil, 256, 0, 0, 256,
		256, 0, 256, 512, // box on the right
		256, 0, 0, 256,
		0x8001, 0x8000)
	m.Reject = []byte{0}
	m.Blockmap = roomBlockmap(vertices, lines, upwards)
	return m
}

// AddLines adds n lines to a Room, all in the same place along an axis, with the same
// sector on both sides. In the blockmap's lists they precede the existing lines.
func (m *Map) AddLines(n int, from, to [2]int, special, tag, sector int) {
	const twoSided = 4
	vertex, side, line := len(m.Vertexes)/4, len(m.Sidedefs)/30, len(m.Linedefs)/14
	m.Vertexes = Int16(m.Vertexes, from[0], from[1], to[0], to[1])
	m.Sidedefs = Int16(m.Sidedefs, 0, 0)
	m.Sidedefs = Int16(Name(Name(Name(m.Sidedefs, "-"), "-"), "-"), sector)
	for range n {
		m.Linedefs = Int16(m.Linedefs, vertex, vertex+1, twoSided, special, tag, side, side)
	}
	vertices := make([][2]int, vertex+2)
	for i := range vertices {
		vertices[i] = [2]int{at(m.Vertexes, 2*i), at(m.Vertexes, 2*i+1)}
	}
	lines := make([][2]int, line+n)
	for i := range lines {
		lines[i] = [2]int{at(m.Linedefs, 7*i), at(m.Linedefs, 7*i+1)}
	}
	m.Blockmap = roomBlockmap(vertices, lines, downwards)
}

// at returns number i of a lump.
func at(b []byte, i int) int { return int(int16(uint16(b[2*i]) | uint16(b[2*i+1])<<8)) }

// Move moves a Room. Make all other changes first.
func (m *Map) Move(dx, dy int) {
	shift := func(b []byte, numbers, first int) {
		for i := first; 2*i+3 < len(b); i += numbers {
			copy(b[2*i:], Int16(nil, at(b, i)+dx, at(b, i+1)+dy))
		}
	}
	shift(m.Things, 5, 0)
	shift(m.Vertexes, 2, 0)
	shift(m.Nodes, 14, 0)
	shift(m.Blockmap[:4], 2, 0)
}

// lineOrder is the order of a block's lines, by their numbers.
type lineOrder int

const (
	upwards lineOrder = iota
	downwards
)

// roomBlockmap lists the lines, which all lie along an axis.
func roomBlockmap(vertices, lines [][2]int, order lineOrder) []byte {
	const origin, width, height = -8, 5, 3
	b := Int16(nil, origin, origin, width, height)
	var lists []byte
	for y := range height {
		for x := range width {
			b = Int16(b, 4+width*height+len(lists)/2)
			lists = Int16(lists, 0)
			for i := range lines {
				if order == downwards {
					i = len(lines) - 1 - i
				}
				l := lines[i]
				v1, v2 := vertices[l[0]], vertices[l[1]]
				if spans(v1[0], v2[0], origin, x) && spans(v1[1], v2[1], origin, y) {
					lists = Int16(lists, i)
				}
			}
			lists = Int16(lists, -1)
		}
	}
	return append(b, lists...)
}

// spans reports whether a to b touches block i of a row or column.
func spans(a, b, origin, i int) bool {
	return (min(a, b)-origin)>>7 <= i && i <= (max(a, b)-origin)>>7
}

// Game returns a complete small IWAD: graphics, and a Room for each map.
func Game(maps ...string) *WAD {
	w := &WAD{}
	w.AddGraphics()
	for _, name := range maps {
		w.AddMap(name, Room())
	}
	return w
}
