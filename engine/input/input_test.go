package input

import (
	"testing"

	"doomhost/engine/info"
	"doomhost/lockstep"
)

func TestWalkAndRunSpeeds(t *testing.T) {
	for _, c := range []struct {
		name string
		hold []Action
		want lockstep.Ticcmd
	}{
		{"nothing", nil, lockstep.Ticcmd{}},
		{"walk", []Action{Forward}, lockstep.Ticcmd{Forward: 0x19}},
		{"run", []Action{Forward, Run}, lockstep.Ticcmd{Forward: 0x32}},
		{"run back", []Action{Back, Run}, lockstep.Ticcmd{Forward: -0x32}},
		{"opposite keys", []Action{Forward, Back, StrafeLeft, StrafeRight}, lockstep.Ticcmd{}},
		{"strafe", []Action{StrafeRight}, lockstep.Ticcmd{Side: 0x18}},
		{"strafe running", []Action{StrafeLeft, Run}, lockstep.Ticcmd{Side: -0x28}},
		{"turn keys strafe", []Action{Strafe, TurnLeft, Run}, lockstep.Ticcmd{Side: -0x28}},
		{"strafe twice is clamped", []Action{Strafe, TurnRight, StrafeRight, Run}, lockstep.Ticcmd{Side: 0x32}},
		{"attack and use", []Action{Attack, Use}, lockstep.Ticcmd{Buttons: lockstep.ButtonAttack | lockstep.ButtonUse}},
		{"weapon", []Action{Weapon4}, lockstep.Ticcmd{Buttons: lockstep.ButtonChange | 3<<lockstep.ButtonWeaponShift}},
		{"lowest weapon wins", []Action{Weapon7, Weapon2},
			lockstep.Ticcmd{Buttons: lockstep.ButtonChange | 1<<lockstep.ButtonWeaponShift}},
	} {
		var b Builder
		for _, a := range c.hold {
			b.Press(a)
		}
		if got := b.Build(0, nil); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestTurnIsSlowForFiveTics(t *testing.T) {
	var b Builder
	b.Press(TurnRight)
	b.Press(Run)
	for i := range 8 {
		want := int16(-320)
		if i >= slowTurnTics-1 {
			want = -1280
		}
		if got := b.Build(0, nil).AngleTurn; got != want {
			t.Errorf("tic %d: turn %d, want %d", i, got, want)
		}
	}
	b.Release(TurnRight)
	b.Build(0, nil)
	b.Press(TurnLeft)
	if got := b.Build(0, nil).AngleTurn; got != 320 {
		t.Errorf("turn after a pause: %d, want the slow 320", got)
	}
}

func TestTapBetweenTicsCountsOnce(t *testing.T) {
	var b Builder
	b.Press(Use)
	b.Release(Use)
	if got := b.Build(0, nil).Buttons; got != lockstep.ButtonUse {
		t.Errorf("buttons %d after a tap, want use", got)
	}
	if got := b.Build(0, nil).Buttons; got != 0 {
		t.Errorf("buttons %d a tic later, want none", got)
	}
}

func TestReleaseAllForgetsEverything(t *testing.T) {
	var b Builder
	for a := None; a < NumActions; a++ {
		b.Press(a)
	}
	b.Mouse(100, 100)
	b.Stick(256, 256, 256)
	b.ReleaseAll()
	if got := b.Build(7, nil); got != (lockstep.Ticcmd{Consistancy: 7}) {
		t.Errorf("ticcmd %+v after everything was released", got)
	}
}

func TestMouse(t *testing.T) {
	b := Builder{Options: Options{MouseForward: true}}
	b.Mouse(10, 3)
	if got := b.PendingTurn(); got != -80 {
		t.Errorf("pending turn %d, want -80", got)
	}
	if got := b.Build(0, nil); got.AngleTurn != -80 || got.Forward != 3 {
		t.Errorf("mouse: %+v", got)
	}
	b.Press(Strafe)
	b.Mouse(10, 0)
	if got := b.Build(0, nil); got.AngleTurn != 0 || got.Side != 20 {
		t.Errorf("mouse with strafe: %+v", got)
	}
	b.Release(Strafe)
	b.Build(0, nil)
	// A speed below one unit per count adds up over the tics.
	b.Options = Options{MouseSpeed: 8} // a quarter of a unit a count
	var sum int32
	for range 16 {
		b.Mouse(1, 0)
		sum += int32(b.Build(0, nil).AngleTurn)
	}
	if sum != -4 {
		t.Errorf("16 slow counts turned %d, want -4", sum)
	}
	b.Mouse(1<<30, 1<<30)
	if got := b.Build(0, nil).AngleTurn; got != -8192 {
		t.Errorf("a wild count turned %d", got)
	}
}

func TestStick(t *testing.T) {
	var b Builder
	b.Stick(256, -128, 64)
	want := lockstep.Ticcmd{Forward: 0x19, Side: -0x0c, AngleTurn: -160}
	for range 2 {
		if got := b.Build(0, nil); got != want {
			t.Errorf("stick: %+v, want %+v", got, want)
		}
	}
}

func TestPauseTakesTheButtons(t *testing.T) {
	var b Builder
	b.Press(Attack)
	b.Pause()
	if got := b.Build(0, nil).Buttons; got != lockstep.ButtonSpecial|lockstep.SpecialPause {
		t.Errorf("buttons %#x, want pause alone", got)
	}
	if got := b.Build(0, nil).Buttons; got != lockstep.ButtonAttack {
		t.Errorf("buttons %#x after the pause, want attack", got)
	}
}

func TestChatGoesOneCharacterATic(t *testing.T) {
	var b Builder
	for _, c := range []byte("hi") {
		b.Chat(c)
	}
	got := [3]uint8{b.Build(0, nil).Chat, b.Build(0, nil).Chat, b.Build(0, nil).Chat}
	if got != [3]uint8{'h', 'i', 0} {
		t.Errorf("chat %v", got)
	}
	n := 0
	for b.Chat('x') {
		n++
	}
	if n != chatQueueLen {
		t.Errorf("queue took %d characters, want %d", n, chatQueueLen)
	}
}

func TestNextWeapon(t *testing.T) {
	holding := func(ready, pending info.WeaponType, owned ...info.WeaponType) (a Arsenal) {
		a.Ready, a.Pending = ready, pending
		for _, w := range owned {
			a.Owned[w] = true
		}
		return a
	}
	const (
		none     = info.WeaponNone
		fist     = info.WeaponFist
		pistol   = info.WeaponPistol
		shotgun  = info.WeaponShotgun
		bfg      = info.WeaponBfg
		chainsaw = info.WeaponChainsaw
		double   = info.WeaponSupershotgun
	)
	doom2 := holding(double, none, fist, shotgun, double)
	doom2.SuperShotgun = true
	for _, c := range []struct {
		name      string
		a         Arsenal
		direction int
		key       uint8
		ok        bool
	}{
		{"fist to pistol", holding(fist, none, fist, pistol), 1, 1, true},
		{"pistol round to fist", holding(pistol, none, fist, pistol), 1, 0, true},
		{"alone", holding(fist, none, fist), 1, 0, false},
		{"chainsaw hides the fist", holding(pistol, none, fist, chainsaw, pistol), 1, 7, true},
		{"pending counts", holding(fist, pistol, fist, pistol, shotgun), 1, 2, true},
		{"shotgun from super shotgun", doom2, -1, 2, true},
		{"backwards over the end", holding(fist, none, fist, bfg), -1, 6, true},
	} {
		key, ok := c.a.Step(c.direction)
		if key != c.key || ok != c.ok {
			t.Errorf("%s: key %d %v, want %d %v", c.name, key, ok, c.key, c.ok)
		}
	}
}

func TestBuildAllocatesNothing(t *testing.T) {
	var b Builder
	a := Arsenal{Ready: info.WeaponPistol, Pending: info.WeaponNone}
	b.Press(Forward)
	if n := testing.AllocsPerRun(100, func() {
		b.Mouse(3, 1)
		b.Press(NextWeapon)
		b.Build(0, &a)
	}); n != 0 {
		t.Errorf("%v allocations a ticcmd", n)
	}
}
