package sim_test

import (
	"bytes"
	"errors"
	"testing"

	"doomhost/engine/sim"
)

var seal = sim.Seal{Build: "test build", Content: [32]byte{1, 2, 3}}

// snapshotAfter returns a bot game after a number of tics; exits are the tics at which its
// levels end.
func snapshotAfter(t testing.TB, c *sim.Content, p sim.Params, tics int, exits ...int) (*sim.Game, *sim.Snapshot, *input) {
	t.Helper()
	in := bots(p, tics+100, 13)
	g := start(t, c, in.Params)
	for i := range tics {
		for _, exit := range exits {
			if exit == i {
				g.ExitLevel()
			}
		}
		play(t, g, in, i, i+1)
	}
	snap := new(sim.Snapshot)
	g.Snapshot(snap)
	return g, snap, in
}

func TestDecodedStatePlaysOnIdentically(t *testing.T) {
	one, two := content(t, "freedoom1", "conformance1"), content(t, "freedoom2", "conformance2")
	for _, test := range []struct {
		name  string
		c     *sim.Content
		p     sim.Params
		tics  int
		exits []int
	}{
		{"first tic", two, sim.Params{Map: 1, Skill: 2}, 1, nil},
		{"movers and buttons", two, sim.Params{Map: 2, Skill: 2}, 1500, nil},
		{"monsters", two, sim.Params{Map: 6, Skill: 3}, 1500, nil},
		{"fast monsters", one, sim.Params{Episode: 4, Map: 6, Skill: 4}, 500, nil},
		{"altdeath", two, sim.Params{Map: 9, Skill: 2, Deathmatch: 2}, 1200, nil},
		{"intermission", one, sim.Params{Episode: 1, Map: 1, Skill: 2}, 60, []int{20}},
		{"finale", one, sim.Params{Episode: 2, Map: 8, Skill: 2}, 60, []int{20}},
		{"a large map", content(t, "freedoom2"), sim.Params{Map: 28, Skill: 3}, 400, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, snap, in := snapshotAfter(t, test.c, test.p, test.tics, test.exits...)
			if fault := snap.Fault(); fault != "" {
				t.Fatalf("the validator rejects a valid state: %s", fault)
			}
			data := snap.Encode(nil, seal)
			back, err := test.c.Decode(data, seal)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(back.Encode(nil, seal), data) {
				t.Error("encoding the decoded state gives different bytes")
			}
			p := test.p
			p.Console = 3
			other := start(t, test.c, bots(p, 0, 0).Params)
			if err := other.Restore(back); err != nil {
				t.Fatal(err)
			}
			if other.Hash() != g.Hash() {
				t.Fatal("the decoded state differs")
			}
			play(t, g, in, test.tics, len(in.Tics))
			play(t, other, in, test.tics, len(in.Tics))
			if other.Hash() != g.Hash() {
				t.Error("the decoded state plays on differently")
			}
		})
	}
}

// The content may be one with fast monsters, as Game.Content returns it.
func TestDecodeUsesTheStatesTables(t *testing.T) {
	c := content(t, "freedoom1")
	fast := start(t, c, sim.Params{Episode: 1, Map: 2, Skill: 4, Players: [4]bool{true}})
	g, snap, in := snapshotAfter(t, c, sim.Params{Episode: 1, Map: 3, Skill: 2}, 100)
	back, err := fast.Content().Decode(snap.Encode(nil, seal), seal)
	if err != nil {
		t.Fatal(err)
	}
	if err := fast.Restore(back); err != nil {
		t.Fatal(err)
	}
	play(t, g, in, 100, len(in.Tics))
	play(t, fast, in, 100, len(in.Tics))
	if fast.Hash() != g.Hash() {
		t.Error("monsters are not as fast as in the game that was saved")
	}
}

func TestEqualStatesHaveEqualEncodingsOnAnyConsole(t *testing.T) {
	c := content(t, "freedm")
	_, a, _ := snapshotAfter(t, c, sim.Params{Map: 2, Skill: 2, Deathmatch: 1}, 300)
	_, b, _ := snapshotAfter(t, c, sim.Params{Map: 2, Skill: 2, Deathmatch: 1, Console: 1}, 300)
	if !bytes.Equal(a.Encode(nil, seal), b.Encode(nil, seal)) {
		t.Error("they differ")
	}
}

