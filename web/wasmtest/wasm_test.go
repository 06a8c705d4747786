package wasmtest

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/tetratelabs/wazero/api"

	"doomhost/engine"
	"doomhost/engine/demo"
	"doomhost/engine/fixed"
	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

// session is a game: with made-up players, or one of the IWAD's own demos.
type session struct {
	name    string
	params  sim.Params
	tics    int
	leaving bool // players leave and come back
	played  [][sim.MaxPlayers]lockstep.Ticcmd
}

// demos are the games that people recorded for the IWAD.
func demos(t *testing.T, c *engine.Content) (list []session) {
	t.Helper()
	for _, name := range []string{"DEMO1", "DEMO3"} {
		n, ok := c.Sim().Set.Find(name)
		if !ok {
			t.Fatalf("the IWAD has no %s", name)
		}
		d, err := demo.Parse(c.Sim().Set.Lump(n))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, session{name: name, params: d.Params, tics: len(d.Tics), played: d.Tics})
	}
	return list
}

var sessions = map[string][]session{
	"freedoom1": {
		{name: "E1M1 co-op", params: sim.Params{Skill: 3, Episode: 1, Map: 1, Players: [4]bool{true, true, true, true}, NetGame: true}, tics: 700, leaving: true},
		{name: "E2M4 alone, nightmare", params: sim.Params{Skill: 4, Episode: 2, Map: 4, Players: [4]bool{true}}, tics: 500, leaving: false},
	},
	"freedoom2": {
		{name: "MAP07 deathmatch", params: sim.Params{Skill: 3, Episode: 1, Map: 7, Deathmatch: 1, Players: [4]bool{true, false, true, true}, NetGame: true, Console: 2}, tics: 700, leaving: true},
	},
}

// bundles makes up input: everybody runs, turns, shoots, opens and changes
// weapons.
func (s *session) bundles() []lockstep.Bundle {
	rng := rand.New(rand.NewPCG(35, uint64(s.tics)))
	mask := lockstep.Mask(0)
	for i, in := range s.params.Players {
		if in {
			mask |= 1 << i
		}
	}
	start := mask
	var held [sim.MaxPlayers]lockstep.Ticcmd
	list := make([]lockstep.Bundle, s.tics)
	for t := range s.played {
		list[t] = lockstep.Bundle{Tic: lockstep.Tic(t), InGame: mask, Filled: mask, Cmds: s.played[t]}
	}
	for t := len(s.played); t < len(list); t++ {
		for p := range held {
			if rng.IntN(12) == 0 {
				held[p] = lockstep.Ticcmd{
					Forward:   int8(rng.IntN(101) - 40),
					Side:      int8(rng.IntN(81) - 40),
					AngleTurn: int16(rng.IntN(2561) - 1280),
					Buttons:   uint8(rng.IntN(4)),
				}
				if rng.IntN(6) == 0 {
					held[p].Buttons |= lockstep.ButtonChange | uint8(rng.IntN(8))<<lockstep.ButtonWeaponShift
				}
			}
		}
		if s.leaving && t > 100 && t%90 == 0 {
			mask = start ^ 1<<rng.IntN(sim.MaxPlayers)
		}
		// The ticcmds carry no consistancy, so all are filled.
		list[t] = lockstep.Bundle{Tic: lockstep.Tic(t), InGame: mask, Filled: mask, Cmds: held}
	}
	return list
}

func encode(b *lockstep.Bundle) []byte { return lockstep.AppendBundle(nil, b) }

func (m *module) start(p *sim.Params) {
	flags, players := uint64(0), uint64(0)
	if p.NetGame {
		flags = 1
	}
	for i, in := range p.Players {
		if in {
			players |= 1 << i
		}
	}
	m.must("start", uint64(p.Skill), uint64(p.Episode), uint64(p.Map), uint64(p.Deathmatch), flags, uint64(p.Timer), players, uint64(p.Console))
}

// TestPlaysAsNative compares the state after every tic, and pictures and saved
// states in between.
func TestPlaysAsNative(t *testing.T) {
	wasm := compile(t)
	tics := 0
	for iwad, list := range sessions {
		m := instantiate(t, wasm)
		content := m.loadBoth(iwad)
		for _, s := range append(demos(t, content), list...) {
			native, err := engine.New(content, s.params)
			if err != nil {
				t.Fatal(err)
			}
			if err := native.Open(s.params.Console, render.Config{}); err != nil {
				t.Fatal(err)
			}
			m.start(&s.params)
			for i, b := range s.bundles() {
				if _, err := native.Step(&b); err != nil {
					t.Fatal(err)
				}
				m.step(encode(&b))
				if got, want := m.call("hash"), native.Hash(); got != want {
					t.Fatalf("%s: after tic %d the state's hash is %016x, native %016x", s.name, b.Tic, got, want)
				}
				if i%100 == 99 {
					comparePictures(t, m, native, s.params.Console)
					compareSaved(t, m, native)
				}
				tics++
			}
		}
	}
	if tics < 8_000 {
		t.Fatalf("%d tics compared", tics)
	}
}

