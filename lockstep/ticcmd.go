package lockstep

// Layout of a ticcmd:
//
//	0     i8   forwardmove
//	1     i8   sidemove
//	2-3   i16  angleturn
//	4-5   i16  consistancy
//	6     u8   chatchar
//	7     u8   buttons
const TiccmdSize = 8

// Bits of Ticcmd.Buttons. With ButtonSpecial, ButtonSpecialMask holds one of the specials,
// and the other bits mean nothing.
const (
	ButtonAttack      = 1 << 0
	ButtonUse         = 1 << 1
	ButtonChange      = 1 << 2 // ButtonWeaponMask holds the weapon to change to
	ButtonWeaponShift = 3
	ButtonWeaponMask  = 7 << ButtonWeaponShift
	ButtonSpecial     = 1 << 7
	ButtonSpecialMask = 3
	SpecialPause      = 1
	SpecialSaveGame   = 2
)

// Ticcmd is what one player does in one tic.
type Ticcmd struct {
	Forward     int8  // times 2048 is the thrust ahead
	Side        int8  // times 2048 is the thrust to the right
	AngleTurn   int16 // turn, in 1/65536 of a circle, to the left
	Consistancy int16 // low 16 bits of the player's x, 12 tics back
	Chat        uint8 // a character of a chat line, or 0
	Buttons     uint8
}

// Held is what a relay plays for a silent player: the same movement and the same held
// buttons, without anything that happens once (a special, a weapon change, chat).
func (c Ticcmd) Held() Ticcmd {
	c.Chat = 0
	if c.Buttons&ButtonSpecial != 0 {
		c.Buttons = 0
	}
	c.Buttons &^= ButtonChange | ButtonWeaponMask
	return c
}

// AppendTiccmd appends the 8 bytes of c to b.
func AppendTiccmd(b []byte, c Ticcmd) []byte {
	return append(b, byte(c.Forward), byte(c.Side),
		byte(c.AngleTurn), byte(uint16(c.AngleTurn)>>8),
		byte(c.Consistancy), byte(uint16(c.Consistancy)>>8),
		c.Chat, c.Buttons)
}

// DecodeTiccmd reads a ticcmd from the front of b and returns the bytes used.
// It returns ErrShort if b is too short.
func DecodeTiccmd(b []byte) (Ticcmd, int, error) {
	if len(b) < TiccmdSize {
		return Ticcmd{}, 0, ErrShort
	}
	return Ticcmd{
		Forward:     int8(b[0]),
		Side:        int8(b[1]),
		AngleTurn:   readInt16(b[2:]),
		Consistancy: readInt16(b[4:]),
		Chat:        b[6],
		Buttons:     b[7],
	}, TiccmdSize, nil
}
