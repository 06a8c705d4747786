// Package input turns a player's input into ticcmds: keys held, mouse counts, sticks,
// chat characters. The rules and speeds are Doom's. It keeps the state of one player's
// controls, knows no clock and no devices, and allocates nothing after New.
package input

import (
	"doomhost/lockstep"
)

// Action is the function of a key or button. The page sends these numbers.
type Action uint8

const (
	None Action = iota
	Forward
	Back
	TurnLeft
	TurnRight
	StrafeLeft
	StrafeRight
	Strafe // held: turning becomes strafing
	Run
	Attack
	Use
	Weapon1 // fist or chainsaw
	Weapon2
	Weapon3 // shotgun or super shotgun
	Weapon4
	Weapon5
	Weapon6
	Weapon7
	Weapon8 // chainsaw
	NextWeapon
	PrevWeapon
	NumActions
)

// Movement is in map units a tic (with the simulation's scale), turning in the
// high 16 bits of a binary angle. The two entries are walk and run.
var (
	forwardMove = [2]int32{0x19, 0x32}
	sideMove    = [2]int32{0x18, 0x28}
	angleTurn   = [3]int32{640, 1280, 320} // walk, run, and the first tics of a turn
)

const (
	slowTurnTics = 6
	maxMove      = 0x32 // no command moves faster, whatever the devices report
	chatQueueLen = 128
)

// Options adjust the devices. The zero value is Doom's default mouse at medium speed,
// without forward motion by mouse.
type Options struct {
	// MouseSpeed scales horizontal mouse counts, in 256ths; 0 means 256.
	MouseSpeed int32
	// MouseForward lets vertical mouse motion walk, as in Doom.
	MouseForward bool
	// AlwaysRun inverts the run key.
	AlwaysRun bool
}

// Builder gathers input and builds one ticcmd at a time. The zero value is ready. Only
// one goroutine may use it at a time.
type Builder struct {
	Options Options

	held     [NumActions]bool
	pressed  [NumActions]bool // went down since the last ticcmd: a tap between two tics counts
	turnHeld int32            // tics for which a turn key was held

	mouseX, mouseY int32 // counts since the last ticcmd
	mouseRest      int32 // 256ths of an angle unit still to turn
	mouseTurn      int32 // the mouse's part of the last ticcmd's turn

	stickForward, stickSide, stickTurn int32 // -256 to 256 each

	pause bool
	chat  [chatQueueLen]byte
	chatR uint32
	chatW uint32
}

// Press marks an action's key as held. Unknown actions are ignored.
func (b *Builder) Press(a Action) {
	if a < NumActions {
		b.held[a] = true
		b.pressed[a] = true
	}
}

// Release marks an action's key as up.
func (b *Builder) Release(a Action) {
	if a < NumActions {
		b.held[a] = false
	}
}

// ReleaseAll releases everything, as when the window loses focus. It forgets taps too.
func (b *Builder) ReleaseAll() {
	b.held = [NumActions]bool{}
	b.pressed = [NumActions]bool{}
	b.mouseX, b.mouseY, b.mouseRest = 0, 0, 0
	b.stickForward, b.stickSide, b.stickTurn = 0, 0, 0
	b.turnHeld = 0
}

// Mouse adds mouse counts: dx to the right, dy away from the player.
func (b *Builder) Mouse(dx, dy int32) {
	b.mouseX += clamp(dx, 1<<15)
	b.mouseY += clamp(dy, 1<<15)
}

// Stick sets the positions of the analog controls (gamepad, touch): -256 to
// 256, forward, to the right, turning to the right. They hold until set again.
func (b *Builder) Stick(forward, side, turn int32) {
	b.stickForward = clamp(forward, 256)
	b.stickSide = clamp(side, 256)
	b.stickTurn = clamp(turn, 256)
}

// Pause asks to pause or resume the game.
func (b *Builder) Pause() { b.pause = true }

// Chat queues a character to be sent with a later ticcmd, one a tic. It returns false and
// drops the character if the queue is full.
func (b *Builder) Chat(c byte) bool {
	if b.chatW-b.chatR >= chatQueueLen {
		return false
	}
	b.chat[b.chatW%chatQueueLen] = c
	b.chatW++
	return true
}

// PendingTurn returns the mouse's turn since the last ticcmd, in the units of a ticcmd's
// angle turn. The view may show it at once.
func (b *Builder) PendingTurn() int32 {
	if b.active(Strafe) {
		return 0
	}
	return -((b.mouseX*8*b.mouseSpeed() + b.mouseRest) >> 8)
}

