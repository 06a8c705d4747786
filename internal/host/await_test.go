package host

import (
	"context"
	"net"
	"testing"
	"time"

	"doomhost/relay"
	"doomhost/relay/wire"
)

// untried is a connection that cannot be tried, as all are on some systems.
type untried struct{ net.Conn }

// rude is a WebSocket that ends without a goodbye.
type rude struct{ *wsConn }

func (c rude) Close(uint16, string) { _ = c.raw.Close() }

// untriedPlayer returns the host's end of a player on a real connection that
// cannot be tried, and the player's end.
func untriedPlayer(t *testing.T, game *Game) (*peer, *bare) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	in := (&testHost{t: t, addr: l.Addr().String()}).connect()
	out, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	conn := rude{new(wsConn)}
	start := time.Now()
	conn.raw.open(untried{out}, func() time.Duration { return time.Since(start) }, patienceOfTests)
	if conn.raw.socket.tries() {
		t.Fatal("the connection can be tried")
	}
	t.Cleanup(func() { conn.Close(0, "") })
	return &peer{kind: gamePeer, conn: conn, viewer: &viewer{conn: conn, game: game}}, in
}

// bundles reads those of the tics up to next.
func bundles(t *testing.T, c *bare, from, next wire.Tic) {
	t.Helper()
	for tic := from; tic < next; tic++ {
		_, payload, err := c.frame()
		if err != nil {
			t.Fatalf("waiting for tic %d: %v", tic, err)
		}
		if b, _, err := wire.DecodeBundle(payload); err != nil || b.Tic != tic {
			t.Fatalf("waiting for tic %d: %+v, %v", tic, b, err)
		}
	}
}

// A player whose connection cannot be tried gets its tics though no mover has time
// for it, and its history by the movers' turns.
func TestAPlayerWhoCannotBeTriedWaitsForNoMover(t *testing.T) {
	h, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	game := newGame(1, wire.Params{}, [wire.NumSlots]string{}, nil, relay.NewLog(bundlePrefix))
	p, in := untriedPlayer(t, game)
	tic := wire.Tic(0)
	for ; tic < 100; tic++ {
		seal(t, game)
		h.tasks.push(p)
		bundles(t, in, tic, tic+1)
	}
	idle := func() bool { return p.viewer.state.Load() == viewerIdle }
	until(t, "nobody has it", idle)
	for range 2 * nearly {
		seal(t, game)
	}
	h.tasks.push(p)
	if len(h.crowd.lagging) != 1 {
		t.Fatal("who lags is not the movers'")
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		h.crowd.movers[0].run(ctx)
		close(done)
	}()
	h.crowd.nudge()
	bundles(t, in, tic, tic+2*nearly)
	until(t, "nobody has it again", idle)
	cancel()
	<-done
	// One who is gone is given up.
	_ = in.Close()
	until(t, "it is given up", func() bool {
		if idle() {
			seal(t, game)
			h.tasks.push(p)
		}
		return p.viewer.dead.Load()
	})
	h.crowd.waiting.Wait()
}
