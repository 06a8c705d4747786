package engine

import (
	"errors"

	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// A saved engine is 5 bytes a slot (whether it is in the game, and the tic of its
// last join, little-endian), then the simulation's encoded state.
const savedSlots = sim.MaxPlayers * 5

// Save appends the state between two tics to b, for Restore in an engine of the
// same build and content.
func (e *Engine) Save(b []byte) []byte {
	for i, tic := range e.joined {
		b = append(b, byte(e.inGame>>i&1), byte(tic), byte(tic>>8), byte(tic>>16), byte(tic>>24))
	}
	e.game.Snapshot(&e.snapshot)
	return e.snapshot.Encode(b, e.content.seal)
}

// Restore makes the engine what it was when b was saved; only whose console it is
// stays. It returns sim.ErrOtherBuild if b is from another build, sim.ErrOtherContent if it
// is from a game on other WADs, sim.ErrBadState if it is damaged, and another error if b is
// no state at all. On an error the engine is left as it was.
func (e *Engine) Restore(b []byte) error {
	if len(b) < savedSlots {
		return errors.New("restore the game: the state is too short")
	}
	s, err := e.content.sim.Decode(b[savedSlots:], e.content.seal)
	if err != nil {
		return err
	}
	if err := e.game.Restore(s); err != nil {
		return err
	}
	e.tic = lockstep.Tic(s.Tic())
	e.inGame = 0
	for i := range e.joined {
		slot := b[5*i : 5*i+5]
		e.inGame |= lockstep.Mask(slot[0]&1) << i
		e.joined[i] = lockstep.Tic(slot[1]) | lockstep.Tic(slot[2])<<8 | lockstep.Tic(slot[3])<<16 | lockstep.Tic(slot[4])<<24
	}
	e.picture.beforeTic(e.game) // there is nothing to come from
	e.audio.join(e)
	return nil
}
