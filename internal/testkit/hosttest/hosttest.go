// Package hosttest runs a host and connects to it, for the tests of several packages. It
// depends only on the host's URLs, so the host's own tests use it, too.
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

// patience bounds every wait; a wait should need a small part of it.
const patience = 90 * time.Second

// Host is implemented by host.Host.
type Host interface {
	Run(ctx context.Context, l net.Listener) error
}

// Serve runs h on its own port until stop is called or the test ends. The test fails if h
// returns an error.
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

// Dial opens a WebSocket to the host at addr and closes it when the test ends.
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

// Get requests path from the host at addr and reads the whole answer.
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

// FreePort returns a port that was free a moment ago.
func FreePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // only held to find a free port
	return l.Addr().(*net.TCPAddr).Port
}
