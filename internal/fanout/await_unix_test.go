//go:build unix

package fanout

import (
	"context"
	"io"
	"net"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"doomhost/internal/transport"
	"doomhost/lockstep"
)

// blockingListener accepts connections without non-blocking writes. On some systems all
// connections are like this.
type blockingListener struct{ net.Listener }

func (l blockingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return struct{ net.Conn }{c}, err
}

// abrupt is a WebSocket that closes without a close handshake.
type abrupt struct{ *transport.WebSocket }

func (c abrupt) Close(uint16, string) { c.Abort() }

// peerEnd is the other end of a connection.
type peerEnd struct {
	t  *testing.T
	fd int
}

// expect reads the bundles of the tics from from to before next.
func (p peerEnd) expect(from, next lockstep.Tic) {
	p.t.Helper()
	buf := make([]byte, transport.BundleFrame)
	for tic := from; tic < next; tic++ {
		for got := 0; got < len(buf); {
			n, err := syscall.Read(p.fd, buf[got:])
			if err == syscall.EINTR {
				continue
			}
			if err != nil || n == 0 {
				p.t.Fatalf("waiting for tic %d: %v, %v", tic, err, io.EOF)
			}
			got += n
		}
		if b, _, err := lockstep.DecodeBundle(buf[transport.FrameHeader:]); err != nil || b.Tic != tic {
			p.t.Fatalf("waiting for tic %d: %+v, %v", tic, b, err)
		}
	}
}

// until waits for a condition that another goroutine makes true.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(90 * time.Second); !ok(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("waiting until %s", what)
		}
	}
}

// Without non-blocking writes, a player gets its tics even if no worker has time, and it
// gets its history in the workers' turns.
func TestPlayerWithoutNonBlockingWritesWaitsForNoWorker(t *testing.T) {
	wrap := func(l net.Listener) net.Listener { return blockingListener{l} }
	conns, fds := webSockets(t, 1, wrap)
	peer := peerEnd{t, fds[0]}
	game := newGame()
	s := newSet(1)
	c := NewCursor(abrupt{conns[0]}, game, 0)
	tic := lockstep.Tic(0)
	for ; tic < 100; tic++ {
		seal(t, game)
		s.Push(c)
		peer.expect(tic, tic+1)
	}
	released := func() bool { return c.state.Load() == idle }
	until(t, "the cursor is released", released)
	for range 2 * upToDate {
		seal(t, game)
	}
	s.Push(c)
	if len(s.lagging) != 1 {
		t.Fatal("a cursor that lags is not the set's")
	}
	ctx, cancel := context.WithCancel(context.Background())
	var worker sync.WaitGroup
	worker.Go(func() { s.workers[0].run(ctx) })
	s.Notify()
	peer.expect(tic, tic+2*upToDate)
	until(t, "the cursor is released again", released)
	cancel()
	worker.Wait()
	// The set drops a player that has disconnected.
	_ = syscall.Shutdown(peer.fd, syscall.SHUT_RDWR)
	conns[0].Abort()
	until(t, "the cursor is dead", func() bool {
		if released() {
			seal(t, game)
			s.Push(c)
		}
		return c.dead.Load()
	})
	s.waiting.Wait()
}
