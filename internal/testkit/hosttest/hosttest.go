// Package hosttest is what the tests of several packages need of a running host:
// to have it run, and to speak with it. It knows the host by its addresses alone,
// so that the host's own tests use it as well.
package hosttest

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// patience bounds every wait; nothing should come near.
const patience = 90 * time.Second

// Host is a host.Host.
type Host interface {
	Run(ctx context.Context, l net.Listener) error
}

// Serve runs h at a port of its own, until stop is called, or else the test ends.
// It must stop without an error.
func Serve(t testing.TB, h Host) (addr string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx, l) }()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("run the host: %v", err)
			}
		case <-time.After(patience):
			t.Error("the host does not stop")
		}
	})
	t.Cleanup(stop)
	return l.Addr().String(), stop
}

// Dial opens a WebSocket to the host at addr for as long as the test.
func Dial(t testing.TB, addr, path string) *websocket.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, "ws://"+addr+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = ws.CloseNow() })
	return ws
}

// Get asks the host at addr, and reads the answer to its end.
func Get(t testing.TB, addr, path string) (*http.Response, []byte) {
	t.Helper()
	resp, err := http.Get("http://" + addr + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, body
}

// FreePort is a port that nobody listened on a moment ago.
func FreePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // it was held to know that it is free
	return l.Addr().(*net.TCPAddr).Port
}
