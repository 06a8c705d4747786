package wire_test

import (
	"fmt"

	"doomhost/relay/wire"
)

// A player's ticcmd as the 12 bytes of a tic message, and back.
func ExampleParseTicMsg() {
	sent := wire.TicMsg{Tic: 700, Cmd: wire.Ticcmd{Forward: 50, Angle: -512, Buttons: wire.ButtonAttack}}
	b := wire.AppendTicMsg(nil, sent)
	fmt.Printf("% x\n", b)

	m, err := wire.ParseTicMsg(b)
	fmt.Println(m == sent, err)
	_, err = wire.ParseTicMsg(b[:11])
	fmt.Println(err == wire.ErrShort)
	// Output:
	// bc 02 00 00 32 00 00 fe 00 00 00 01
	// true <nil>
	// true
}

// A sealed tic as its 38 bytes, and back. Several may stand one behind the other.
func ExampleDecodeBundle() {
	sealed := wire.Bundle{Tic: 7, InGame: wire.Mask(0).With(0).With(2), Filled: wire.Mask(0).With(2)}
	sealed.Cmds[0] = wire.Ticcmd{Forward: 25, Side: -24}
	b := wire.AppendBundle(nil, &sealed)

	m, used, err := wire.DecodeBundle(b)
	fmt.Println(m == sealed, used, err)
	fmt.Println(m.InGame.Slots(), m.Filled.Slots())
	_, _, err = wire.DecodeBundle(b[:wire.BundleSize-1])
	fmt.Println(err == wire.ErrShort)
	// Output:
	// true 38 <nil>
	// [0 2] [2]
	// true
}
