package engine

import "doomhost/engine/sim"

// Bundle is one sealed tic: everybody's input, as all engines execute it.
type Bundle struct {
	Tic        uint32
	InGame     uint8 // bit N: slot N plays
	Fabricated uint8 // bit N: the relay made up slot N's ticcmd
	Cmds       [sim.MaxPlayers]sim.Ticcmd
}

// The layout of a bundle and of a ticcmd, all little-endian:
//
//	0  u32 tic
//	4  u8 in-game mask
//	5  u8 fabricated mask
//	6  four ticcmds
//
//	0  i8 forwardmove   1 i8 sidemove   2 i16 angleturn   4 i16 consistancy
//	6  u8 chatchar      7 u8 buttons
const (
	TiccmdBytes = 8
	BundleBytes = 6 + sim.MaxPlayers*TiccmdBytes
)

// Decode reads a bundle from the start of b; false where b is too short.
func (bu *Bundle) Decode(b []byte) bool {
	if len(b) < BundleBytes {
		return false
	}
	bu.Tic = uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
	bu.InGame, bu.Fabricated = b[4], b[5]
	for i := range bu.Cmds {
		bu.Cmds[i] = DecodeTiccmd(b[6+i*TiccmdBytes:])
	}
	return true
}

// DecodeTiccmd reads a ticcmd from the first TiccmdBytes of b.
func DecodeTiccmd(b []byte) sim.Ticcmd {
	_ = b[TiccmdBytes-1]
	return sim.Ticcmd{
		Forward:     int8(b[0]),
		Side:        int8(b[1]),
		AngleTurn:   int16(uint16(b[2]) | uint16(b[3])<<8),
		Consistancy: int16(uint16(b[4]) | uint16(b[5])<<8),
		Chat:        b[6],
		Buttons:     b[7],
	}
}

// AppendTiccmd appends a ticcmd's bytes to b.
func AppendTiccmd(b []byte, c sim.Ticcmd) []byte {
	return append(b, uint8(c.Forward), uint8(c.Side),
		uint8(c.AngleTurn), uint8(uint16(c.AngleTurn)>>8),
		uint8(c.Consistancy), uint8(uint16(c.Consistancy)>>8),
		c.Chat, c.Buttons)
}
