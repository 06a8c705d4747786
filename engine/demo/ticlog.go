package demo

import (
	"errors"
	"strconv"

	"doomhost/engine/sim"
)

// A bundle of a tic log, little-endian (PROTOCOL section 1):
//
//	0–3 u32 tic   4 in-game mask   5 fabricated mask
//	6–37 four ticcmds: i8 forward, i8 side, i16 turn, i16 consistancy, u8 chat, u8 buttons
const (
	bundleLen = 6 + sim.MaxPlayers*cmdLen
	cmdLen    = 8

	// BundleLen is the length of a bundle in bytes.
	BundleLen = bundleLen
)

// Bundle is one sealed tic of a session.
type Bundle struct {
	Tic     uint32
	Playing uint8 // bit N: slot N is in the game
	Filled  uint8 // bit N: slot N's ticcmd was filled by the relay
	Cmds    [sim.MaxPlayers]sim.Ticcmd
}

// ParseTicLog reads a session's bundles: in order, none missing. The first is of
// tic 0, or of tic 1 in logs of engines that play tic 0 before they have
// anybody's input.
func ParseTicLog(data []byte) ([]Bundle, error) {
	if len(data)%bundleLen != 0 {
		return nil, errors.New("tic log: " + strconv.Itoa(len(data)) + " bytes are not a multiple of 38; the file is cut off")
	}
	log := make([]Bundle, 0, len(data)/bundleLen)
	for ; len(data) > 0; data = data[bundleLen:] {
		var b Bundle
		b.Decode(data)
		want := uint32(0)
		switch {
		case len(log) > 0:
			want = log[len(log)-1].Tic + 1
		case b.Tic == 1:
			want = 1
		}
		if b.Tic != want {
			return nil, errors.New("tic log: tic " + strconv.FormatUint(uint64(b.Tic), 10) +
				" stands where " + strconv.FormatUint(uint64(want), 10) + " belongs")
		}
		log = append(log, b)
	}
	return log, nil
}

// Decode reads a bundle from the start of data; false where that is too short.
func (b *Bundle) Decode(data []byte) bool {
	if len(data) < bundleLen {
		return false
	}
	b.Tic, b.Playing, b.Filled = u32(data), data[4], data[5]
	for i := range b.Cmds {
		b.Cmds[i] = DecodeTiccmd(data[6+i*cmdLen:])
	}
	return true
}

// DecodeTiccmd reads a ticcmd from the first 8 bytes of c.
func DecodeTiccmd(c []byte) sim.Ticcmd {
	return sim.Ticcmd{
		Forward:     int8(c[0]),
		Side:        int8(c[1]),
		AngleTurn:   i16(c[2:]),
		Consistancy: i16(c[4:]),
		Chat:        c[6],
		Buttons:     c[7],
	}
}

// AppendBundle appends the bundle's 38 bytes to dst.
func AppendBundle(dst []byte, b *Bundle) []byte {
	t := b.Tic
	dst = append(dst, byte(t), byte(t>>8), byte(t>>16), byte(t>>24), b.Playing, b.Filled)
	for _, c := range b.Cmds {
		dst = AppendTiccmd(dst, c)
	}
	return dst
}

// AppendTiccmd appends the ticcmd's 8 bytes to dst.
func AppendTiccmd(dst []byte, c sim.Ticcmd) []byte {
	dst = append(dst, byte(c.Forward), byte(c.Side))
	dst = appendI16(dst, c.AngleTurn)
	dst = appendI16(dst, c.Consistancy)
	return append(dst, c.Chat, c.Buttons)
}

func u32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

func i16(b []byte) int16 { return int16(uint16(b[0]) | uint16(b[1])<<8) }

func appendI16(dst []byte, n int16) []byte { return append(dst, byte(n), byte(uint16(n)>>8)) }
