package engine

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/input"
	"doomhost/engine/render"
	"doomhost/engine/sim"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
)

func load(t testing.TB, build string) *Content {
	t.Helper()
	data := testwads.IWAD(t, "freedoom1")
	c, err := Load(build, WAD{Name: "freedoom1.wad", Data: data, Sum: sha256.Sum256(data)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func params(console int) sim.Params {
	return sim.Params{Skill: 3, Episode: 1, Map: 1, NetGame: true, Players: [4]bool{true, true}, Console: console}
}

func start(t testing.TB, c *Content, console int) *Engine {
	t.Helper()
	e, err := New(c, params(console))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// walk makes up the bundle of a tic in which both players run about.
func walk(e *Engine, tic lockstep.Tic, mask lockstep.Mask) *lockstep.Bundle {
	rng := rand.New(rand.NewPCG(uint64(tic/10), 7))
	b := &lockstep.Bundle{Tic: tic, InGame: mask}
	for i := range b.Cmds {
		b.Cmds[i] = lockstep.Ticcmd{
			Forward: int8(rng.IntN(100) - 30), AngleTurn: int16(rng.IntN(2000) - 1000), Buttons: uint8(rng.IntN(4)),
			Consistancy: e.Consistancy(i, tic),
		}
	}
	return b
}

func step(t testing.TB, e *Engine, b *lockstep.Bundle) lockstep.Mask {
	t.Helper()
	bad, err := e.Step(b)
	if err != nil {
		t.Fatal(err)
	}
	return bad
}

func TestConsolesAgree(t *testing.T) {
	c := load(t, "")
	a, b := start(t, c, 0), start(t, c, 1)
	if err := b.Open(1, render.Config{Scale: 2, Width: 426}); err != nil {
		t.Fatal(err)
	}
	for tic := range lockstep.Tic(300) {
		bundle := walk(a, tic, 3)
		if bad := step(t, a, bundle) | step(t, b, bundle); bad != 0 {
			t.Fatalf("tic %d: slots %04b are inconsistent", tic, bad)
		}
		b.Draw(View{Player: int(tic / 20 & 1), Alpha: fixed.Fixed(tic * 999), Config: render.Config{Scale: 2, Width: 426}})
		b.Mix(make([]int16, 64), 44100)
		if a.Hash() != b.Hash() {
			t.Fatalf("tic %d: the hashes differ", tic)
		}
	}
}

func TestBundlesComeInOrder(t *testing.T) {
	e := start(t, load(t, ""), 0)
	step(t, e, walk(e, 0, 3))
	before := e.Hash()
	for _, tic := range []lockstep.Tic{0, 2, 1 << 31} {
		if _, err := e.Step(&lockstep.Bundle{Tic: tic, InGame: 3}); err == nil {
			t.Errorf("tic %d was executed where 1 is next", tic)
		}
	}
	if e.Hash() != before || e.Tic() != 1 {
		t.Error("a refused bundle changed something")
	}
}

func TestConsistancyIsCheckedWhereItMustBe(t *testing.T) {
	e := start(t, load(t, ""), 0)
	for tic := range lockstep.Tic(100) {
		mask := lockstep.Mask(3)
		if tic >= 40 && tic < 50 {
			mask = 1 // slot 1 is away
		}
		b := walk(e, tic, mask)
		b.Cmds[1].Consistancy ^= 0x55
		want := lockstep.Mask(2)
		switch {
		case tic <= 12, mask == 1, tic >= 50 && tic <= 62:
			want = 0 // too early, absent, just back
		case tic%2 == 0:
			b.Filled = 2
			want = 0
		}
		if bad := step(t, e, b); bad != want {
			t.Fatalf("tic %d: inconsistent slots %04b, want %04b", tic, bad, want)
		}
	}
}

func TestSaveAndRestore(t *testing.T) {
	c := load(t, "one")
	a, b := start(t, c, 0), start(t, c, 1)
	for tic := range lockstep.Tic(90) {
		step(t, a, walk(a, tic, 1+2*lockstep.Mask(tic/80)))
	}
	saved := a.Save(nil)
	if err := b.Restore(saved); err != nil {
		t.Fatal(err)
	}
	if b.Hash() != a.Hash() || b.Tic() != 90 || b.InGame() != a.InGame() {
		t.Fatalf("restored to tic %d, hash %x; want tic 90, hash %x", b.Tic(), b.Hash(), a.Hash())
	}
	if again := b.Save(nil); !bytes.Equal(again, saved) {
		t.Error("what was restored is saved as something else")
	}
	// Slot 1 joined at tic 80: its checks begin at the same tic in both.
	for tic := lockstep.Tic(90); tic < 120; tic++ {
		bundle := walk(a, tic, 3)
		bundle.Cmds[1].Consistancy ^= 1
		if x, y := step(t, a, bundle), step(t, b, bundle); x != y || a.Hash() != b.Hash() {
			t.Fatalf("tic %d: inconsistent slots %04b and %04b", tic, x, y)
		}
	}
}

func TestRestoreRefusesOthersAndDamage(t *testing.T) {
	c := load(t, "one")
	e := start(t, c, 0)
	for tic := range lockstep.Tic(20) {
		step(t, e, walk(e, tic, 3))
	}
	saved, before := e.Save(nil), e.Hash()
	if err := start(t, load(t, "two"), 0).Restore(saved); !errors.Is(err, sim.ErrOtherBuild) {
		t.Errorf("another build's state: %v", err)
	}
	for n := 0; n < len(saved); n += 997 {
		if e.Restore(saved[:n]) == nil {
			t.Errorf("a state cut off after %d of %d bytes was restored", n, len(saved))
		}
	}
	if e.Hash() != before {
		t.Error("a refused state changed something")
	}
}

func TestArsenalIsThePlayers(t *testing.T) {
	e := start(t, load(t, ""), 0)
	step(t, e, walk(e, 0, 3))
	var a input.Arsenal
	e.Arsenal(0, &a)
	p := &e.Game().Players[0]
	if a.Owned != p.WeaponOwned || a.Ready != p.ReadyWeapon || a.SuperShotgun {
		t.Errorf("arsenal %+v", a)
	}
}

func TestBadWADsAreNamed(t *testing.T) {
	if _, err := Load(""); err == nil {
		t.Error("a game was loaded without a WAD")
	}
	data := testwads.IWAD(t, "freedoom1")
	for _, n := range []int{0, 3, 12, 1 << 20} {
		if _, err := Load("", WAD{Name: "broken.wad", Data: data[:n]}); err == nil || !bytes.Contains([]byte(err.Error()), []byte("broken.wad")) {
			t.Errorf("%d bytes of a WAD: %v", n, err)
		}
	}
}

func TestTicAndFrameAllocateNothing(t *testing.T) {
	e := start(t, load(t, ""), 0)
	if err := e.Open(0, render.Config{}); err != nil {
		t.Fatal(err)
	}
	bundles := make([]*lockstep.Bundle, 900)
	for tic := range bundles {
		bundles[tic] = walk(e, lockstep.Tic(tic), 3)
	}
	pcm := make([]int16, 2*44100/35)
	tic := 0
	frame := func() {
		bundles[tic].Filled = 15
		step(t, e, bundles[tic])
		tic++
		e.Draw(View{Alpha: fixed.Unit / 2})
		e.Mix(pcm, 44100)
		e.Hash()
	}
	for range 400 {
		frame()
	}
	if n := testing.AllocsPerRun(400, frame); n != 0 {
		t.Errorf("%v allocations a tic, a frame and its sound", n)
	}
	loudest := int16(0)
	for _, s := range pcm {
		loudest = max(loudest, s)
	}
	if loudest == 0 {
		t.Error("the game is silent")
	}
}

func BenchmarkTic(b *testing.B) {
	c := load(b, "")
	e := start(b, c, 0)
	for i := 0; b.Loop(); i++ {
		if i%5000 == 0 {
			b.StopTimer()
			e = start(b, c, 0)
			b.StartTimer()
		}
		step(b, e, walk(e, lockstep.Tic(i%5000), 3))
	}
}

func BenchmarkHash(b *testing.B) {
	e := start(b, load(b, ""), 0)
	for b.Loop() {
		e.Hash()
	}
}

func BenchmarkSave(b *testing.B) {
	e := start(b, load(b, ""), 0)
	var buf []byte
	for b.Loop() {
		buf = e.Save(buf[:0])
	}
	b.ReportMetric(float64(len(buf)), "bytes")
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load(b, "")
	}
}
