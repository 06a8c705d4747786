package lockstep

// Layout of a sealed bundle:
//
//	0-3   u32         tic number
//	4     mask        slots in the game
//	5     mask        slots whose ticcmd the relay filled
//	6-37  4 × ticcmd  in slot order, zero for slots out of the game
const (
	BundleHead = 6 // bytes before the ticcmds
	BundleSize = BundleHead + NumSlots*TiccmdSize
)

// Bundle is everybody's input for one tic.
//
// Filled is a part of InGame.
type Bundle struct {
	Tic    Tic
	InGame Mask
	Filled Mask
	Cmds   [NumSlots]Ticcmd
}

// AppendBundle appends the 38 bytes of a bundle to b.
func AppendBundle(b []byte, m *Bundle) []byte {
	b = appendTic(b, m.Tic)
	b = append(b, byte(m.InGame), byte(m.Filled))
	for i := range m.Cmds {
		b = AppendTiccmd(b, m.Cmds[i])
	}
	return b
}

// DecodeBundle reads a bundle from the front of b and returns the bytes used.
// It returns ErrShort if b is too short, and ErrMask if a mask has a slot that does not
// exist, or if a filled slot is not in the game.
func DecodeBundle(b []byte) (Bundle, int, error) {
	if len(b) < BundleSize {
		return Bundle{}, 0, ErrShort
	}
	m := Bundle{
		Tic:    readTic(b),
		InGame: Mask(b[4]),
		Filled: Mask(b[5]),
	}
	if m.InGame&^AllSlots != 0 || m.Filled&^m.InGame != 0 {
		return Bundle{}, 0, ErrMask
	}
	used := BundleHead
	for i := range m.Cmds {
		cmd, n, err := DecodeTiccmd(b[used:])
		if err != nil {
			return Bundle{}, 0, err
		}
		m.Cmds[i] = cmd
		used += n
	}
	return m, used, nil
}
