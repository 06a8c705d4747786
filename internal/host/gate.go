package host

import (
	"sync"
	"time"
)

// gate lets WebSockets in one after the other: gateBurst at once, then one every
// step. A thousand who come at the same moment shake hands over a second, and the
// players' goroutines wait behind one of them, not behind them all.
//
// Who waits is counted by the census already, so one address holds the others up for
// its share of connections and no longer; and who merely connects, or asks for
// something else than a WebSocket, holds up nobody.
type gate struct {
	step time.Duration // default gateStep

	mu   sync.Mutex // guards next
	next time.Time  // when the next one may come
}

const (
	gateStep  = time.Millisecond
	gateBurst = 16
)

// wait waits for the caller's turn. It reports false when stopped was closed
// before that.
func (g *gate) wait(stopped <-chan struct{}) bool {
	now := time.Now()
	g.mu.Lock()
	var wait time.Duration
	g.next, wait = gatePass(g.next, now, g.step)
	g.mu.Unlock()
	if wait == 0 {
		return true
	}
	turn := time.NewTimer(wait)
	defer turn.Stop()
	select {
	case <-turn.C:
		return true
	case <-stopped:
		return false
	}
}

// gatePass returns when the one after may come and how long one who comes now
// waits, where next is what the call before returned.
func gatePass(next, now time.Time, step time.Duration) (time.Time, time.Duration) {
	if least := now.Add(-gateBurst * step); next.Before(least) {
		next = least
	}
	next = next.Add(step)
	return next, max(0, next.Sub(now))
}
