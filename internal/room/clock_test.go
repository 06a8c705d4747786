package room

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestClockSkipsGaps(t *testing.T) {
	t.Parallel()
	var raw time.Duration
	c := newClock(func() time.Duration { return raw })
	want := time.Duration(0)
	for _, step := range []struct{ passes, counts time.Duration }{
		{time.Millisecond, time.Millisecond},
		{keepaliveStep, keepaliveStep},
		{maxGap, maxGap},
		{maxGap + time.Millisecond, maxGap},
		{keepaliveStep, keepaliveStep},
		{6 * time.Second, maxGap},
		{9 * time.Hour, maxGap},
		{time.Millisecond, time.Millisecond},
		{keepaliveStep, keepaliveStep},
	} {
		raw += step.passes
		want += step.counts
		if got := c.now(); got != want {
			t.Fatalf("after %v more it is %v, want %v", step.passes, got, want)
		}
	}
}

// Gaps occur often, at any point of any goroutine.
func TestClockNeverGoesBack(t *testing.T) {
	t.Parallel()
	var raw atomic.Int64
	c := newClock(func() time.Duration { return time.Duration(raw.Load()) })
	var last atomic.Int64 // the latest time returned
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

func BenchmarkClock(b *testing.B) {
	c := newClock(since(time.Now()))
	b.ReportAllocs()
	for b.Loop() {
		c.now()
	}
}
