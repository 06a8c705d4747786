package engine

import (
	"math/rand/v2"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
	"doomhost/lockstep"
)

// FuzzPlay plays what strangers may have made: a map whose lumps are anything,
// with a patch and pictures of theirs. What loads is played, drawn, heard, kept
// and taken up again, and no state that play has made may be refused.
func FuzzPlay(f *testing.F) {
	seed := func(change func(m *wadtest.Map), patch string, things ...wadtest.Thing) {
		m := wadtest.Room(things...)
		if change != nil {
			change(m)
		}
		f.Add(m.Things, m.Linedefs, m.Sidedefs, m.Vertexes, m.Segs, m.Subsectors, m.Nodes, m.Sectors, m.Blockmap,
			[]byte(patch), wadtest.Patch(16, 32, 90), uint64(len(patch)))
	}
	at := func(x, kind int) wadtest.Thing {
		return wadtest.Thing{X: x, Y: 120, Angle: 180, Type: kind, Options: 7}
	}
	const head = "Patch File for DeHackEd v3.0\nDoom version = 19\nPatch format = 6\n\n"
	seed(nil, "")
	seed(nil, "", at(384, 3004), at(300, 2035), at(340, 2012), at(200, 2001))
	seed(nil, head+"Thing 2\nHit points = 2000000\nPain chance = 256\nSpeed = 90\nBits = 4194310\n", at(384, 3004), at(400, 3002))
	seed(nil, head+"Pointer 0 (Frame 10)\nCodep Frame = 12\n\nFrame 10\nDuration = 0\n\nMisc 0\nInitial Health = -5\n", at(384, 7))
	seed(nil, head+"Weapon 1\nShooting frame = 10\nAmmo type = 3\n\nAmmo 0\nMax ammo = -7\n\nFrame 174\nNext frame = 174\nDuration = 1\n", at(384, 64), at(350, 58))
	seed(func(m *wadtest.Map) { copy(m.Linedefs[6*14+6:], "\x01\x00") }, "", at(384, 3001))            // a door
	seed(func(m *wadtest.Map) { copy(m.Linedefs[6*14+6:], "\x61\x00") }, "", at(450, 14), at(384, 68)) // a teleporter
	seed(func(m *wadtest.Map) { copy(m.Linedefs[0*14+6:], "\x30\x00"); copy(m.Sectors[22:], "\x09\x00") }, "")
	seed(func(m *wadtest.Map) { copy(m.Sectors[26+22:], "\x0b\x00"); copy(m.Linedefs[6*14+6:], "\x34\x00") }, "", at(384, 2003))

	seed(func(m *wadtest.Map) { // a line without a front
		copy(m.Linedefs[6*14+10:], "\xff\xff")
		copy(m.Segs[2*12+6:], "\x00\x00\x00\x00")
		copy(m.Segs[7*12+6:], "\x00\x00\x00\x00")
	}, "", at(384, 3004))
	seed(func(m *wadtest.Map) { // lists that overrun
		m.AddLines(16, [2]int{40, 128}, [2]int{470, 128}, 97, 99, 0)
		m.AddLines(150, [2]int{200, 20}, [2]int{200, 236}, 0, 0, 0)
	}, "", at(384, 3004))
	seed(func(m *wadtest.Map) { copy(m.Sectors[4:], "DSPISTOL") }, "") // a flat behind the markers

	game := wadtest.Game("MAP01", "MAP02").Bytes()
	f.Fuzz(func(t *testing.T, things, linedefs, sidedefs, vertexes, segs, subsectors, nodes, sectors, blockmap, patch, picture []byte, dice uint64) {
		if len(things) > 10*40 || len(patch) > 4096 || len(picture) > 8192 {
			return // crowds and tomes take long, and show nothing that a few do not
		}
		w := &wadtest.WAD{PWAD: true}
		w.AddMap("MAP01", &wadtest.Map{
			Things: things, Linedefs: linedefs, Sidedefs: sidedefs, Vertexes: vertexes, Segs: segs,
			Subsectors: subsectors, Nodes: nodes, Sectors: sectors, Blockmap: blockmap,
		})
		if len(patch) > 0 {
			w.Set("DEHACKED", patch)
		}
		for _, name := range []string{"PATCHA", "STBAR", "STTNUM0", "PISGA0", "DSPISTOL", "D_RUNNIN"} {
			w.Set(name, picture)
		}
		w.Add("S_START")
		for _, name := range []string{"PLAYA1", "POSSA1", "PISGB0", "PUFFA0"} {
			w.Add(name, picture...)
		}
		w.Add("S_END")
		c, err := Load("fuzz", WAD{Name: "game.wad", Data: game}, WAD{Name: "fuzz.wad", Data: w.Bytes()})
		if err != nil {
			return
		}
		rng := rand.New(rand.NewPCG(dice, 1))
		p := sim.Params{
			Skill: rng.IntN(5), Episode: 1, Map: 1, NetGame: true, Deathmatch: rng.IntN(3), Fast: dice&1 != 0,
			Overruns: dice&4 == 0,
			Players:  [4]bool{true, true, dice&2 != 0},
		}
		e, err := New(c, p)
		if err != nil {
			return
		}
		playAnything(t, e, rng)
	})
}

// playAnything plays two seconds with dice for hands.
func playAnything(t *testing.T, e *Engine, rng *rand.Rand) {
	t.Helper()
	view := View{Config: render.Config{Scale: 1, Width: 320}}
	if err := e.Open(0, view.Config); err != nil {
		t.Fatalf("no screen: %v", err)
	}
	pcm := make([]int16, 2*315)
	b := lockstep.Bundle{InGame: e.InGame()}
	for b.Tic = range lockstep.Tic(70) {
		if b.Tic%10 == 0 {
			for i := range b.Cmds {
				b.Cmds[i] = lockstep.Ticcmd{
					Forward: int8(rng.IntN(101) - 20), Side: int8(rng.IntN(81) - 40), AngleTurn: int16(rng.IntN(1 << 13)),
					Buttons: uint8(rng.IntN(4)) | uint8(rng.IntN(2))<<2 | uint8(rng.IntN(8))<<3,
				}
			}
		}
		if _, err := e.Step(&b); err != nil {
			return // no next map, say
		}
		if b.Tic%14 == 5 {
			view.Player, view.Alpha = int(b.Tic/14)&1, fixed.Fixed(rng.IntN(1<<16))
			e.Draw(view)
			e.Display().ToggleMap(e.Game())
			e.Mix(pcm, 11025)
		}
		if b.Tic == 40 {
			saved, hash := e.Save(nil), e.Hash()
			if err := e.Restore(saved); err != nil {
				t.Fatalf("its own state is refused: %v", err)
			}
			if e.Hash() != hash {
				t.Fatal("a restored state has another hash")
			}
		}
	}
}