func TestDecodeSaysWhyItRefuses(t *testing.T) {
	c := content(t, "freedm")
	_, snap, _ := snapshotAfter(t, c, sim.Params{Map: 1, Skill: 2, Deathmatch: 1}, 50)
	data := snap.Encode(nil, seal)
	changed := func(i int) []byte {
		d := bytes.Clone(data)
		d[i] ^= 0x10
		return d
	}
	for _, test := range []struct {
		name string
		data []byte
		seal sim.Seal
		want error
	}{
		{"another build", data, sim.Seal{Build: "other", Content: seal.Content}, sim.ErrOtherBuild},
		{"another version", changed(4), seal, sim.ErrOtherBuild},
		{"other WADs", data, sim.Seal{Build: seal.Build}, sim.ErrOtherContent},
		{"a changed byte", changed(len(data) / 2), seal, sim.ErrBadState},
		{"cut off", data[:len(data)-1], seal, sim.ErrBadState},
		{"too long", append(bytes.Clone(data), 0), seal, sim.ErrBadState},
	} {
		if _, err := c.Decode(test.data, test.seal); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	if _, err := c.Decode([]byte("no state"), seal); err == nil {
		t.Error("a text was taken for a state")
	}
}

// An attacker may cut a state off anywhere and seal it again.
func TestEveryTruncationIsRefused(t *testing.T) {
	c := content(t, "freedm")
	_, snap, _ := snapshotAfter(t, c, sim.Params{Map: 1, Skill: 2, Deathmatch: 1}, 50)
	body := sim.Body(snap.Encode(nil, seal), seal)
	for n := 0; n < len(body); n += 1 + n/200 {
		if _, err := c.Decode(sim.Reseal(body[:n], seal), seal); !errors.Is(err, sim.ErrBadState) {
			t.Fatalf("%d of %d bytes: %v", n, len(body), err)
		}
	}
}

// mutate changes random bytes of a body, or whole numbers.
func mutate(body []byte, seed uint32) []byte {
	body = bytes.Clone(body)
	draw := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(uint64(seed) * uint64(n) >> 32)
	}
	for range 1 + draw(4) {
		i := draw(len(body))
		switch draw(4) {
		case 0:
			body[i] ^= 1 << draw(8)
		case 1:
			body[i] = byte(draw(256))
		case 2:
			for j := i; j < min(i+4, len(body)); j++ {
				body[j] = 0xff
			}
		default:
			copy(body[i:], body[draw(len(body)):][:min(8, len(body)-max(i, len(body)-8))])
		}
	}
	return body
}

// survive decodes a forged body and, if Decode accepts it, plays on from it. The result
// is arbitrary, but must not be a crash or a hang.
func survive(t *testing.T, c *sim.Content, body []byte, in *input) (taken bool) {
	snap, err := c.Decode(sim.Reseal(body, seal), seal)
	if err != nil {
		return false
	}
	g := start(t, c, in.Params)
	if err := g.Restore(snap); err != nil {
		return false
	}
	for i := range 70 {
		if err := g.Tic(&in.Tics[i].Cmds, in.Tics[i].Mask); err != nil {
			return true // the next map does not exist
		}
	}
	again := new(sim.Snapshot)
	g.Snapshot(again)
	if fault := again.Fault(); fault != "" {
		t.Errorf("playing on from a forged state led to a broken one: %s", fault)
	}
	return true
}

func TestForgedStatesCrashNothing(t *testing.T) {
	c := content(t, "freedoom2", "conformance2")
	taken := 0
	for _, base := range []struct {
		p     sim.Params
		tics  int
		exits []int
	}{
		{sim.Params{Map: 2, Skill: 2}, 700, nil},
		{sim.Params{Map: 5, Skill: 3}, 700, nil},
		{sim.Params{Map: 1, Skill: 3}, 60, []int{20}},
	} {
		_, snap, in := snapshotAfter(t, c, base.p, base.tics, base.exits...)
		body := sim.Body(snap.Encode(nil, seal), seal)
		for i := range 300 {
			if survive(t, c, mutate(body, uint32(i)), in) {
				taken++
			}
		}
	}
	if taken == 0 {
		t.Error("no forged state was accepted, so playing on was not tested")
	}
}

func FuzzDecode(f *testing.F) {
	c := content(f, "freedm")
	in := bots(sim.Params{Map: 1, Skill: 2, Deathmatch: 2}, 400, 13)
	g := start(f, c, in.Params)
	play(f, g, in, 0, 300)
	snap := new(sim.Snapshot)
	g.Snapshot(snap)
	body := sim.Body(snap.Encode(nil, seal), seal)
	// The input is a change to a valid state: the offset, then the new bytes.
	f.Add(uint32(0), []byte{})
	f.Add(uint32(100), []byte{1, 2, 3, 4})
	f.Fuzz(func(t *testing.T, at uint32, change []byte) {
		forged := bytes.Clone(body)
		copy(forged[int(at)%len(forged):], change)
		survive(t, c, forged, in)
	})
}

// FuzzDecodeBytes also changes the header and the digest.
func FuzzDecodeBytes(f *testing.F) {
	c := content(f, "freedm")
	g := start(f, c, sim.Params{Map: 1, Skill: 2, Players: [4]bool{true}})
	snap := new(sim.Snapshot)
	g.Snapshot(snap)
	data := snap.Encode(nil, seal)
	f.Add(data)
	f.Add(data[:60])
	f.Add([]byte("DHST"))
	f.Fuzz(func(t *testing.T, data []byte) {
		back, err := c.Decode(data, seal)
		if err == nil && !bytes.Equal(back.Encode(nil, seal), data) {
			t.Error("an accepted state encodes to different bytes")
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	g := busy(b, 0)
	var snap sim.Snapshot
	g.Snapshot(&snap)
	var data []byte
	for b.Loop() {
		data = snap.Encode(data[:0], seal)
	}
	b.ReportMetric(float64(len(data)), "bytes")
}

func BenchmarkDecode(b *testing.B) {
	g := busy(b, 0)
	var snap sim.Snapshot
	g.Snapshot(&snap)
	data := snap.Encode(nil, seal)
	for b.Loop() {
		if _, err := g.Content().Decode(data, seal); err != nil {
			b.Fatal(err)
		}
	}
}
