package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// sight is a line of sight that is being followed: from an eye to the whole
// height of a body, as slopes that narrow at each window on the way.
type sight struct {
	trace                 level.Divline
	endX, endY            fixed.Fixed
	eyeZ                  fixed.Fixed
	topSlope, bottomSlope fixed.Fixed
}

// sightStack bounds the walk through the BSP tree: what waits is at most one
// branch for each level of the tree. A deeper tree (no map that is built by
// halves has one) falls back to recursion.
const sightStack = 64

// checkSight says whether a sees any part of b.
func (g *Game) checkSight(a, b *Mobj) bool {
	from, to := g.lv.Subsectors[a.Subsector].Sector, g.lv.Subsectors[b.Subsector].Sector
	pair := uint32(from)*uint32(len(g.lv.Sectors)) + uint32(to)
	if reject := g.lv.Reject; pair>>3 < uint32(len(reject)) && reject[pair>>3]&(1<<(pair&7)) != 0 {
		return false
	}
	s := &g.sight
	s.trace = level.Divline{X: a.X, Y: a.Y, DX: b.X - a.X, DY: b.Y - a.Y}
	s.endX, s.endY = b.X, b.Y
	s.eyeZ = a.Z + a.Height - a.Height>>2
	s.topSlope = b.Z + b.Height - s.eyeZ
	s.bottomSlope = b.Z - s.eyeZ
	g.newSearch()
	if len(g.lv.Nodes) == 0 {
		return g.seeThrough(0)
	}
	return g.followSight(uint32(len(g.lv.Nodes) - 1))
}

// followSight walks all leaves below a node that the line of sight goes
// through; false: one of them ends it. In which order they come does not
// matter: each only narrows the slopes.
func (g *Game) followSight(node uint32) bool {
	var stack [sightStack]uint32
	n := 0
	s := &g.sight
	for {
		for node&level.NodeLeaf == 0 {
			nd := &g.lv.Nodes[node]
			split := level.Divline{X: nd.X, Y: nd.Y, DX: nd.DX, DY: nd.DY}
			start := level.DivlineSide(s.trace.X, s.trace.Y, &split)
			end := level.DivlineSide(s.endX, s.endY, &split)
			if start == sideOn {
				start = sideFront
			}
			if start != end {
				far := nd.Child[start^1]
				if n == sightStack {
					if !g.followSight(far) {
						return false
					}
				} else {
					stack[n] = far
					n++
				}
			}
			node = nd.Child[start]
		}
		if !g.seeThrough(node &^ level.NodeLeaf) {
			return false
		}
		if n == 0 {
			return true
		}
		n--
		node = stack[n]
	}
}

// seeThrough narrows the slopes by the lines of a subsector that the line of
// sight crosses; false: nothing is seen behind them.
func (g *Game) seeThrough(subsector uint32) bool {
	s := &g.sight
	search := g.validCount
	ss := &g.lv.Subsectors[subsector]
	segs := g.lv.Segs[ss.FirstSeg : ss.FirstSeg+ss.NumSegs]
	for i := range segs {
		line := segs[i].Line
		if g.lineMark[line] == search {
			continue
		}
		g.lineMark[line] = search
		l := &g.lv.Lines[line]
		t := &s.trace
		if level.DivlineSide(l.V1.X, l.V1.Y, t) == level.DivlineSide(l.V2.X, l.V2.Y, t) {
			continue
		}
		d := level.Divline{X: l.V1.X, Y: l.V1.Y, DX: l.V2.X - l.V1.X, DY: l.V2.Y - l.V1.Y}
		if level.DivlineSide(t.X, t.Y, &d) == level.DivlineSide(s.endX, s.endY, &d) {
			continue
		}
		if l.Back < 0 || l.Flags&level.LineTwoSided == 0 {
			return false
		}
		f, b := &g.Sectors[l.Front], &g.Sectors[l.Back]
		if f.FloorHeight == b.FloorHeight && f.CeilingHeight == b.CeilingHeight {
			continue
		}
		top := min(f.CeilingHeight, b.CeilingHeight)
		bottom := max(f.FloorHeight, b.FloorHeight)
		if bottom >= top {
			return false
		}
		frac := crossFraction(t, &d)
		if f.FloorHeight != b.FloorHeight {
			s.bottomSlope = max(s.bottomSlope, fixed.Div(bottom-s.eyeZ, frac))
		}
		if f.CeilingHeight != b.CeilingHeight {
			s.topSlope = min(s.topSlope, fixed.Div(top-s.eyeZ, frac))
		}
		if s.topSlope <= s.bottomSlope {
			return false
		}
	}
	return true
}
