package trace

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"testing"

	"doomhost/engine/sim"
	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
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

// TestTwinsOfOverruns plays bots in rooms where lists overrun all the time.
func TestTwinsOfOverruns(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(strconv.Itoa(int(seed)), func(t *testing.T) {
			t.Parallel()
			m := wadtest.Room(
				wadtest.Thing{X: 384, Y: 128, Angle: 180, Type: 3001, Options: 7},
				wadtest.Thing{X: 60, Y: 60, Angle: 0, Type: 2001, Options: 7})
			m.AddLines(16, [2]int{40, 128}, [2]int{470, 128}, 97, 99, 0)
			m.AddLines(int(130+10*seed), [2]int{200, 20}, [2]int{200, 236}, 0, 0, 0)
			content, _, err := Content([]*wad.File{
				testwads.Open(t, "freedoom2.wad", testwads.IWAD(t, "freedoom2")),
				testwads.Open(t, "room.wad", judged(m)),
			})
			if err != nil {
				t.Fatal(err)
			}
			params := sim.Params{Episode: 1, Map: 1, Skill: 3, NetGame: true,
				Players: [sim.MaxPlayers]bool{true, true, true, true}}
			plain, err := sim.New(content, params)
			if err != nil {
				t.Fatal(err)
			}
			params.Overruns = true
			twins, err := NewTwins(content, params)
			if err != nil {
				t.Fatal(err)
			}
			bots := NewBots(seed)
			overran := false
			for n := range 1000 {
				if n%9 == 0 {
					if err := twins.Restore(); err != nil {
						t.Fatal(err)
					}
				}
				tic := bots.Tic(twins.Game)
				if err := twins.Tic(&tic); err != nil {
					t.Fatal(err)
				}
				if err := plain.Tic(&tic.Cmds, tic.Mask); err != nil {
					t.Fatal(err)
				}
				overran = overran || plain.GoldenMobjHash() != twins.Game.GoldenMobjHash()
			}
			if !overran {
				t.Error("nothing overran: the game is the one without")
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
			Fast: seed&1 != 0, Respawn: seed&2 != 0, Overruns: seed&4 != 0,
			Players: [sim.MaxPlayers]bool{true, true, true, true},
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
			tic.Cmds[0] = lockstep.Ticcmd{
				Forward: int8(h), Side: int8(h >> 8), AngleTurn: int16(h >> 16), Buttons: uint8(h >> 32),
			}
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
