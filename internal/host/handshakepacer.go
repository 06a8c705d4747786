package host

import (
	"sync"
	"time"
)

// handshakePacer spreads WebSocket handshakes: handshakeBurst at once, then one each step.
// A thousand clients that arrive together shake hands over a second, so a player's ticcmd
// waits for one handshake instead of for all.
//
// Waiting clients already count as connections (connCounts), so one address delays others
// by its share of connections at most. A TCP connection alone, or a request for anything
// other than a WebSocket, delays nobody.
type handshakePacer struct {
	step time.Duration // default handshakeStep

	mu   sync.Mutex // guards next
	next time.Time  // when the next handshake may begin
}

const (
	handshakeStep  = time.Millisecond
	handshakeBurst = 16
)

// wait waits for the caller's turn. It returns false if stopped is closed first.
func (p *handshakePacer) wait(stopped <-chan struct{}) bool {
	now := time.Now()
	p.mu.Lock()
	var wait time.Duration
	p.next, wait = nextHandshake(p.next, now, p.step)
	p.mu.Unlock()
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

// nextHandshake returns the earliest time of the following handshake, and how long the
// caller waits. next is the time that the previous call returned.
func nextHandshake(next, now time.Time, step time.Duration) (time.Time, time.Duration) {
	if least := now.Add(-handshakeBurst * step); next.Before(least) {
		next = least
	}
	next = next.Add(step)
	return next, max(0, next.Sub(now))
}
