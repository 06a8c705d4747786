package room

import (
	"sync"
	"sync/atomic"
	"time"
)

// clock measures how long the room has run. A long gap between calls means that the
// process was suspended, or that its machine slept or was overloaded; the gap counts as
// maxGap. A peer was not silent during the gap: the host was not listening. Because the
// clock skips gaps, code that measures silence does not need to.
//
// keepalive calls now every keepaliveStep, and so does each message of a peer. maxGap is
// longer than keepaliveStep, and shorter than the delay that a player is allowed.
//
// The time never goes back: now returns at most maxGap more than the previous call did,
// and the time continues from there.
type clock struct {
	raw func() time.Duration // never goes back

	skipped atomic.Int64 // total of the skipped gaps
	called  atomic.Int64 // time of the last call of now, by raw, to within noteEvery

	mu sync.Mutex // held to change skipped or called
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

// now returns the time. Any goroutine may call it.
func (c *clock) now() time.Duration {
	for {
		skipped, raw := c.skipped.Load(), c.raw()
		gap := raw - time.Duration(c.called.Load())
		if gap > noteEvery {
			c.note()
		}
		// Retry if another goroutine skipped a gap meanwhile: raw may be later than the gap.
		if gap <= maxGap && c.skipped.Load() == skipped {
			return raw - time.Duration(skipped)
		}
	}
}

// note records a call of now.
func (c *clock) note() {
	c.mu.Lock()
	defer c.mu.Unlock()
	raw, called := c.raw(), time.Duration(c.called.Load())
	// The order matters: a goroutine that sees the new called must see the new skipped.
	if gap := raw - called; gap > maxGap {
		c.skipped.Add(int64(gap - maxGap))
	}
	c.called.Store(int64(raw))
}
