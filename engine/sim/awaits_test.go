package sim

import (
	"testing"

	"doomhost/engine/info"
)

// awaits checks what a game waits for after some tics.
func awaits(t *testing.T, g *Game, when string, want Awaits) {
	t.Helper()
	if got := g.Awaits(); got != want {
		t.Errorf("%s the game waits for %d, want %d", when, got, want)
	}
}

func TestIntermissionsWaitForAPressOnceAllIsCounted(t *testing.T) {
	for mode := range 2 {
		s := together(t, fourStarts(), 0, 1)
		s.Deathmatch = mode
		awaits(t, s.Game, "in a level", AwaitsNothing)
		s.exitLevel()
		s.run(2)
		awaits(t, s.Game, "while it counts", AwaitsNothing)
		s.until(500, "all to be counted", func() bool { return s.Awaits() == AwaitsPress })
		if s.run(500); s.Phase != PhaseIntermission {
			t.Fatal("the intermission ended without a press")
		}
		awaits(t, s.Game, "much later", AwaitsPress)
		s.press()
		awaits(t, s.Game, "after a press", AwaitsNothing)
	}
}

func TestStoriesWaitIfOnlyAPressEndsThem(t *testing.T) {
	c := roomContent(t, info.MissionDoom2, newRoom(), "MAP30")
	s := begin(t, c, Params{Skill: 2, Episode: 1, Map: 30, Players: [MaxPlayers]bool{true}})
	s.startFinale()
	s.run(skipAfter)
	awaits(t, s.Game, "while the text comes", AwaitsNothing)
	s.run(len(c.Tables.Text(s.Finale.Text)) * textSpeed)
	awaits(t, s.Game, "behind the text", AwaitsPress)
	s.press()
	awaits(t, s.Game, "at the cast", AwaitsLeave)

	c = roomContent(t, info.MissionUltimate, newRoom(), "E1M8")
	s = begin(t, c, Params{Skill: 2, Episode: 1, Map: 8, Players: [MaxPlayers]bool{true}})
	s.startFinale()
	s.run(len(c.Tables.Text(s.Finale.Text))*textSpeed + 1)
	awaits(t, s.Game, "at a text that ends by itself", AwaitsNothing)
	s.run(textWait + 1)
	awaits(t, s.Game, "at the episode's picture", AwaitsLeave)
}
