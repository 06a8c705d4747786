package engine

import (
	"testing"

	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/lockstep"
)

// Who dies alone begins the level again, and the picture melts into the new one.
func TestALevelThatBeginsAgainIsWiped(t *testing.T) {
	const use = 2
	e, err := New(load(t, ""), sim.Params{Skill: 2, Episode: 1, Map: 1, Players: [4]bool{true}})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Open(0, render.Config{}); err != nil {
		t.Fatal(err)
	}
	for tic := range lockstep.Tic(80) {
		b := lockstep.Bundle{Tic: tic, InGame: 1}
		if tic == 50 {
			e.game.Players[0].State = sim.PlayerDead
			b.Cmds[0].Buttons = use
		}
		step(t, e, &b)
		e.Draw(View{})
		if again := e.game.LevelTime < int32(tic); e.picture.wipe.Running() != again {
			t.Fatalf("tic %d, %d tics into the level: wiping is %v", tic, e.game.LevelTime, !again)
		}
	}
	if e.game.LevelTime > 35 {
		t.Fatal("the level did not begin again")
	}
}
