package sim_test

import (
	"strings"
	"testing"

	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// A DEHACKED lump without a patch does not stop the game.
func TestLumpWithoutAPatch(t *testing.T) {
	t.Parallel()
	for _, lump := range []string{"", "# a comment alone\n", "\x00\x01\x02"} {
		w := wadtest.Game("MAP01")
		w.Set("DEHACKED", []byte(lump))
		_, warnings, err := sim.LoadContent(testwads.NewSet(t, testwads.Open(t, "odd.wad", w.Bytes())))
		if err != nil {
			t.Fatalf("%q: %v", lump, err)
		}
		if len(warnings) != 1 || !strings.Contains(warnings[0], "odd.wad") || !strings.Contains(warnings[0], "DEHACKED") {
			t.Errorf("%q: warnings %q", lump, warnings)
		}
	}
}
