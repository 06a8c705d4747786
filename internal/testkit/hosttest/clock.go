package hosttest

import (
	"sync"
	"time"
)

// Clock is the clock of a host under test. It shows real time until Stop. From then on it
// stands still, except for Pass: the host finds no player late or silent, and seals no tic
// by itself, however slow the machine is.
type Clock struct {
	mu      sync.Mutex // guards all following fields
	start   time.Time
	stopped bool
	passed  time.Duration // what it shows after Stop
}

// NewClock returns a clock that runs.
func NewClock() *Clock { return &Clock{start: time.Now()} }

// Now returns the time since NewClock.
func (c *Clock) Now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stopped {
		return time.Since(c.start)
	}
	return c.passed
}

// Stop stops the clock. A second call does nothing.
func (c *Clock) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.stopped {
		c.passed, c.stopped = time.Since(c.start), true
	}
}

// Pass moves a stopped clock on.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.passed += d
}
