package lockstep

// Layout of a client's tic message:
//
//	0-3   u32     tic number
//	4-11  ticcmd
const TicMsgSize = 4 + TiccmdSize

// TicMsg is one player's ticcmd for one tic on its way to the relay.
type TicMsg struct {
	Tic Tic
	Cmd Ticcmd
}

// AppendTicMsg appends the 12 bytes of m to b.
func AppendTicMsg(b []byte, m TicMsg) []byte {
	b = appendTic(b, m.Tic)
	return AppendTiccmd(b, m.Cmd)
}

// DecodeTicMsg reads a tic message from the front of b and returns the bytes
// used. It returns ErrShort if b is too short.
func DecodeTicMsg(b []byte) (TicMsg, int, error) {
	if len(b) < TicMsgSize {
		return TicMsg{}, 0, ErrShort
	}
	cmd, n, err := DecodeTiccmd(b[4:])
	if err != nil {
		return TicMsg{}, 0, err
	}
	return TicMsg{readTic(b), cmd}, 4 + n, nil
}

// ParseTicMsg reads a message that must be exactly one tic message. It returns
// ErrShort if bytes are missing, and ErrLong if there are more.
func ParseTicMsg(b []byte) (TicMsg, error) {
	m, n, err := DecodeTicMsg(b)
	if err == nil && n != len(b) {
		return TicMsg{}, ErrLong
	}
	return m, err
}
