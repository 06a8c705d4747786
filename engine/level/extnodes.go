package level

import (
	"doomhost/engine/fixed"
)

// Magic numbers of node formats for maps too large for vanilla's.
const (
	magicDeep = "xNd4" // DeePBSP
	magicXnod = "XNOD" // ZDoom, plain
)

// treeFormat returns the magic number of an extended format, "" for vanilla's.
func treeFormat(nodes, subsectors []byte) string {
	for _, data := range [2][]byte{nodes, subsectors} {
		if len(data) < 4 {
			continue
		}
		switch mark := string(data[:4]); mark {
		case magicDeep, magicXnod, "ZNOD", "XGLN", "ZGLN", "XGL2", "ZGL2", "XGL3", "ZGL3":
			return mark
		}
	}
	return ""
}

// readDeepTree reads DeePBSP's format: vanilla's records with 32-bit indices, with the
// nodes after 8 bytes of magic number.
//
//	seg       4 + 4 vertexes, 2 angle, 2 line, 2 side of the line, 2 offset
//	subsector 2 number of segs, 4 first seg
//	node      2 x, 2 y, 2 dx, 2 dy, 8 + 8 boxes, 4 + 4 children
func (l *loader) readDeepTree(nodes []byte) error {
	const segSize, subsectorSize, nodeSize, mark = 16, 6, 32, 8

	l.reading = lumpSegs
	data := l.data(lumpSegs)
	n, err := l.count(data, segSize)
	if err != nil {
		return err
	}
	l.Segs = make([]Seg, n)
	for i := range l.Segs {
		d := data[segSize*i:]
		l.Segs[i].Angle = fixed.Angle(u16(d[8:])) << fixed.Bits
		l.Segs[i].Offset = units(d[14:])
		if err := l.placeSeg(i, u32(d), u32(d[4:]), u16(d[10:]), u16(d[12:])); err != nil {
			return err
		}
	}

	l.reading = lumpSubsectors
	data = l.data(lumpSubsectors)
	if n, err = l.count(data, subsectorSize); err != nil {
		return err
	}
	l.Subsectors = make([]Subsector, n)
	for i := range l.Subsectors {
		d := data[subsectorSize*i:]
		l.Subsectors[i] = Subsector{NumSegs: int32(u16(d)), FirstSeg: int32(u32(d[2:]))}
	}

	l.reading = lumpNodes
	nodes = nodes[min(mark, len(nodes)):]
	l.Nodes = make([]Node, len(nodes)/nodeSize)
	for i := range l.Nodes {
		l.Nodes[i].readWide(nodes[nodeSize*i:])
	}
	return nil
}

// readWide reads a node with 32-bit children.
func (n *Node) readWide(d []byte) {
	n.readSplit(d)
	n.Child = [2]uint32{u32(d[24:]), u32(d[28:])}
}

// readXnodTree reads ZDoom's plain extended nodes, all in one lump.
//
//	4 mark, 4 number of old vertexes, 4 number of new ones, each 4 x, 4 y (16.16)
//	4 number of subsectors, each 4 number of segs
//	4 number of segs, each 4 + 4 vertexes, 2 line, 1 side of the line
//	4 number of nodes, each as in DeePBSP's format
func (l *loader) readXnodTree(data []byte) error {
	const segSize, nodeSize = 11, 32
	r := records{data: data[4:]}
	old := r.number()
	extra := r.array(8)
	subsectors := r.array(4)
	segs := r.array(segSize)
	nodes := r.array(nodeSize)
	if r.short {
		return l.fail("is cut off")
	}
	if int64(old) > int64(len(l.Vertices)) {
		return l.fail("counts more vertexes than the map has")
	}

	l.Vertices = l.Vertices[:old:old]
	for ; len(extra) > 0; extra = extra[8:] {
		l.Vertices = append(l.Vertices, Vertex{fixed.Fixed(u32(extra)), fixed.Fixed(u32(extra[4:]))})
	}
	for i := range l.Lines {
		if n := int32(len(l.Vertices)); l.Lines[i].V1Index >= n || l.Lines[i].V2Index >= n {
			return l.fail("leaves out vertexes that lines need")
		}
	}
	l.Subsectors = make([]Subsector, len(subsectors)/4)
	first := int64(0)
	for i := range l.Subsectors {
		count := u32(subsectors[4*i:])
		if first+int64(count) > int64(len(segs)/segSize) {
			return l.failAt("subsector", i, "names segs that are not there")
		}
		l.Subsectors[i] = Subsector{FirstSeg: int32(first), NumSegs: int32(count)}
		first += int64(count)
	}
	l.Segs = make([]Seg, len(segs)/segSize)
	for i := range l.Segs {
		d := segs[segSize*i:]
		if err := l.placeSeg(i, u32(d), u32(d[4:]), u16(d[8:]), uint16(d[10])); err != nil {
			return err
		}
		l.measureSeg(&l.Segs[i], d[10] == 1)
	}
	l.Nodes = make([]Node, len(nodes)/nodeSize)
	for i := range l.Nodes {
		l.Nodes[i].readWide(nodes[nodeSize*i:])
	}
	return nil
}

// measureSeg computes a seg's angle and its offset along its line, which the format
// omits.
func (l *loader) measureSeg(s *Seg, back bool) {
	s.Angle = fixed.PointToAngle(s.V2.X-s.V1.X, s.V2.Y-s.V1.Y)
	from := l.Lines[s.Line].V1
	if back {
		from = l.Lines[s.Line].V2
	}
	dx, dy := int64(s.V1.X)-int64(from.X), int64(s.V1.Y)-int64(from.Y)
	s.Offset = fixed.Fixed(root(dx, dy))
}

// root returns the length of the vector, rounded down.
func root(dx, dy int64) int64 {
	// Halving makes the sum of the squares fit.
	dx, dy = dx/2, dy/2
	square := uint64(dx*dx) + uint64(dy*dy)
	var r uint64
	for bit := uint64(1) << 31; bit > 0; bit >>= 1 {
		if t := r | bit; t*t <= square {
			r = t
		}
	}
	return int64(2 * r)
}

// records takes counted arrays off the front of a lump.
type records struct {
	data  []byte
	short bool
}

func (r *records) number() uint32 {
	if len(r.data) < 4 {
		r.short = true
		return 0
	}
	n := u32(r.data)
	r.data = r.data[4:]
	return n
}

// array takes a count and that many records of size bytes.
func (r *records) array(size int) []byte {
	n := int64(r.number()) * int64(size)
	if r.short || n > int64(len(r.data)) {
		r.short = true
		return nil
	}
	a := r.data[:n:n]
	r.data = r.data[n:]
	return a
}
