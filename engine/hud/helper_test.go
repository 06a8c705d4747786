package hud

import (
	"bytes"
	"testing"

	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// stage is a game and its display, for tests to play on.
type stage struct {
	testing.TB
	*Display
	g    *sim.Game
	cmds [sim.MaxPlayers]lockstep.Ticcmd
	mask lockstep.Mask
}

func freedoom(t testing.TB, iwad string) *sim.Content {
	t.Helper()
	c, _, err := sim.LoadContent(testwads.Set(t, iwad))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// newStage starts a game on the second skill without monsters, for players 0 to
// players-1.
func newStage(t testing.TB, iwad string, config render.Config, players int, change func(*sim.Params)) *stage {
	t.Helper()
	c := freedoom(t, iwad)
	p := sim.Params{Skill: 1, Episode: 1, Map: 1, NoMonsters: true, NetGame: players > 1}
	s := &stage{TB: t}
	for i := range players {
		p.Players[i] = true
		s.mask |= 1 << i
	}
	if change != nil {
		change(&p)
	}
	var err error
	if s.g, err = sim.New(c, p); err != nil {
		t.Fatal(err)
	}
	s.Display, err = New(render.ContentOf(c), config, p.Console)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// play plays tics with the stage's commands.
func (s *stage) play(tics int) {
	s.Helper()
	for range tics {
		s.Capture(s.g)
		if err := s.g.Tic(&s.cmds, s.mask); err != nil {
			s.Fatal(err)
		}
		s.Tic(s.g)
	}
}

func (s *stage) me() *sim.Player { return &s.g.Players[s.player] }

// shown returns the message at the top, "" for none.
func (s *stage) shown() string {
	if s.messages.tics == 0 {
		return ""
	}
	return string(s.messages.shown.bytes())
}

// shot draws the game's current state and returns a copy of the pixels.
func (s *stage) shot() []byte {
	f, _ := s.Draw(s.g, render.View{Player: s.player, Alpha: render.Now})
	return bytes.Clone(f.Pix)
}
