package host

import (
	"sync"
	"sync/atomic"
	"time"
)

// clock tells how long the host has run. A stretch in which the process did not run,
// as it was stopped, or its machine slept or had no time for it, counts as blink: no
// peer was silent in it, nobody listened. So it is left out here, once for all, and not
// where silence is measured.
//
// That it runs shows in its being asked: the pulse asks every pulseStep, each message
// of a peer more often. blink is more than that, and less than a player may be late by.
//
// Its time never goes back: what it has told is at most blink beyond when it was asked
// last, and from there it goes on.
type clock struct {
	raw func() time.Duration // never goes back

	lost  atomic.Int64 // left out so far
	asked atomic.Int64 // when it was asked last, by raw, to about a look

	mu sync.Mutex // held by who changes the two
}

const (
	blink = 200 * time.Millisecond
	look  = 10 * time.Millisecond
)

func newClock(raw func() time.Duration) *clock {
	c := &clock{raw: raw}
	c.asked.Store(int64(raw()))
	return c
}

// since returns what tells the time since start.
func since(start time.Time) func() time.Duration {
	return func() time.Duration { return time.Since(start) }
}

// now is the time. Any goroutine may ask.
func (c *clock) now() time.Duration {
	for {
		lost, raw := c.lost.Load(), c.raw()
		silent := raw - time.Duration(c.asked.Load())
		if silent > look {
			c.note()
		}
		// Where somebody has left out a stretch meanwhile, raw may be after it.
		if silent <= blink && c.lost.Load() == lost {
			return raw - time.Duration(lost)
		}
	}
}

// note notes that the clock is asked.
func (c *clock) note() {
	c.mu.Lock()
	defer c.mu.Unlock()
	raw, asked := c.raw(), time.Duration(c.asked.Load())
	// In this order: who sees the new asked must find the new lost.
	if silent := raw - asked; silent > blink {
		c.lost.Add(int64(silent - blink))
	}
	c.asked.Store(int64(raw))
}
