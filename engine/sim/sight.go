package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// sight is a line of sight in progress: from an eye to the full height of a body, as
// slopes that narrow at each opening on the way.
type sight struct {
	trace                 level.Divline
	endX, endY            fixed.Fixed
	eyeZ                  fixed.Fixed
	topSlope, bottomSlope fixed.Fixed

	// The trace in whole units: its direction, and the offset that makes a vertex
	// relative to its start. A trace along an axis follows other rules.
	dx, dy, offX, offY int16
	onAxis             bool
}

// sightStack bounds the walk through the BSP tree, which keeps at most one pending branch
// for each level. Deeper trees (no reasonably balanced map has one) fall back to
// recursion.
const sightStack = 64

// begin starts to follow the line d.
func (s *sight) begin(d level.Divline) {
	s.trace = d
	s.endX, s.endY = d.X+d.DX, d.Y+d.DY
	s.dx, s.dy = units(d.DX), units(d.DY)
	s.offX, s.offY = units(-d.X), units(-d.Y)
	s.onAxis = d.DX == 0 || d.DY == 0
}

// axisSide does what level.DivlineSide does, for a vertex and a line of sight along an
// axis.
func (s *sight) axisSide(x, y int16) int {
	return level.DivlineSide(fixed.Fixed(x)<<fixed.Bits, fixed.Fixed(y)<<fixed.Bits, &s.trace)
}

// checkSight reports whether a sees any part of b.
func (g *Game) checkSight(a, b *Mobj) bool {
	from, to := g.lv.Subsectors[a.Subsector].Sector, g.lv.Subsectors[b.Subsector].Sector
	pair := uint32(from)*uint32(len(g.lv.Sectors)) + uint32(to)
	if reject := g.lv.Reject; pair>>3 < uint32(len(reject)) && reject[pair>>3]&(1<<(pair&7)) != 0 {
		return false
	}
	s := &g.sight
	s.begin(level.Divline{X: a.X, Y: a.Y, DX: b.X - a.X, DY: b.Y - a.Y})
	s.eyeZ = a.Z + a.Height - a.Height>>2
	s.topSlope = b.Z + b.Height - s.eyeZ
	s.bottomSlope = b.Z - s.eyeZ
	if n := len(g.lv.Nodes); n > 0 {
		return g.followSight(uint32(n - 1))
	}
	return g.seeThrough(0)
}

// followSight visits all leaves below a node that the line of sight crosses. It returns
// false if one of them blocks the sight. Their order does not matter, because each only
// narrows the slopes.
func (g *Game) followSight(node uint32) bool {
	var stack [sightStack]uint32
	n := 0
	nodes := g.stage.sight.nodes
	x, y, endX, endY := g.sight.trace.X, g.sight.trace.Y, g.sight.endX, g.sight.endY
	for {
		for node&level.NodeLeaf == 0 {
			nd := &nodes[node]
			start := unitSide(x, y, nd.x, nd.y, nd.dx, nd.dy)
			end := unitSide(endX, endY, nd.x, nd.y, nd.dx, nd.dy)
			if start == sideOn {
				start = sideFront
			}
			if start != end {
				far := nd.child[start^1]
				if n == sightStack {
					if !g.followSight(far) {
						return false
					}
				} else {
					stack[n] = far
					n++
				}
			}
			node = nd.child[start]
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

// seeThrough narrows the slopes by the lines of a subsector that the line of sight
// crosses. It returns false if nothing is visible behind them. A line met again in
// another subsector changes nothing.
func (g *Game) seeThrough(subsector uint32) bool {
	s := &g.sight
	m := &g.stage.sight
	lines := m.lines[m.first[subsector]:m.first[subsector+1]]
	dirX, dirY, offX, offY, onAxis := int64(s.dx), int64(s.dy), s.offX, s.offY, s.onAxis
	for i := range lines {
		sl := &lines[i]
		if onAxis {
			if s.axisSide(sl.x1, sl.y1) == s.axisSide(sl.x2, sl.y2) {
				continue
			}
		} else {
			// The signs of a and b are the sides of the two ends.
			a := dirY*int64(sl.x1+offX) - dirX*int64(sl.y1+offY)
			b := dirY*int64(sl.x2+offX) - dirX*int64(sl.y2+offY)
			if a^b >= 0 && (a == 0) == (b == 0) {
				continue
			}
		}
		dx, dy := sl.x2-sl.x1, sl.y2-sl.y1
		if unitSide(s.trace.X, s.trace.Y, sl.x1, sl.y1, dx, dy) == unitSide(s.endX, s.endY, sl.x1, sl.y1, dx, dy) {
			continue
		}
		if !g.seePast(&g.lv.Lines[sl.line]) {
			return false
		}
	}
	return true
}

// seePast narrows the slopes by a line that the line of sight crosses. It returns false
// if nothing is visible behind it.
func (g *Game) seePast(l *level.Line) bool {
	if l.Back < 0 || l.Flags&level.LineTwoSided == 0 {
		return false
	}
	f, b := &g.Sectors[l.Front], &g.Sectors[l.Back]
	if f.FloorHeight == b.FloorHeight && f.CeilingHeight == b.CeilingHeight {
		return true
	}
	top := min(f.CeilingHeight, b.CeilingHeight)
	bottom := max(f.FloorHeight, b.FloorHeight)
	if bottom >= top {
		return false
	}
	s := &g.sight
	d := l.Divline()
	frac := crossFraction(&s.trace, &d)
	if f.FloorHeight != b.FloorHeight {
		s.bottomSlope = max(s.bottomSlope, fixed.Div(bottom-s.eyeZ, frac))
	}
	if f.CeilingHeight != b.CeilingHeight {
		s.topSlope = min(s.topSlope, fixed.Div(top-s.eyeZ, frac))
	}
	return s.topSlope > s.bottomSlope
}