func comparePictures(t *testing.T, m *module, native *engine.Engine, player int) {
	t.Helper()
	m.call("view_options", uint64(player), 1, 320, 0, 0)
	m.must("draw", api.EncodeF64(0.25), 0, 0)
	got := m.read(m.call("frame_ptr"), m.call("frame_width")*m.call("frame_height"))
	frame, palette := native.Draw(engine.View{Player: player, Alpha: fixed.Unit / 4, Config: render.Config{Scale: 1, Width: 320}})
	if !bytes.Equal(got, frame.Pix) {
		t.Fatalf("tic %d: the pictures differ", native.Tic())
	}
	if p := m.call("frame_palette"); p != uint64(palette) {
		t.Fatalf("tic %d: palette %d, native %d", native.Tic(), p, palette)
	}
}

// compareSaved hands the state from one engine to the other and back.
func compareSaved(t *testing.T, m *module, native *engine.Engine) {
	t.Helper()
	m.must("save")
	got := append([]byte(nil), m.read(m.call("out_ptr"), m.call("out_len"))...)
	if want := native.Save(nil); !bytes.Equal(got, want) {
		t.Fatalf("tic %d: the saved states differ (%d and %d bytes)", native.Tic(), len(got), len(want))
	}
	m.in(got)
	m.must("restore")
	if err := native.Restore(got); err != nil {
		t.Fatal(err)
	}
}

// TestHandsReachTheRelay builds ticcmds as the Worker does: when the clock says
// so, from keys and mouse.
func TestHandsReachTheRelay(t *testing.T) {
	m := instantiate(t, compile(t))
	data := testwads.IWAD(t, "freedoom1")
	m.load(data, sha256.Sum256(data))
	m.start(&sim.Params{Skill: 2, Episode: 1, Map: 1, Players: [4]bool{true}})
	const forward, attack = 1, 9
	m.call("press", forward)
	m.call("mouse", 12, 0)
	m.call("pace_start", api.EncodeF64(1000), 0, api.EncodeF64(0))
	built := 0
	for now := 1000.0; now < 3000; now++ {
		for {
			tic := int32(uint32(m.call("pace_due", api.EncodeF64(now))))
			if tic < 0 {
				break
			}
			cmd := m.ticcmd(lockstep.Tic(tic))
			want := lockstep.Ticcmd{Forward: 0x19}
			if built == 0 {
				want.AngleTurn = -12 * 8
			}
			if cmd.Consistancy, want.Consistancy = 0, 0; cmd != want {
				t.Fatalf("tic %d: ticcmd %+v, want %+v", tic, cmd, want)
			}
			b := lockstep.Bundle{Tic: lockstep.Tic(tic), InGame: 1, Cmds: [4]lockstep.Ticcmd{cmd}}
			m.step(encode(&b))
			m.call("pace_bundle", api.EncodeF64(now), uint64(tic), 1)
			built++
		}
	}
	if built != 70 {
		t.Errorf("%d ticcmds in two seconds, want 70", built)
	}
	m.call("press", attack)
	m.call("release_all")
	if cmd := m.ticcmd(lockstep.Tic(built)); cmd.Forward != 0 || cmd.Buttons != 0 {
		t.Errorf("ticcmd %+v after all keys were released", cmd)
	}
}

// TestConsistancyShows lets a ticcmd carry another state than ours.
func TestConsistancyShows(t *testing.T) {
	m := instantiate(t, compile(t))
	data := testwads.IWAD(t, "freedoom1")
	m.load(data, sha256.Sum256(data))
	m.start(&sim.Params{Skill: 2, Episode: 1, Map: 1, Players: [4]bool{true}, NetGame: true})
	for tic := range lockstep.Tic(60) {
		b := lockstep.Bundle{Tic: tic, InGame: 1, Cmds: [4]lockstep.Ticcmd{m.ticcmd(tic)}}
		want := int32(0)
		switch {
		case tic == 10:
			b.Cmds[0].Consistancy++ // too early to be checked
		case tic == 40:
			b.Cmds[0].Consistancy++
			want = 1
		case tic == 50:
			b.Cmds[0].Consistancy++
			b.Filled = 1
		}
		if got := m.step(encode(&b)); got != want {
			t.Fatalf("tic %d: inconsistent slots %b, want %b", tic, got, want)
		}
	}
}

// TestBadBytesAreRefused hands over what is no WAD, no bundle, no state.
func TestBadBytesAreRefused(t *testing.T) {
	m := instantiate(t, compile(t))
	m.in(make([]byte, 32))
	m.write(m.call("wad_ptr", 20), []byte("IWAD\xff\xff\xff\xff garbage "))
	m.in([]byte("test"))
	refused := func(name string, args ...uint64) {
		t.Helper()
		if r := uint32(m.call(name, args...)); r != 0 && r != 1<<32-1 {
			t.Errorf("%s did not refuse", name)
		} else if m.call("error_len") == 0 {
			t.Errorf("%s says nothing about why", name)
		}
	}
	refused("load")
	refused("start", 2, 1, 1, 0, 0, 0, 1, 0)
	refused("step")
	refused("restore")
	refused("draw", 0, 0, 0)
	refused("build", 0, 0)
}
