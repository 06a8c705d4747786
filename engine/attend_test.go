package engine

import (
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
	"doomhost/lockstep"
)

// Whoever looks through another player's eyes hears what that one picks up, and
// plays the same game.
func TestPickUpsOfWhomOneAttends(t *testing.T) {
	w := wadtest.Game()
	w.AddMap("MAP01", wadtest.Room(
		wadtest.Thing{X: 384, Y: 128, Angle: 180, Type: 2, Options: 7},
		wadtest.Thing{X: 350, Y: 128, Type: 2014, Options: 7}, // a health bonus
	))
	c, err := Load("", WAD{Name: "room.wad", Data: w.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	play := func(attend bool) (heard int, hash uint64) {
		e, err := New(c, sim.Params{Skill: 2, Episode: 1, Map: 1, NetGame: true, Players: [4]bool{true, true}})
		if err != nil {
			t.Fatal(err)
		}
		if attend {
			e.Attend(1)
		}
		b := lockstep.Bundle{InGame: 3}
		b.Cmds[1].Forward = 50
		for b.Tic = range lockstep.Tic(35) {
			if _, err := e.Step(&b); err != nil {
				t.Fatal(err)
			}
			for _, s := range e.Game().Events().Sounds {
				if s.Sound == info.SoundItemup {
					heard++
				}
			}
		}
		return heard, e.Hash()
	}
	here, hash := play(true)
	there, other := play(false)
	if here != 1 || there != 0 {
		t.Errorf("heard %d times by whom attends, %d times elsewhere", here, there)
	}
	if hash != other {
		t.Error("attending changes the game")
	}
}
