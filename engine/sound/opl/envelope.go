package opl

// stage is the stage of an envelope.
type stage uint8

const (
	stageOff stage = iota // closed, until the next key
	stageAttack
	stageDecay
	stageSustain
	stageRelease
)

const (
	// An envelope's level is 0 (open) to closed, in steps of 3/16 dB. It closes once it
	// reaches nearlyClosed.
	closed       = 511
	nearlyClosed = 504
	// instant is the lowest rate at which an attack takes no time.
	instant = 60
	fastest = 63
	// never as a period: the envelope stands still.
	never = ^uint32(0)
)

// envelope is the level of an operator over the course of a note.
type envelope struct {
	// From the registers.
	hold         bool // it sustains until the key is released
	keyScaleFull bool
	attack       uint8
	decay        uint8
	release      uint8
	sustain      int32 // where the decay ends, in 16 steps

	noteRate uint8 // from the note: 0 to 15

	stage stage
	open  int32 // the level

	// The envelope may move when the chip's time is a multiple of period+1, a power of
	// two: 1<<slow. Bit N of moves tells whether it moves, or moves twice as far, in the
	// Nth of eight such times. reach, after adding the bit of moves, gives the distance:
	// 0 for none, else 1<<(reach-1).
	period uint32
	slow   uint8
	moves  uint8
	reach  uint8
}

// begin presses the key. The attack starts at the current level.
func (e *envelope) begin() {
	if e.rate(e.attack) >= instant {
		e.open = 0
	}
	e.enter(stageAttack)
}

// end releases the key.
func (e *envelope) end() {
	if e.stage != stageOff {
		e.enter(stageRelease)
	}
}

// rate returns a register's rate plus the note's part, up to fastest; 0 means none.
func (e *envelope) rate(register uint8) uint8 {
	if register == 0 {
		return 0
	}
	scale := e.noteRate
	if !e.keyScaleFull {
		scale >>= 2
	}
	return min(register<<2+scale, fastest)
}

// enter starts a stage, and the next one if the stage has nothing to do.
func (e *envelope) enter(s stage) {
	if s == stageAttack && e.open == 0 {
		s = stageDecay
	}
	if s == stageDecay && e.open>>4 == e.sustain {
		s = stageSustain
	}
	e.stage = s
	e.setPace()
}

// setPace derives the pace from the stage and the registers.
func (e *envelope) setPace() {
	var rate uint8
	switch e.stage {
	case stageAttack:
		rate = e.rate(e.attack)
	case stageDecay:
		rate = e.rate(e.decay)
	case stageSustain:
		if !e.hold {
			rate = e.rate(e.release)
		}
	case stageRelease:
		rate = e.rate(e.release)
	}
	const everySample = 12
	high, low := rate>>2, rate&3
	switch {
	case rate == 0:
		e.period = never
	case high <= everySample:
		e.slow = everySample - high
		e.period = 1<<e.slow - 1
		e.moves, e.reach = slowSteps[low], 0
	default:
		e.slow, e.period = 0, 0
		e.moves, e.reach = fastSteps[low], high-everySample
	}
}

// move advances the envelope, at a time that its period allows.
func (e *envelope) move(time uint32) {
	const furthest = 3
	reach := min(e.reach+e.moves>>(time>>e.slow&7)&1, furthest)
	if reach == 0 || e.period == never {
		return
	}
	if e.stage == stageAttack {
		e.open += ^e.open >> (furthest + 1 - reach)
		if e.open == 0 {
			e.enter(stageDecay)
		}
		return
	}
	e.open += 1 << (reach - 1)
	switch {
	case e.open >= nearlyClosed:
		e.open = closed
		e.enter(stageOff)
	case e.stage == stageDecay && e.open>>4 == e.sustain:
		e.enter(stageSustain)
	}
}

// rest returns the number of samples from a time until the envelope may move.
func (e *envelope) rest(time uint32) int { return int(e.period-time&e.period) + 1 }

// still reports whether the envelope is inaudible and stays so.
func (e *envelope) still() bool {
	return e.period == never && e.open*levelStep >= silence
}
