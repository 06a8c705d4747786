// Package engine is the face of the Doom engine: content, one game as a
// sequence of sealed tics, its picture and its sound.
//
// An Engine is one player's (or onlooker's) running game. It executes bundles
// and nothing else: two engines with the same content and parameters that were
// given the same bundles have equal Hashes, whatever they drew, mixed or were
// asked in between. An Engine belongs to one goroutine, reads no clock, and
// allocates nothing in a tic or a frame once it is warm. Content is shared.
package engine

import (
	"errors"
	"strconv"

	"doomhost/engine/info"
	"doomhost/engine/input"
	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// Engine runs one game.
type Engine struct {
	content *Content
	game    *sim.Game
	tic     lockstep.Tic                 // the next one to be stepped
	joined  [sim.MaxPlayers]lockstep.Tic // the tic of the last join
	inGame  lockstep.Mask                // mask of the last bundle
	cmds    [sim.MaxPlayers]lockstep.Ticcmd

	picture  picture
	audio    audio
	snapshot sim.Snapshot // working memory of Save
}

// New starts a game at tic 0.
func New(content *Content, params sim.Params) (*Engine, error) {
	e := &Engine{content: content}
	if err := e.reset(params); err != nil {
		return nil, err
	}
	return e, nil
}

// reset begins another game at tic 0, on the same screen. On an error the old one
// goes on.
func (e *Engine) reset(params sim.Params) error {
	game, err := sim.New(e.content.sim, params)
	if err != nil {
		return err
	}
	e.game = game
	e.tic, e.inGame = 0, 0
	e.joined = [sim.MaxPlayers]lockstep.Tic{}
	for i, in := range params.Players {
		if in {
			e.inGame |= 1 << i
		}
	}
	e.picture.beforeTic(game) // there is nothing to come from
	e.audio.join(e)
	return nil
}

// Tic is the next tic to be stepped.
func (e *Engine) Tic() lockstep.Tic { return e.tic }

// Game is the simulation, to be read only.
func (e *Engine) Game() *sim.Game { return e.game }

// Attend makes the engine the console of another slot: whose pick-ups are heard. It
// changes nothing else.
func (e *Engine) Attend(slot int) { e.game.Console = slot & 3 }

// Step executes one sealed tic. It reports which slots' ticcmds showed another
// state than this engine's (the consistancy check: bit N for slot N): where it
// isn't 0, somebody is out of step. The error is for a bundle out of order,
// which is not executed, and for a next map that cannot be loaded.
func (e *Engine) Step(b *lockstep.Bundle) (inconsistent lockstep.Mask, err error) {
	if b.Tic != e.tic {
		return 0, errors.New("step the game: tic " + strconv.Itoa(int(b.Tic)) + " came, tic " + strconv.Itoa(int(e.tic)) + " is next")
	}
	for i := range e.cmds {
		bit := lockstep.Mask(1) << i
		if b.InGame&bit != 0 && e.inGame&bit == 0 {
			e.joined[i] = b.Tic
		}
		if b.InGame&bit != 0 && b.Filled&bit == 0 && b.Tic-e.joined[i] > sim.BackupTics &&
			b.Cmds[i].Consistancy != e.Consistancy(i, b.Tic) {
			inconsistent |= bit
		}
	}
	e.inGame = b.InGame
	e.picture.beforeTic(e.game)
	e.cmds = b.Cmds
	if err := e.game.Tic(&e.cmds, b.InGame); err != nil {
		return inconsistent, err
	}
	e.tic++
	e.picture.afterTic(e.game)
	e.audio.afterTic(e)
	return inconsistent, nil
}

// InGame is the mask of the last bundle.
func (e *Engine) InGame() lockstep.Mask { return e.inGame }

// Consistancy is the value that the slot's ticcmd for a tic carries: 0 in a game
// for one, as in vanilla, whose demos don't have it. The tic may be up to
// BackupTics-1 ahead of the next one to be stepped.
func (e *Engine) Consistancy(slot int, tic lockstep.Tic) int16 {
	if !e.game.NetGame {
		return 0
	}
	return e.game.Consistancy[slot&3][tic%sim.BackupTics]
}

// Hash is over everything that must be equal in all engines of a game.
func (e *Engine) Hash() uint64 { return e.game.Hash() }

// Arsenal tells what weapons a slot's player has, for the choice of the next.
func (e *Engine) Arsenal(slot int, a *input.Arsenal) {
	p := &e.game.Players[slot&3]
	a.Owned = p.WeaponOwned
	a.Ready, a.Pending = p.ReadyWeapon, p.PendingWeapon
	a.Strength = p.Powers[info.PowerStrength] != 0
	a.SuperShotgun = e.content.Mission() >= info.MissionDoom2
}
