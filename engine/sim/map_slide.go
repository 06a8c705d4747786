package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// slideBack is the distance before a wall at which a slide stops, as a fraction of the
// move.
const slideBack fixed.Fixed = 0x800

// slideMove moves m along the wall that stopped it: up to the nearest wall, and for the
// rest of the move along that wall. It tries that three times at most, and then moves
// straight along one axis.
func (g *Game) slideMove(m *Mobj) {
	for try := 1; try < 3; try++ {
		leadX, trailX := m.X-m.Radius, m.X+m.Radius
		if m.MomX > 0 {
			leadX, trailX = trailX, leadX
		}
		leadY, trailY := m.Y-m.Radius, m.Y+m.Radius
		if m.MomY > 0 {
			leadY, trailY = trailY, leadY
		}
		g.slideFrac, g.slideLine = fixed.Unit+1, -1
		g.traceSlide(m, leadX, leadY)
		g.traceSlide(m, trailX, leadY)
		g.traceSlide(m, leadX, trailY)
		if g.slideLine < 0 {
			break // the wall is met with the middle
		}

		g.slideFrac -= slideBack
		if g.slideFrac > 0 {
			if !g.tryMove(m, m.X+fixed.Mul(m.MomX, g.slideFrac), m.Y+fixed.Mul(m.MomY, g.slideFrac)) {
				break
			}
		}
		rest := min(fixed.Unit-(g.slideFrac+slideBack), fixed.Unit)
		if rest <= 0 {
			return
		}
		alongX, alongY := turnAlong(m, &g.lv.Lines[g.slideLine], fixed.Mul(m.MomX, rest), fixed.Mul(m.MomY, rest))
		g.setMomXY(m, alongX, alongY)
		if g.tryMove(m, m.X+m.MomX, m.Y+m.MomY) {
			return
		}
	}
	if !g.tryMove(m, m.X, m.Y+m.MomY) {
		g.tryMove(m, m.X+m.MomX, m.Y)
	}
}

// traceSlide looks from a corner of m along its momentum for the first wall that stops
// it, and keeps the wall in g.slideFrac and g.slideLine if it is the nearest so far.
func (g *Game) traceSlide(m *Mobj, x, y fixed.Fixed) {
	g.tracePath(x, y, x+m.MomX, y+m.MomY, false)
	for hit := g.nextIntercept(); hit != nil; hit = g.nextIntercept() {
		l := &g.lv.Lines[hit.id]
		if !g.stopsSlide(m, l) {
			continue
		}
		if hit.frac < g.slideFrac {
			g.slideFrac, g.slideLine = hit.frac, int32(hit.id)
		}
		return
	}
}

// stopsSlide reports whether l stops m.
func (g *Game) stopsSlide(m *Mobj, l *level.Line) bool {
	if l.Flags&level.LineTwoSided == 0 {
		return level.PointOnLineSide(m.X, m.Y, l) == sideFront // its back is not hit
	}
	g.lineOpening(l)
	o := &g.opening
	return o.height < m.Height || o.top-m.Z < m.Height || o.bottom-m.Z > maxStep
}

// turnAlong returns the part of m's move that goes along l.
func turnAlong(m *Mobj, l *level.Line, dx, dy fixed.Fixed) (alongX, alongY fixed.Fixed) {
	switch l.Slope {
	case level.SlopeHorizontal:
		return dx, 0
	case level.SlopeVertical:
		return 0, dy
	}
	wall := fixed.PointToAngle(l.DX, l.DY)
	if level.PointOnLineSide(m.X, m.Y, l) == sideBack {
		wall += fixed.Ang180
	}
	turn := fixed.PointToAngle(dx, dy) - wall
	if turn > fixed.Ang180 {
		turn += fixed.Ang180
	}
	length := fixed.Mul(approxDistance(dx, dy), fixed.Cos(turn))
	return fixed.Mul(length, fixed.Cos(wall)), fixed.Mul(length, fixed.Sin(wall))
}
