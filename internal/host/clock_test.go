package host

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"doomhost/relay/wire"
)

func TestClockLeavesOutWhenTheHostDidNotRun(t *testing.T) {
	t.Parallel()
	var raw time.Duration
	c := newClock(func() time.Duration { return raw })
	want := time.Duration(0)
	for _, step := range []struct{ passes, counts time.Duration }{
		{time.Millisecond, time.Millisecond},
		{pulseStep, pulseStep},
		{blink, blink},
		{blink + time.Millisecond, blink},
		{pulseStep, pulseStep},
		{6 * time.Second, blink},
		{9 * time.Hour, blink},
		{time.Millisecond, time.Millisecond},
		{pulseStep, pulseStep},
	} {
		raw += step.passes
		want += step.counts
		if got := c.now(); got != want {
			t.Fatalf("after %v more it is %v, want %v", step.passes, got, want)
		}
	}
}

// The process is stopped at any point of any goroutine, often.
func TestClockNeverGoesBack(t *testing.T) {
	t.Parallel()
	var raw atomic.Int64
	c := newClock(func() time.Duration { return time.Duration(raw.Load()) })
	var last atomic.Int64 // what somebody has been told
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50_000 {
				before := last.Load()
				got := int64(c.now())
				if got < before {
					t.Errorf("%v after %v", time.Duration(got), time.Duration(before))
					return
				}
				for before = last.Load(); got > before && !last.CompareAndSwap(before, got); before = last.Load() {
				}
			}
		})
	}
	wg.Go(func() {
		for i := range int64(100_000) {
			raw.Add(1000 + i%7*int64(30*time.Millisecond) + i%101/100*int64(time.Hour))
		}
	})
	wg.Wait()
}

func TestStretchInWhichTheHostDidNotRunIsNobodysSilence(t *testing.T) {
	t.Parallel()
	var leap atomic.Int64
	run := since(time.Now())
	h := startHost(t, Config{raw: func() time.Duration { return run() + time.Duration(leap.Load()) }})
	players := h.launch(2)
	a, b := h.play(players[0], 0), h.play(players[1], 0)
	for tic := range wire.Tic(5) {
		a.send(tic, 1)
		b.send(tic, 2)
		if got := a.bundle(tic); got.InGame != 3 {
			t.Fatalf("after %d hours: %+v", tic, got)
		}
		b.bundle(tic)
		leap.Add(int64(time.Hour))
		h.Host.post(item{due: true})
	}
	if players[0].lobby.say(`{"t":"ping","t0":1}`); players[0].lobby.hear("pong", nil) == nil {
		t.Error("the lobby is gone")
	}
}

func BenchmarkClock(b *testing.B) {
	c := newClock(since(time.Now()))
	b.ReportAllocs()
	for b.Loop() {
		c.now()
	}
}
