package host

import (
	"sync"
	"time"
)

// handshakePacer spreads WebSocket handshakes: handshakeBurst at once, then one each step.
// A thousand clients that come at the same moment shake hands over a second, and a
// player's ticcmd waits behind one handshake instead of all.
//
// Waiting clients count as connections already (connCounts), so one address delays the
// others for its share of connections at most. Opening a connection, or asking for
// something other than a WebSocket, delays nobody.
type handshakePacer struct {
	step time.Duration // default handshakeStep

	mu   sync.Mutex // guards next
	next time.Time  // when the next handshake may begin
}

const (
	handshakeStep  = time.Millisecond
	handshakeBurst = 16
)

// wait waits for the caller's turn. It returns false if stopped is closed before that.
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

// nextHandshake returns when the handshake after the caller's may begin, and how long the
// caller waits. next is what the call before returned.
func nextHandshake(next, now time.Time, step time.Duration) (time.Time, time.Duration) {
	if least := now.Add(-handshakeBurst * step); next.Before(least) {
		next = least
	}
	next = next.Add(step)
	return next, max(0, next.Sub(now))
}
