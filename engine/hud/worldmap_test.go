package hud

import (
	"testing"

	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// worldStage returns a game in an intermission of an episode, for tests to advance by
// hand.
func worldStage(t *testing.T, episode int, next int32) *stage {
	s := newStage(t, "freedoom1", render.Config{}, 1, nil)
	s.play(1)
	phases[0].enter(s)
	s.g.Episode = episode
	s.g.Intermission.Next = next
	return s
}

// pass advances the map by a tic.
func (s *stage) pass() {
	s.g.Intermission.Tics++
	s.world.before(s.g, &s.chance)
	s.world.after(s.g, &s.chance)
}

func TestEachSpotBeginsByChance(t *testing.T) {
	for episode, n := range map[int]uint8{1: 10, 2: 0, 3: 6, 4: 0} {
		s := worldStage(t, episode, 1)
		before := s.chance.index
		s.pass()
		if got := s.chance.index - before; got != n {
			t.Errorf("episode %d: %d random numbers, want %d", episode, got, n)
		}
		s.pass()
		if got := s.chance.index - before; got != n {
			t.Errorf("episode %d: numbers are drawn in later tics", episode)
		}
	}
}

func TestSpotsGoRound(t *testing.T) {
	s := worldStage(t, 1, 1)
	changes, last := 0, int32(hidden)
	for range 11*7 + 11 {
		s.pass()
		if f := s.world.frame[0]; f != last {
			if want := (last + 1) % 3; f != want {
				t.Fatalf("frame %d behind %d", f, last)
			}
			changes++
			last = f
		}
	}
	if changes < 7 || changes > 8 {
		t.Errorf("%d changes in 8 periods", changes)
	}
}

func TestFortressGrowsOnTheWay(t *testing.T) {
	for next := int32(1); next <= 8; next++ {
		s := worldStage(t, 2, next)
		for range 50 {
			s.pass()
		}
		for i := range spots[1] {
			seen := s.world.frame[i] != hidden
			if want := spots[1][i].next == next && i != lateSpot; seen != want {
				t.Errorf("to level %d: spot %d is seen: %v", next, i, seen)
			}
		}
		if next == 8 {
			s.g.Intermission.Stage = sim.StageNextMap
			for range 50 {
				s.pass()
			}
			if got := s.world.frame[lateSpot]; got != 2 {
				t.Errorf("the late spot shows frame %d, want its last one", got)
			}
		}
	}
}

func TestMarkerBlinks(t *testing.T) {
	s := worldStage(t, 1, 1)
	s.pass()
	s.g.Intermission.Stage = sim.StageNextMap
	s.pass()
	for count := int32(100); count > 30; count-- {
		s.g.Intermission.Countdown = count
		s.pass()
		if got, want := s.world.marker, count%32 < 20; got != want {
			t.Fatalf("countdown %d: marker %v, want %v", count, got, want)
		}
	}
	s.g.Intermission.Stage = sim.StageGoing
	if s.pass(); !s.world.marker {
		t.Error("the marker does not stay at the end")
	}
}
