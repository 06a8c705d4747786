package host

import (
	"net/http"
	"testing"
	"time"

	"doomhost/internal/transport"
)

func TestGateLetsABurstInAndThenOneByOne(t *testing.T) {
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
	// Who waited has used up the time; after a pause there is room for a burst
	// again, and for no more.
	later := start.Add(time.Hour)
	for range handshakeBurst {
		if next, wait = nextHandshake(next, later, handshakeStep); wait != 0 {
			t.Fatalf("after an hour one waits %v", wait)
		}
	}
	if _, wait = nextHandshake(next, later, handshakeStep); wait != handshakeStep {
		t.Errorf("behind the second burst one waits %v", wait)
	}
}

func TestWhoMerelyConnectsHoldsUpNobody(t *testing.T) {
	t.Parallel()
	// One by one would take all day.
	h := startHost(t, Config{handshakeStep: time.Hour, Limits: Limits{ConnsPerAddress: -1}})
	for range 5 * handshakeBurst {
		h.connect()
	}
	if resp, _ := h.get("/api/info"); resp.StatusCode != http.StatusOK {
		t.Errorf("status %d", resp.StatusCode)
	}
	h.dial("/ws/lobby").hear("welcome", nil)
}

func TestWhoWaitsAtTheGateIsCountedAndGoesWithTheHost(t *testing.T) {
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
	until(t, "all are counted", func() bool { return counted() == handshakeBurst+waiting })
	// One address makes the queue no longer than that.
	if code := h.bare("/ws/spectate").goodbye(); code != transport.ClosePolicy {
		t.Errorf("one more is closed with %d", code)
	}
	go h.stop()
	for _, c := range queue {
		if status := c.answer(); status != http.StatusServiceUnavailable {
			t.Errorf("who waits gets status %d", status)
		}
	}
	h.stop()
}
