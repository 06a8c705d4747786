package referee

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"doomhost/engine"
	"doomhost/internal/room"
	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
)

func TestPaceDetectsAFlood(t *testing.T) {
	t.Parallel()
	start := time.Unix(1, 0)
	for _, c := range []struct {
		name    string
		rate    float64 // tics a second
		look    time.Duration
		flooded bool
	}{
		{"a game", lockstep.TicRate, time.Second / lockstep.TicRate, false},
		{"a game checked often", lockstep.TicRate, 2 * time.Millisecond, false},
		{"a game behind a slow player, nine tics at once", lockstep.TicRate, 9 * time.Second / lockstep.TicRate, false},
		{"a flood", 10_000, 2 * time.Millisecond, true},
		{"a flood checked rarely", 10_000, time.Second, true},
		{"a small flood", 400, 10 * time.Millisecond, true},
	} {
		var p pace
		fast := 0
		const looks = 1000
		for i := range looks {
			now := time.Duration(i) * c.look
			if p.flooded(start.Add(now), lockstep.Tic(now.Seconds()*c.rate)) {
				fast++
			}
		}
		if c.flooded && fast < looks*9/10 || !c.flooded && fast > 0 {
			t.Errorf("%s: a flood in %d of %d checks", c.name, fast, looks)
		}
	}
	var p pace
	p.flooded(start, 0)
	if !p.flooded(start.Add(time.Second), 50_000) || p.flooded(start.Add(2*time.Second), 50_035) {
		t.Error("still a flood after its end")
	}
}

func TestRestLeavesTheProcessorToTheRelay(t *testing.T) {
	t.Parallel()
	for _, played := range []time.Duration{0, time.Microsecond, pieceTime, time.Second} {
		if r := rest(played); r < restLeast || r < 3*played {
			t.Errorf("after %v of play it rests for %v", played, r)
		}
	}
}

// flood makes a game of four players whose tics are all sealed before the referee starts.
func flood(t *testing.T, r *Referee, tics int) (*match, []lockstep.Bundle) {
	t.Helper()
	wad, ok := r.cfg.Library.Default()
	if !ok {
		t.Fatal("no game in the library")
	}
	params := wire.Params{WAD: wad.Name, WADID: wad.ID, Episode: 1, Map: 1, Skill: 4, Mode: wire.ModeCoop}
	content, err := r.load(&params)
	if err != nil {
		t.Fatal(err)
	}
	g := &room.Game{Params: params, Log: relay.NewLog([]byte{1, 2})}
	random := rand.New(rand.NewPCG(1, 2))
	var bundles []lockstep.Bundle
	for tic := range lockstep.Tic(tics) {
		b := lockstep.Bundle{Tic: tic, InGame: lockstep.AllSlots, Filled: lockstep.AllSlots}
		for slot := range b.Cmds {
			b.Cmds[slot] = lockstep.Ticcmd{Forward: 50, AngleTurn: int16(random.Uint32()), Buttons: byte(random.Uint32() & 3)}
		}
		if err := g.Log.Append(&b); err != nil {
			t.Fatal(err)
		}
		bundles = append(bundles, b)
	}
	m, err := newMatch(r, g, content)
	if err != nil {
		t.Fatal(err)
	}
	return m, bundles
}

// A referee that lags skips hashes that nobody needs and snapshots that come too close, but
// no tic: at the frontier its state equals that of an engine that played every tic.
func TestRefereeCatchesUpAfterAFlood(t *testing.T) {
	t.Parallel()
	// The score appears every half second, so it is current at the last tic.
	const tics = 6000 / (lockstep.TicRate / 2) * (lockstep.TicRate / 2)
	var kept atomic.Int32
	r := New(Config{
		Library: library(t), Build: "test", Log: slog.New(slog.DiscardHandler),
		Keep: func(*room.Game, Snapshot) { kept.Add(1) },
		now:  func() time.Time { return time.Unix(1, 0) }, // a flood takes no time
	})
	m, bundles := flood(t, r, tics)
	const asked, wrong = 4001, 4003
	native, err := engine.New(m.content, SimParams(&m.game.Params, m.players))
	if err != nil {
		t.Fatal(err)
	}
	hashes := make([]uint64, tics)
	for i := range bundles {
		if _, err := native.Step(&bundles[i]); err != nil {
			t.Fatal(err)
		}
		hashes[i] = native.Hash()
	}
	told := make(chan lockstep.Tic, 9)
	r.cfg.Desync = func(tic lockstep.Tic, _ lockstep.Mask) { told <- tic }
	m.inbox <- report{0, asked, hashes[asked]}
	m.inbox <- report{1, wrong, hashes[wrong] ^ 1}

	ctx, stop := context.WithCancel(t.Context())
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		m.watch(ctx)
	}()
	at := func() lockstep.Tic {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.score.Tic
	}
	for deadline := time.Now().Add(limit); at() < tics && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	stop()
	<-watched
	if m.next != tics || m.engine.Hash() != native.Hash() {
		t.Fatalf("the referee is at tic %d of %d with hash %016x, want %016x", m.next, tics, m.engine.Hash(), native.Hash())
	}
	for tic := lockstep.Tic(tics - window); tic < tics; tic++ {
		needed := tic%hashTics == 0 || tic == tics-1 || tic == asked || tic == wrong
		if h := m.hashes[tic%window]; needed && h != hashes[tic] || !needed && h != 0 {
			t.Errorf("hash %016x of tic %d (needed: %v), the native one is %016x", h, tic, needed, hashes[tic])
		}
	}
	if n := kept.Load(); n != 1 {
		t.Errorf("%d snapshots within no time", n)
	}
	if len(told) != 1 || <-told != wrong {
		t.Errorf("the wrong slots were reported, or tic %d was not", wrong)
	}
}

// The host refuses to replay from a state of long ago.
func TestOldStateIsNotReplayed(t *testing.T) {
	t.Parallel()
	r := New(Config{Library: library(t), Build: "test", Log: slog.New(slog.DiscardHandler)})
	m, bundles := flood(t, r, maxReplay+700)
	for i := range bundles {
		if err := m.step(lockstep.AppendBundle(nil, ptr(m.game.Log.Bundle(lockstep.Tic(i))))); err != nil {
			t.Fatal(err)
		}
	}
	in := &incident{found: m.next, state: m.takeSnapshot()}
	m.snapshots = nil
	m.fresh = Snapshot{}
	if e, err := m.replay(in, m.next); err != nil || e.Hash() != m.engine.Hash() {
		t.Errorf("the state from the discovery: %v", err)
	}
	if _, err := m.replay(in, m.next-1); err != errFar {
		t.Errorf("a state from the tic before, without snapshots: %v, want %v", err, errFar)
	}
	if _, err := m.replay(in, maxReplay/100); err != nil {
		t.Errorf("a state from the beginning: %v", err)
	}
}

func ptr(b lockstep.Bundle, _ error) *lockstep.Bundle { return &b }
