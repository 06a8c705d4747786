// Package level holds a map's immutable geometry: vertexes, lines, sectors, the BSP tree,
// the blockmap and the reject matrix, checked once when loaded. Values that tics change
// (heights, textures, specials) start as copies of these and live in engine/sim. A *Level
// is read-only after Load, and any number of engines may share it. The package starts no
// goroutine.
package level

import "doomhost/engine/fixed"

// Level is one map. Load has checked every index in it.
type Level struct {
	Name       string
	Vertices   []Vertex
	Lines      []Line
	Sides      []Side
	Sectors    []Sector
	Subsectors []Subsector
	Segs       []Seg
	Nodes      []Node
	Things     []Thing
	Blockmap   Blockmap
	Reject     []byte // bit row*len(Sectors)+col; short: the missing part is zero

	// Warnings lists the faults that Load has corrected, for a log.
	Warnings []string

	walk walk
}

// Vertex is a point, 16.16 map units.
type Vertex struct{ X, Y fixed.Fixed }

// Box is a bounding box, 16.16 map units.
type Box struct{ Top, Bottom, Left, Right fixed.Fixed }

// SlopeType sorts lines by direction.
type SlopeType uint8

const (
	SlopeHorizontal SlopeType = iota
	SlopeVertical
	SlopePositive
	SlopeNegative
)

// LineFlags are a line's flags as on the map (Doom wiki: "Linedef", flags).
type LineFlags uint16

const (
	LineBlocking LineFlags = 1 << iota
	LineBlockMonsters
	LineTwoSided
	LineUpperUnpegged
	LineLowerUnpegged
	LineSecret
	LineSoundBlock
	LineDontDraw
	LineMapped
)

// Line is a linedef.
type Line struct {
	V1, V2      Vertex // by value: collision reads them all the time
	DX, DY      fixed.Fixed
	Box         Box
	Flags       LineFlags
	Slope       SlopeType
	Special     int16 // as on the map
	Tag         int16
	Side        [2]int32 // sidedefs, -1: none
	Front, Back int32    // sectors, -1: none
	V1Index     int32
	V2Index     int32
}

// Side is a sidedef as on the map. Textures are numbers, 0 is none.
type Side struct {
	TextureOffset, RowOffset fixed.Fixed
	Top, Bottom, Middle      int16
	Sector                   int32
}

// Sector is a sector as on the map, with values derived from its lines.
type Sector struct {
	FloorHeight, CeilingHeight fixed.Fixed
	FloorPic, CeilingPic       int16
	Light, Special, Tag        int16
	Lines                      []int32     // in map order
	SoundX, SoundY             fixed.Fixed // middle of its bounding box
	BlockBox                   [4]int32    // Top, Bottom, Left, Right in blocks, widened by the largest radius as in vanilla
}

// Subsector is a convex leaf of the BSP.
type Subsector struct{ Sector, FirstSeg, NumSegs int32 }

// Seg is a piece of a line that bounds a subsector.
type Seg struct {
	V1, V2      Vertex
	Offset      fixed.Fixed
	Angle       fixed.Angle
	Side, Line  int32
	Front, Back int32 // sectors; Back -1 where one-sided
}

// NodeLeaf marks a child that is a subsector.
const NodeLeaf uint32 = 1 << 31

// Node splits the plane; child 0 is on the right.
type Node struct {
	X, Y, DX, DY fixed.Fixed
	Box          [2]Box
	Child        [2]uint32
}

// Thing is a thing as on the map.
type Thing struct{ X, Y, Angle, Type, Options int16 }

// BlockUnits is the side of a block: 128 map units.
const (
	BlockUnits = 128
	BlockShift = fixed.Bits + 7
)

// Blockmap lists lines by blocks of 128 x 128 map units.
type Blockmap struct {
	OriginX, OriginY fixed.Fixed
	Width, Height    int32
	// First[b] to First[b+1] bound block b's entries in Lines, in the order of the lump.
	// They include the leading 0 of each list (line 0, as vanilla reads it). Block b is
	// b%Width across and b/Width up.
	First []int32
	Lines []int32
}
