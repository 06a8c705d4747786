package sim_test

import (
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// A PWAD with levels for both games does not change the IWAD's game.
func TestAddedMapsDoNotChangeTheGame(t *testing.T) {
	t.Parallel()
	both := &wadtest.WAD{PWAD: true}
	both.Add("MAP01")
	both.Add("THINGS")
	set := testwads.NewSet(t, testwads.Open(t, "freedoom1.wad", testwads.IWAD(t, "freedoom1")), testwads.Open(t, "both.wad", both.Bytes()))
	c, _, err := sim.LoadContent(set)
	if err != nil {
		t.Fatal(err)
	}
	if c.Mission != info.MissionUltimate {
		t.Errorf("Freedoom, phase 1, became %v", c.Mission)
	}
}
