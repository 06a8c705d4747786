package room

import (
	"sync"
	"sync/atomic"
	"time"
)

// clock tells how long the room has run. A long gap between calls means that the process
// was suspended, or that its machine slept or had no time for it; it counts as maxGap. No
// peer was silent in the gap: nobody listened. So the clock leaves gaps out once, and
// nothing that measures silence has to.
//
// keepalive calls now every keepaliveStep, and each message of a peer does, too. maxGap
// is longer than that, and shorter than a player may be late.
//
// The time never goes back: whatever now has returned is at most maxGap after the call
// before, and the time goes on from there.
type clock struct {
	raw func() time.Duration // never goes back

	skipped atomic.Int64 // left out so far
	called  atomic.Int64 // when now was called last, by raw, to within noteEvery

	mu sync.Mutex // held by whoever changes the two
}

const (
	maxGap    = 200 * time.Millisecond
	noteEvery = 10 * time.Millisecond
)

func newClock(raw func() time.Duration) *clock {
	c := &clock{raw: raw}
	c.called.Store(int64(raw()))
	return c
}

// since returns a function that returns the time since start.
func since(start time.Time) func() time.Duration {
	return func() time.Duration { return time.Since(start) }
}

// now is the time. Any goroutine may call it.
func (c *clock) now() time.Duration {
	for {
		skipped, raw := c.skipped.Load(), c.raw()
		gap := raw - time.Duration(c.called.Load())
		if gap > noteEvery {
			c.note()
		}
		// If another goroutine left out a gap meanwhile, raw may be after it.
		if gap <= maxGap && c.skipped.Load() == skipped {
			return raw - time.Duration(skipped)
		}
	}
}

// note notes a call of now.
func (c *clock) note() {
	c.mu.Lock()
	defer c.mu.Unlock()
	raw, called := c.raw(), time.Duration(c.called.Load())
	// In this order: whoever sees the new called must find the new skipped.
	if gap := raw - called; gap > maxGap {
		c.skipped.Add(int64(gap - maxGap))
	}
	c.called.Store(int64(raw))
}
