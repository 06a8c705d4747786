package lockstep_test

import (
	"fmt"

	"doomhost/lockstep"
)

// A player's ticcmd as the 12 bytes of a tic message, and back.
func ExampleParseTicMsg() {
	sent := lockstep.TicMsg{Tic: 700, Cmd: lockstep.Ticcmd{Forward: 50, AngleTurn: -512, Buttons: lockstep.ButtonAttack}}
	b := lockstep.AppendTicMsg(nil, sent)
	fmt.Printf("% x\n", b)

	m, err := lockstep.ParseTicMsg(b)
	fmt.Println(m == sent, err)
	_, err = lockstep.ParseTicMsg(b[:11])
	fmt.Println(err == lockstep.ErrShort)
	// Output:
	// bc 02 00 00 32 00 00 fe 00 00 00 01
	// true <nil>
	// true
}

// A sealed tic as its 38 bytes, and back. Several may stand one behind the other.
func ExampleDecodeBundle() {
	sealed := lockstep.Bundle{Tic: 7, InGame: lockstep.Mask(0).With(0).With(2), Filled: lockstep.Mask(0).With(2)}
	sealed.Cmds[0] = lockstep.Ticcmd{Forward: 25, Side: -24}
	b := lockstep.AppendBundle(nil, &sealed)

	m, used, err := lockstep.DecodeBundle(b)
	fmt.Println(m == sealed, used, err)
	fmt.Println(m.InGame.Slots(), m.Filled.Slots())
	_, _, err = lockstep.DecodeBundle(b[:lockstep.BundleSize-1])
	fmt.Println(err == lockstep.ErrShort)
	// Output:
	// true 38 <nil>
	// [0 2] [2]
	// true
}
