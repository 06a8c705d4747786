package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// Vanilla keeps some lists in arrays of a fixed size and writes past their ends into the
// variables that follow. Recorded demos depend on the result. With Params.Overruns set, a
// game emulates these overruns as Chocolate Doom does; otherwise the lists just grow.
//
// One overrun of Chocolate Doom is missing: the player starts, which follow the
// crossings, because half of the values that it writes there are addresses of its own
// process. Neither program writes the other pointers there.

const (
	// spechitRoom is the number of special lines that vanilla has room for in one move.
	spechitRoom = 8
	// The address of vanilla's lines when the demos were recorded, and the size of a
	// line. Together they give the addresses that vanilla writes.
	linesAddress = 0x01c09c98
	lineBytes    = 62

	// interceptRoom is the number of a path's crossings that overwrite nothing.
	interceptRoom = 129

	// nextFloorRoom is the number of the higher floor around a sector that overwrites the
	// height that later floors are compared with.
	nextFloorRoom = 22
)

// overrunSpechit writes the special line added last over the variables that follow the
// list:
//
//	 9th to 12th  top, bottom, left and right of the box that is tried
//	13th          crushChange
//	14th          noFit, which then is neither true nor false: a test for true fails
//	others        nothing known, or nothing that is read
func (g *Game) overrunSpechit(line int32) {
	address := fixed.Fixed(linesAddress + lineBytes*line)
	switch len(g.spechit) {
	case spechitRoom + 1:
		g.tmBox.Top = address
	case spechitRoom + 2:
		g.tmBox.Bottom = address
	case spechitRoom + 3:
		g.tmBox.Left = address
	case spechitRoom + 4:
		g.tmBox.Right = address
	case spechitRoom + 5:
		g.crushChange = true
	case spechitRoom + 6:
		g.noFit = false
	}
}

// overrunIntercepts writes the crossing added last over the variables that follow the
// list. A crossing is 12 bytes: its distance along the path, whether it is with a line,
// and a pointer. The effect depends on the crossing's number past the last that has room:
//
//	 2nd   opening: the lower floor, the floor
//	 3rd   opening: the height
//	14th   bulletSlope, by whether it is a line
//	19th   the blockmap's width, by whether it is a line
//	20th   the blockmap's origin: x, and y by whether it is a line
//	21st   the blockmap's height
func (g *Game) overrunIntercepts() {
	last := &g.intercepts[len(g.intercepts)-1]
	isLine := fixed.Fixed(1)
	if last.id&thingIntercept != 0 {
		isLine = 0
	}
	switch len(g.intercepts) - interceptRoom {
	case 2:
		g.opening.lowFloor, g.opening.bottom = last.frac, isLine
	case 3:
		g.opening.height = last.frac
	case 14:
		g.bulletSlope = isLine
	case 19:
		g.blocks.width = int32(isLine)
		g.blocks.fit(len(g.BlockLinks))
	case 20:
		g.blocks.originX, g.blocks.originY = last.frac, isLine
	case 21:
		g.blocks.height = int32(last.frac)
		g.blocks.fit(len(g.BlockLinks))
	}
}

// blockGrid maps a place to its block of the blockmap. It is the map's until an overrun
// changes it for the rest of the level. Then most of the map lies outside it, where
// things do not meet and walls stop nothing.
type blockGrid struct {
	originX, originY fixed.Fixed
	width, height    int32 // width*height is at most the number of blocks
}

func gridOf(b *level.Blockmap) blockGrid {
	return blockGrid{originX: b.OriginX, originY: b.OriginY, width: b.Width, height: b.Height}
}

// fit cuts the grid to a number of blocks. Vanilla reads arbitrary memory past the last
// one; here that area counts as outside.
func (b *blockGrid) fit(blocks int) {
	b.height = min(b.height, int32(blocks)/max(b.width, 1))
}

// overrun reports whether an overrun can have made the grid from the map's.
func (b *blockGrid) overrun(of blockGrid) bool {
	return b.width >= 0 && b.width <= 1 && b.height >= 0 && b.height <= of.width*of.height
}