// MouseTurn returns the mouse's part of the last ticcmd's turn.
func (b *Builder) MouseTurn() int32 { return b.mouseTurn }

func (b *Builder) mouseSpeed() int32 {
	if b.Options.MouseSpeed == 0 {
		return 256
	}
	return clamp(b.Options.MouseSpeed, 1<<12)
}

func (b *Builder) active(a Action) bool { return b.held[a] || b.pressed[a] }

// Build makes one tic's ticcmd from the gathered input, and starts gathering for the
// next. The engine supplies consistancy (PROTOCOL section 1); arsenal holds the weapons
// for the next and previous weapon keys.
func (b *Builder) Build(consistancy int16, arsenal *Arsenal) lockstep.Ticcmd {
	cmd := lockstep.Ticcmd{Consistancy: consistancy}
	speed := 0
	if b.active(Run) != b.Options.AlwaysRun {
		speed = 1
	}
	forward, side, turn := b.keys(speed)

	forward += b.stickForward * forwardMove[speed] / 256
	side += b.stickSide * sideMove[speed] / 256
	turn -= b.stickTurn * angleTurn[speed] / 256

	if b.Options.MouseForward {
		forward += b.mouseY
	}
	if b.active(Strafe) {
		side += b.mouseX * 2
		b.mouseRest, b.mouseTurn = 0, 0
	} else {
		// Fractions of a unit carry over, so that slow motion counts.
		units := b.mouseX*8*b.mouseSpeed() + b.mouseRest
		b.mouseTurn = -(units >> 8)
		turn += b.mouseTurn
		b.mouseRest = units & 255
	}
	b.mouseX, b.mouseY = 0, 0

	cmd.Forward = int8(clamp(forward, maxMove))
	cmd.Side = int8(clamp(side, maxMove))
	cmd.AngleTurn = int16(clamp(turn, 1<<15-1))
	if b.chatR != b.chatW {
		cmd.Chat = b.chat[b.chatR%chatQueueLen]
		b.chatR++
	}
	cmd.Buttons = b.buttons(arsenal)
	b.pressed = [NumActions]bool{}
	return cmd
}

// keys returns the movement that the keys ask for.
func (b *Builder) keys(speed int) (forward, side, turn int32) {
	left, right := b.active(TurnLeft), b.active(TurnRight)
	turnSpeed := 2
	if left || right {
		b.turnHeld++
	} else {
		b.turnHeld = 0
	}
	if b.turnHeld >= slowTurnTics {
		turnSpeed = speed
	}
	if b.active(Strafe) {
		side += axis(right, left) * sideMove[speed]
	} else {
		turn += axis(left, right) * angleTurn[turnSpeed]
	}
	forward += axis(b.active(Forward), b.active(Back)) * forwardMove[speed]
	side += axis(b.active(StrafeRight), b.active(StrafeLeft)) * sideMove[speed]
	return forward, side, turn
}

func (b *Builder) buttons(arsenal *Arsenal) uint8 {
	// A pause takes the whole byte, because the special bit changes the meaning of the
	// others.
	if b.pause {
		b.pause = false
		return lockstep.ButtonSpecial | lockstep.SpecialPause
	}
	var buttons uint8
	if b.active(Attack) {
		buttons |= lockstep.ButtonAttack
	}
	if b.active(Use) {
		buttons |= lockstep.ButtonUse
	}
	if w, ok := b.weapon(arsenal); ok {
		buttons |= lockstep.ButtonChange | w<<lockstep.ButtonWeaponShift
	}
	return buttons
}

// weapon returns the weapon key of this tic: the lowest one held, or the next or previous
// weapon, which acts once per press.
func (b *Builder) weapon(arsenal *Arsenal) (uint8, bool) {
	if arsenal != nil {
		if b.pressed[NextWeapon] {
			return arsenal.Step(1)
		}
		if b.pressed[PrevWeapon] {
			return arsenal.Step(-1)
		}
	}
	for a := Weapon1; a <= Weapon8; a++ {
		if b.active(a) {
			return uint8(a - Weapon1), true
		}
	}
	return 0, false
}

// axis returns 1, 0 or -1 for a pair of opposite keys.
func axis(plus, minus bool) int32 {
	switch {
	case plus && !minus:
		return 1
	case minus && !plus:
		return -1
	default:
		return 0
	}
}

func clamp(v, limit int32) int32 {
	return max(-limit, min(limit, v))
}
