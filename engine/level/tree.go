package level

import (
	"strconv"

	"doomhost/engine/fixed"
)

// readTree reads NODES, SEGS and SSECTORS together: node builders use formats other than
// vanilla's, marked in one of the lumps.
func (l *loader) readTree(nodes []byte) error {
	format := treeFormat(nodes, l.data(lumpSubsectors))
	var err error
	switch format {
	case "":
		err = l.readVanillaTree(nodes)
	case magicDeep:
		err = l.readDeepTree(nodes)
	case magicXnod:
		err = l.readXnodTree(nodes)
	default:
		return l.fail("is in the extended format " + format + ", which is not supported: " +
			"build the map's nodes in vanilla's, DeePBSP's or the XNOD format")
	}
	if err != nil {
		return err
	}
	return l.finishTree()
}

func (l *loader) readVanillaTree(nodes []byte) error {
	l.reading = lumpSegs
	if err := l.readSegs(l.data(lumpSegs)); err != nil {
		return err
	}
	l.reading = lumpSubsectors
	if err := l.readSubsectors(l.data(lumpSubsectors)); err != nil {
		return err
	}
	l.reading = lumpNodes
	return l.readNodes(nodes)
}

// unbuilt is the fault of a lump that a map editor saved without building nodes.
const unbuilt = "is empty or missing: run a node builder over the map"

// countBuilt is count for a lump that a node builder makes.
func (l *loader) countBuilt(data []byte, size int) (int, error) {
	if len(data) < size {
		return 0, l.fail(unbuilt)
	}
	return len(data) / size, nil
}

// readSegs: 2 + 2 vertexes, 2 angle, 2 line, 2 side of the line, 2 offset.
func (l *loader) readSegs(data []byte) error {
	const size = 12
	n, err := l.countBuilt(data, size)
	if err != nil {
		return err
	}
	l.Segs = make([]Seg, n)
	for i := range l.Segs {
		d := data[size*i:]
		l.Segs[i].Angle = fixed.Angle(u16(d[4:])) << fixed.Bits
		l.Segs[i].Offset = units(d[10:])
		if err := l.placeSeg(i, uint32(u16(d)), uint32(u16(d[2:])), u16(d[6:]), u16(d[8:])); err != nil {
			return err
		}
	}
	return nil
}

// placeSeg checks and sets the references of seg i.
func (l *loader) placeSeg(i int, v1, v2 uint32, line, side uint16) error {
	if int64(v1) >= int64(len(l.Vertices)) || int64(v2) >= int64(len(l.Vertices)) {
		return l.failAt("seg", i, "names a vertex that is not there")
	}
	if int(line) >= len(l.Lines) {
		return l.failAt("seg", i, "names line "+strconv.Itoa(int(line))+", which is not there")
	}
	ld := &l.Lines[line]
	if side > 1 || ld.Side[side] < 0 {
		return l.failAt("seg", i, "names a side that line "+strconv.Itoa(int(line))+" does not have")
	}
	s := &l.Segs[i]
	s.V1, s.V2 = l.Vertices[v1], l.Vertices[v2]
	s.Line, s.Side = int32(line), ld.Side[side]
	s.Front, s.Back = l.Sides[s.Side].Sector, -1
	if ld.Flags&LineTwoSided != 0 {
		if other := ld.Side[side^1]; other >= 0 {
			s.Back = l.Sides[other].Sector
		}
	}
	return nil
}

// readSubsectors: 2 number of segs, 2 first seg.
func (l *loader) readSubsectors(data []byte) error {
	n, err := l.countBuilt(data, 4)
	if err != nil {
		return err
	}
	l.Subsectors = make([]Subsector, n)
	for i := range l.Subsectors {
		d := data[4*i:]
		l.Subsectors[i] = Subsector{NumSegs: int32(u16(d)), FirstSeg: int32(u16(d[2:]))}
	}
	return nil
}

// readNodes: 2 x, 2 y, 2 dx, 2 dy, 8 + 8 boxes, 2 + 2 children.
func (l *loader) readNodes(data []byte) error {
	const size = 28
	const leaf = 0x8000
	l.Nodes = make([]Node, len(data)/size)
	for i := range l.Nodes {
		d := data[size*i:]
		n := &l.Nodes[i]
		n.readSplit(d)
		for j := range n.Child {
			child := u16(d[24+2*j:])
			n.Child[j] = uint32(child &^ leaf)
			if child&leaf != 0 {
				n.Child[j] |= NodeLeaf
			}
		}
	}
	return nil
}

// readSplit reads the part of a node that all formats share: its line and boxes.
func (n *Node) readSplit(d []byte) {
	n.X, n.Y, n.DX, n.DY = units(d), units(d[2:]), units(d[4:]), units(d[6:])
	for j := range n.Box {
		b := d[8+8*j:]
		n.Box[j] = Box{Top: units(b), Bottom: units(b[2:]), Left: units(b[4:]), Right: units(b[6:])}
	}
}

// finishTree checks that subsectors and nodes are consistent, and prepares the walk of
// PointInSubsector.
func (l *loader) finishTree() error {
	l.reading = lumpSubsectors
	for i := range l.Subsectors {
		s := &l.Subsectors[i]
		if s.NumSegs < 1 || int64(s.FirstSeg)+int64(s.NumSegs) > int64(len(l.Segs)) || s.FirstSeg < 0 {
			return l.failAt("subsector", i, "has no segs, or names some that are not there")
		}
		s.Sector = l.Segs[s.FirstSeg].Front
	}
	l.reading = lumpNodes
	l.walk.root = NodeLeaf
	if len(l.Nodes) == 0 {
		if len(l.Subsectors) != 1 {
			return l.fail(unbuilt)
		}
		return nil
	}
	l.walk.root = uint32(len(l.Nodes) - 1)
	for i := range l.Nodes {
		n := &l.Nodes[i]
		for _, child := range n.Child {
			limit := len(l.Nodes)
			if child&NodeLeaf != 0 {
				limit = len(l.Subsectors)
			}
			if int(child&^NodeLeaf) >= limit {
				return l.failAt("node", i, "names a child that is not there")
			}
		}
	}
	l.prepareWalk()
	return l.checkTree()
}

// checkTree checks that every walk down from the root ends: no node may be reached twice.
func (l *loader) checkTree() error {
	reached := make([]bool, len(l.Nodes))
	todo := []uint32{l.walk.root}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if reached[i] {
			return l.failAt("node", int(i), "is reached in two ways: the tree is broken")
		}
		reached[i] = true
		for _, child := range l.Nodes[i].Child {
			if child&NodeLeaf == 0 {
				todo = append(todo, child)
			}
		}
	}
	return nil
}
