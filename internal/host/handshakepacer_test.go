package host

import (
	"net/http"
	"testing"
	"time"

	"doomhost/internal/transport"
)

func TestPacerPassesABurstThenOneEachStep(t *testing.T) {
	start := time.Unix(1000, 0)
	var next time.Time
	var wait time.Duration
	for i := range handshakeBurst {
		if next, wait = nextHandshake(next, start, handshakeStep); wait != 0 {
			t.Fatalf("number %d waits %v", i, wait)
		}
	}
	for i := range 1000 {
		next, wait = nextHandshake(next, start, handshakeStep)
		if want := time.Duration(i+1) * handshakeStep; wait != want {
			t.Fatalf("number %d behind the burst waits %v, want %v", i, wait, want)
		}
	}
	// Waiting uses up the time; after a pause, one more burst passes at once, and no more.
	later := start.Add(time.Hour)
	for range handshakeBurst {
		if next, wait = nextHandshake(next, later, handshakeStep); wait != 0 {
			t.Fatalf("after an hour a handshake waits %v", wait)
		}
	}
	if _, wait = nextHandshake(next, later, handshakeStep); wait != handshakeStep {
		t.Errorf("behind the second burst a handshake waits %v", wait)
	}
}

func TestIdleConnectionsDelayNoHandshake(t *testing.T) {
	t.Parallel()
	// At this pace, one handshake after another would take all day.
	h := startHost(t, Config{handshakeStep: time.Hour, Limits: Limits{ConnsPerAddress: -1}})
	for range 5 * handshakeBurst {
		h.connect()
	}
	if resp, _ := h.get("/api/info"); resp.StatusCode != http.StatusOK {
		t.Errorf("status %d", resp.StatusCode)
	}
	h.dial("/ws/lobby").hear("welcome", nil)
}

func TestWaitingHandshakesCountAndEndWithTheHost(t *testing.T) {
	t.Parallel()
	const waiting = 4
	h := startHost(t, Config{handshakeStep: time.Hour, Limits: Limits{ConnsPerAddress: handshakeBurst + waiting}})
	for range handshakeBurst {
		h.bare("/ws/spectate")
	}
	var queue []*bare
	for range waiting {
		c := h.connect()
		c.ask("/ws/spectate")
		queue = append(queue, c)
	}
	counted := func() int {
		h.countMu.Lock()
		defer h.countMu.Unlock()
		return h.conns.all
	}
	until(t, "all handshakes are counted", func() bool { return counted() == handshakeBurst+waiting })
	// One address cannot make the queue longer than its share of connections.
	if code := h.bare("/ws/spectate").goodbye(); code != transport.ClosePolicy {
		t.Errorf("one more is closed with %d", code)
	}
	go h.stop()
	for _, c := range queue {
		if status := c.answer(); status != http.StatusServiceUnavailable {
			t.Errorf("a waiting client gets status %d", status)
		}
	}
	h.stop()
}
