package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// Mobj is a map object: a monster, a player's body, a missile, an item, a
// decoration (Doom wiki: "Mobj"). It holds no pointers; links are arena slots
// (0 ends a list), Refs name other objects.
//
// It is 128 bytes long. The fields that a tic reads of every object, to think and to test
// for collisions, are in the first 64: a sleeping object costs one cache line.
type Mobj struct {
	Self  Ref
	Flags info.MobjFlags

	X, Y, Z          fixed.Fixed
	MomX, MomY, MomZ fixed.Fixed
	FloorZ, CeilingZ fixed.Fixed // of the sectors that it touches
	Radius, Height   fixed.Fixed
	Tics             int32  // left in this state, -1 is forever
	BNext            uint32 // block's thing list
	Health           int32
	State            info.StateID
	Type             info.MobjType

	Angle     fixed.Angle
	Sprite    info.SpriteID
	Frame     uint16 // info.FrameFullBright may be set
	Subsector uint32 // index into Level.Subsectors

	ThinkerPos uint32 // index into State.Thinkers
	SNext      uint32 // sector's thing list
	SPrev      uint32
	BPrev      uint32

	Target    Ref // the object chased, or the shooter of this missile
	Tracer    Ref // the object that a homing missile follows
	MoveDir   uint8
	Removed   bool
	Player    int8 // 1 + player number, 0 for none (so that the zero Mobj is nobody's)
	LastLook  int8 // player looked for last
	MoveCount int32

	ReactionTime int32
	Threshold    int32

	Spawn SpawnPoint // for item and nightmare respawn
}

// SpawnPoint is the map thing that an object came from, as on the map.
type SpawnPoint struct {
	X, Y, Angle, Type, Options int16
}
