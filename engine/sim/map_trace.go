package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// intercept is where a path crosses a line or a thing: id is a line's index, or
// an arena slot with thingIntercept set.
type intercept struct {
	frac fixed.Fixed // of the path's length
	id   uint32
}

const thingIntercept uint32 = 1 << 31

// maxPathBlocks is the largest number of blocks that a path may cross.
const maxPathBlocks = 64

// tracePath finds the lines, and on demand the things, that the path between two points
// crosses. nextIntercept returns them, nearest first; g.trace is the path as traced.
func (g *Game) tracePath(x1, y1, x2, y2 fixed.Fixed, things bool) {
	const blockMask = level.BlockUnits<<fixed.Bits - 1
	const toBlocks = level.BlockShift - fixed.Bits // 16.16 map units to 16.16 blocks
	bm, blocks := &g.blocks, &g.lv.Blockmap
	search := g.newSearch()
	g.intercepts = g.intercepts[:0]

	// A path along the border of two blocks would miss lines.
	if (x1-bm.originX)&blockMask == 0 {
		x1 += fixed.Unit
	}
	if (y1-bm.originY)&blockMask == 0 {
		y1 += fixed.Unit
	}
	g.trace = level.Divline{X: x1, Y: y1, DX: x2 - x1, DY: y2 - y1}
	x1, y1 = x1-bm.originX, y1-bm.originY
	x2, y2 = x2-bm.originX, y2-bm.originY
	bx, by := int32(x1>>level.BlockShift), int32(y1>>level.BlockShift)
	endX, endY := int32(x2>>level.BlockShift), int32(y2>>level.BlockShift)

	stepX, partX, slopeY := pathSteps(x1>>toBlocks, bx, endX, y2-y1, x2-x1)
	atY := y1>>toBlocks + fixed.Mul(partX, slopeY)
	stepY, partY, slopeX := pathSteps(y1>>toBlocks, by, endY, x2-x1, y2-y1)
	atX := x1>>toBlocks + fixed.Mul(partY, slopeX)

	for range maxPathBlocks {
		if uint32(bx) < uint32(bm.width) && uint32(by) < uint32(bm.height) {
			b := by*bm.width + bx
			g.crossLines(blocks.Lines[blocks.First[b]:blocks.First[b+1]], search)
			if things {
				g.crossThings(g.BlockLinks[b])
			}
		}
		if bx == endX && by == endY {
			return
		}
		if int32(atY>>fixed.Bits) == by {
			atY += slopeY
			bx += stepX
		} else if int32(atX>>fixed.Bits) == bx {
			atX += slopeX
			by += stepY
		}
	}
}

// pathSteps returns a path's progress along one axis: the step from block to block, the
// part of a block up to the first border, and the distance along the other axis for each
// block.
func pathSteps(start fixed.Fixed, from, to int32, other, along fixed.Fixed) (step int32, part, slope fixed.Fixed) {
	switch {
	case to > from:
		return 1, fixed.Unit - start&(fixed.Unit-1), fixed.Div(other, absFixed(along))
	case to < from:
		return -1, start & (fixed.Unit - 1), fixed.Div(other, absFixed(along))
	}
	return 0, fixed.Unit, 256 * fixed.Unit
}

// crossLines adds the lines of a block that g.trace crosses.
func (g *Game) crossLines(lines []int32, search uint32) {
	t := g.trace
	const short = 16 * fixed.Unit
	long := t.DX > short || t.DY > short || t.DX < -short || t.DY < -short
	for _, line := range lines {
		if g.lineMark[line] == search {
			continue
		}
		g.lineMark[line] = search
		l := &g.lv.Lines[line]
		if long {
			if level.PointOnDivlineSide(l.V1.X, l.V1.Y, &t) == level.PointOnDivlineSide(l.V2.X, l.V2.Y, &t) {
				continue
			}
		} else if level.PointOnLineSide(t.X, t.Y, l) == level.PointOnLineSide(t.X+t.DX, t.Y+t.DY, l) {
			continue
		}
		d := l.Divline()
		if frac := crossFraction(&t, &d); frac >= 0 {
			g.addIntercept(intercept{frac, uint32(line)})
		}
	}
}

// crossThings adds the shootable things of a block that g.trace crosses. A thing counts as the
// diagonal of its box that lies across the path.
func (g *Game) crossThings(head uint32) {
	t := g.trace
	rising := t.DX^t.DY > 0
	for i := head; i != 0; {
		m := g.mobjs.at(i)
		if m.Flags&info.FlagShootable == 0 {
			i = m.BNext
			continue
		}
		r := m.Radius
		d := level.Divline{X: m.X - r, Y: m.Y - r}
		x2, y2 := m.X+r, m.Y+r
		if rising {
			d.Y, y2 = y2, d.Y
		}
		if level.PointOnDivlineSide(d.X, d.Y, &t) != level.PointOnDivlineSide(x2, y2, &t) {
			d.DX, d.DY = x2-d.X, y2-d.Y
			if frac := crossFraction(&t, &d); frac >= 0 {
				g.addIntercept(intercept{frac, i | thingIntercept})
			}
		}
		i = m.BNext
	}
}

func (g *Game) addIntercept(i intercept) {
	g.intercepts = append(g.intercepts, i)
	if g.Overruns && len(g.intercepts) > interceptRoom {
		g.overrunIntercepts()
	}
}

// nextIntercept takes the nearest remaining intercept, the first found among equals. It
// returns nil if none is left within the path.
func (g *Game) nextIntercept() *intercept {
	best, nearest := -1, fixed.Max
	for i := range g.intercepts {
		if f := g.intercepts[i].frac; f < nearest {
			best, nearest = i, f
		}
	}
	if best < 0 || nearest > fixed.Unit {
		return nil
	}
	h := g.intercepts[best]
	g.taken = h
	g.intercepts[best].frac = fixed.Max
	return &g.taken
}
