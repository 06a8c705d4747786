package host

import (
	"io"
	"net/http"
	"testing"
	"time"

	"doomhost/internal/transport"
)

// until waits until a condition holds.
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for begin := time.Now(); !so(); <-tick.C {
		if time.Since(begin) > patienceOfTests {
			t.Fatal("waited too long until ", what)
		}
	}
}

func TestConnectionsOverTheLimitAreRefusedAtNoCost(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Limits: Limits{Conns: 3, ConnsPerAddress: -1}})
	for range 3 {
		h.bare("/ws/spectate")
	}
	held := func() int {
		h.socketsMu.Lock()
		defer h.socketsMu.Unlock()
		return len(h.sockets)
	}
	var told []*bare
	for range maxRefusals {
		told = append(told, h.bare("/ws/spectate"))
	}
	// All of them stay silent, so the host waits for their goodbyes.
	for range 2 * maxRefusals {
		c := h.connect()
		c.ask("/ws/spectate")
		if status := c.answer(); status != http.StatusServiceUnavailable {
			t.Fatalf("a connection without a place for its refusal gets status %d", status)
		}
	}
	if n := held(); n > 3+maxRefusals {
		t.Errorf("the host holds %d WebSockets", n)
	}
	for _, c := range told {
		if code := c.goodbye(); code != transport.ClosePolicy {
			t.Errorf("a connection over the limit is closed with %d", code)
		}
		// The client answers the goodbye.
		if _, err := c.Write(masked(0x88, "\x03\xf0")); err != nil {
			t.Fatal(err)
		}
	}
	until(t, "the connections are closed", func() bool { return held() == 3 })
	if code := h.bare("/ws/spectate").goodbye(); code != transport.ClosePolicy {
		t.Errorf("later a connection over the limit is closed with %d", code)
	}
}

func TestHTTPConnectionsAreBoundedInAll(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Limits: Limits{Conns: 1, ConnsPerAddress: -1}})
	var silent []*bare
	for range httpMin {
		silent = append(silent, h.connect())
	}
	answer := func() int {
		c := h.connect()
		// The host may close it before it has sent everything.
		_, _ = io.WriteString(c, "GET /api/info HTTP/1.1\r\nHost: "+h.addr+"\r\nConnection: close\r\n\r\n")
		return c.answer()
	}
	if status := answer(); status != 0 {
		t.Errorf("the connection over the limit gets status %d", status)
	}
	for _, c := range silent {
		_ = c.Close()
	}
	until(t, "there is room again", func() bool { return answer() == http.StatusOK })
}

func TestIncompleteRequestTimesOut(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{requestTime: 50 * time.Millisecond})
	c := h.connect()
	if _, err := io.WriteString(c, "POST /api/control/stop HTTP/1.1\r\nHost: "+h.addr+"\r\nContent-Length: 1000\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, c); err != nil {
		t.Errorf("its end: %v", err)
	}
}

// The limit on requests bounds neither the time of an answer nor that of a WebSocket.
func TestRequestTimeoutSparesAnswersAndWebSockets(t *testing.T) {
	t.Parallel()
	const short = 50 * time.Millisecond
	answered := make(chan error, 1)
	h := startHost(t, Config{requestTime: short, Handlers: map[string]http.Handler{
		"GET /slow": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-time.After(4 * short):
			}
			answered <- r.Context().Err()
		}),
	}})
	lobby := h.bare("/ws/lobby")
	if resp, _ := h.get("/slow"); resp.StatusCode != http.StatusOK {
		t.Errorf("a slow answer: status %d", resp.StatusCode)
	}
	if err := <-answered; err != nil {
		t.Errorf("a slow answer: %v", err)
	}
	if _, err := lobby.Write(masked(0x81, `{"t":"ping","t0":1}`)); err != nil {
		t.Fatal(err)
	}
	lobby.until(`"pong"`)
}
