package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// Vanilla keeps what it finds in arrays of a fixed size and writes on behind their
// ends, into the variables that follow there. Recorded demos depend on what those
// then hold. With Params.Overruns on, a game does what Chocolate Doom makes of it;
// without, the lists only grow.
//
// One overrun of Chocolate Doom is left out: the starts of players, which lie
// behind the crossings, since half of what it writes there are addresses of its own
// process. Nor does it or this game write the other pointers there.

const (
	// spechitRoom is how many special lines vanilla has room for in one move.
	spechitRoom = 8
	// Where vanilla kept its lines when the demos were recorded, and how much
	// memory a line takes there: together they make the addresses that it writes.
	linesAddress = 0x01c09c98
	lineBytes    = 62

	// interceptRoom is how many crossings of a path have no effect on what follows.
	interceptRoom = 129

	// nextFloorRoom is which of the higher floors around a sector overwrites the
	// height that it was compared with.
	nextFloorRoom = 22
)

// overrunSpechit writes the special line that was noted last over what follows the
// list of them:
//
//	 9th to 12th  top, bottom, left and right of the box that is tried
//	13th          crushChange
//	14th          noFit, which then is neither yes nor no: who asks for a yes gets none
//	others        nothing that is known, or that anybody reads
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

// overrunIntercepts writes the crossing that was noted last over what follows the
// list of them. A crossing is 12 bytes: how far along the path it is, whether it is
// with a line, and a pointer. By the number of the crossing behind the last that has
// room:
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

// blockGrid says which block of the blockmap holds a place. It is the map's until
// an overrun changes it for the rest of the level: then most of the map lies outside
// of it, where nobody meets anybody and no wall stops anything.
type blockGrid struct {
	originX, originY fixed.Fixed
	width, height    int32 // width*height is at most the number of blocks
}

func gridOf(b *level.Blockmap) blockGrid {
	return blockGrid{originX: b.OriginX, originY: b.OriginY, width: b.Width, height: b.Height}
}

// fit cuts the grid to so many blocks. What vanilla finds behind the last one is
// anything; here it is outside.
func (b *blockGrid) fit(blocks int) {
	b.height = min(b.height, int32(blocks)/max(b.width, 1))
}

// overrun is whether the grid is one that an overrun can have made of the map's.
func (b *blockGrid) overrun(of blockGrid) bool {
	return b.width >= 0 && b.width <= 1 && b.height >= 0 && b.height <= of.width*of.height
}
