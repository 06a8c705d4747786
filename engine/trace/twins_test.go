package trace

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"testing"

	"doomhost/engine/sim"
)

// TestTwinsOfRecordedGames plays every recorded run beside a twin that forgets all
// working memory before each tic and one that is saved and restored into another
// engine every so many tics.
func TestTwinsOfRecordedGames(t *testing.T) {
	contents := map[string]*sim.Content{}
	runs := goldenRuns(t)
	for _, r := range runs {
		if key := r.IWAD + " " + r.PWAD; contents[key] == nil {
			contents[key] = goldenContent(t, r.IWAD, r.PWAD)
		}
	}
	for i, r := range runs {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			content := contents[r.IWAD+" "+r.PWAD]
			if err := PlayTwins(content, goldenInput(t, content, &r), 40+i%50); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// fuzzMaps are maps of all kinds; a fuzzer's number picks one.
var fuzzMaps = []struct {
	iwad         string
	episode, num int
}{
	{"freedoom1", 1, 1}, {"freedoom1", 2, 8}, {"freedoom1", 3, 9}, {"freedoom1", 4, 2},
	{"freedoom2", 1, 6}, {"freedoom2", 1, 7}, {"freedoom2", 1, 12}, {"freedoom2", 1, 30},
	{"freedm", 1, 1}, {"freedm", 1, 12},
}

// FuzzTwins plays bots on a map, in which the first player does what the fuzzer
// says, and restores the one twin at random tics. (It takes numbers and no bytes:
// Go shortens inputs of bytes, a minute for each.)
func FuzzTwins(f *testing.F) {
	contents := map[string]*sim.Content{} // read when first played on
	for which := range fuzzMaps {
		f.Add(uint16(which), uint8(which%3), uint8(which%5), uint64(which), uint64(0x0140_0032))
	}
	f.Fuzz(func(t *testing.T, which uint16, deathmatch, skill uint8, seed, hands uint64) {
		m := fuzzMaps[int(which)%len(fuzzMaps)]
		if contents[m.iwad] == nil {
			contents[m.iwad] = goldenContent(t, m.iwad, "")
		}
		rng := rand.New(rand.NewPCG(seed, 7))
		twins, err := NewTwins(contents[m.iwad], sim.Params{
			Episode: m.episode, Map: m.num, Skill: int(skill % 5), Deathmatch: int(deathmatch % 3), NetGame: true,
			Fast: seed&1 != 0, Respawn: seed&2 != 0, Players: [sim.MaxPlayers]bool{true, true, true, true},
		})
		if err != nil {
			t.Fatal(err)
		}
		bots := NewBots(seed)
		for n := range 200 {
			if rng.IntN(40) == 0 {
				if err := twins.Restore(); err != nil {
					t.Fatal(err)
				}
			}
			if rng.IntN(1000) == 0 && twins.Game.Phase == sim.PhaseLevel {
				twins.ExitLevel()
			}
			tic := bots.Tic(twins.Game)
			h := bits.RotateLeft64(hands, n/25*8)
			tic.Cmds[0] = sim.Ticcmd{Forward: int8(h), Side: int8(h >> 8), AngleTurn: int16(h >> 16), Buttons: uint8(h >> 32)}
			if err := twins.Tic(&tic); err != nil {
				var d *TwinDifference
				if errors.As(err, &d) {
					t.Fatalf("%s map %d: %v", m.iwad, m.num, err)
				}
				return // no next map
			}
		}
	})
}
