package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// sightMap holds the parts of a level's tree and lines that lines of sight need, close
// together in memory, because waiting monsters spend most of their time on sight checks.
// Its coordinates are whole map units, as on the map.
type sightMap struct {
	nodes []sightNode
	first []int32 // first[i] to first[i+1] bound subsector i's lines
	lines []sightLine
}

type sightNode struct {
	x, y, dx, dy int16
	child        [2]uint32 // as in level.Node
}

type sightLine struct {
	x1, y1, x2, y2 int16
	line           int32
}

func newSightMap(lv *level.Level) sightMap {
	m := sightMap{
		nodes: make([]sightNode, len(lv.Nodes)),
		first: make([]int32, 0, len(lv.Subsectors)+1),
		lines: make([]sightLine, 0, len(lv.Segs)),
	}
	for i := range m.nodes {
		n := &lv.Nodes[i]
		m.nodes[i] = sightNode{units(n.X), units(n.Y), units(n.DX), units(n.DY), n.Child}
	}
	for i := range lv.Subsectors {
		ss := &lv.Subsectors[i]
		from := len(m.lines)
		m.first = append(m.first, int32(from))
		for s := ss.FirstSeg; s < ss.FirstSeg+ss.NumSegs; s++ {
			m.addLine(lv, lv.Segs[s].Line, from)
		}
	}
	m.first = append(m.first, int32(len(m.lines)))
	return m
}

// addLine adds a line to the subsector whose lines begin at from, once. A line
// that has the same sector on both sides hides nothing, however it moves.
func (m *sightMap) addLine(lv *level.Level, line int32, from int) {
	l := &lv.Lines[line]
	if l.Front == l.Back && l.Flags&level.LineTwoSided != 0 {
		return
	}
	for i := from; i < len(m.lines); i++ {
		if m.lines[i].line == line {
			return
		}
	}
	m.lines = append(m.lines, sightLine{units(l.V1.X), units(l.V1.Y), units(l.V2.X), units(l.V2.Y), line})
}

// units returns a in whole map units, rounded down.
func units(a fixed.Fixed) int16 { return int16(a >> fixed.Bits) }

// unitSide does what level.DivlineSide does, for a line through (lx, ly) in whole units.
func unitSide(x, y fixed.Fixed, lx, ly, dx, dy int16) int {
	if dx == 0 {
		lx := fixed.Fixed(lx) << fixed.Bits
		if x == lx {
			return sideOn
		}
		if x < lx && dy > 0 || x > lx && dy < 0 {
			return sideBack
		}
		return sideFront
	}
	if dy == 0 {
		ly := fixed.Fixed(ly) << fixed.Bits
		if x == ly { // not y: Doom's own bug
			return sideOn
		}
		if (y <= ly) == (dx < 0) {
			return sideBack
		}
		return sideFront
	}
	front, back := int32(dy)*int32(units(x)-lx), int32(units(y)-ly)*int32(dx)
	if back < front {
		return sideFront
	}
	if back == front {
		return sideOn
	}
	return sideBack
}
