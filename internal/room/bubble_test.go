package room

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
)

// inBubble runs a room in a bubble of synctest, where time passes at once when every
// goroutine waits. The tests of the room's times need no real time and depend on no load.
func inBubble(t *testing.T, cfg Config, test func(t *testing.T, b *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		tokens := 0
		cfg.Log = slog.New(slog.DiscardHandler)
		if cfg.Idle == 0 {
			cfg.Idle = -1
		}
		cfg.Relay.NewToken = func() string {
			tokens++
			return "token" + strconv.Itoa(tokens)
		}
		b := &bubble{Room: New(cfg), t: t}
		ctx, cancel := context.WithCancel(context.Background())
		b.all.Go(func() { b.Run(ctx, ctx) })
		t.Cleanup(func() {
			for _, c := range b.conns {
				c.leave(relay.CloseGone)
			}
			synctest.Wait()
			cancel()
			b.all.Wait()
		})
		synctest.Wait()
		test(t, b)
	})
}

// bubble is a running room and its peers.
type bubble struct {
	*Room
	t     *testing.T
	all   sync.WaitGroup
	conns []*memConn
}

// memConn is the host's end of a connection in memory; the test is the peer.
type memConn struct {
	b     *bubble
	inbox chan []byte
	gone  chan struct{} // closed when the connection ends

	mu    sync.Mutex // guards all following fields
	sent  [][]byte   // messages from the host that the test has not read
	ended ending
	heard time.Duration
	pings []time.Duration
}

// ending is how and when a connection ended; code 0 means that it is open.
type ending struct {
	code   relay.CloseCode
	reason string
	at     time.Duration
}

// dial connects a peer.
func (b *bubble) dial(serve func(c *memConn)) *memConn {
	c := &memConn{b: b, inbox: make(chan []byte), gone: make(chan struct{}), heard: b.Now()}
	b.conns = append(b.conns, c)
	b.all.Go(func() { serve(c) })
	synctest.Wait()
	return c
}

func (b *bubble) lobby() *memConn { return b.dial(func(c *memConn) { b.ServeLobby(c, "10.0.0.1") }) }

func (b *bubble) play(slot lockstep.Slot, token string) *memConn {
	return b.dial(func(c *memConn) { b.ServeGame(c, "10.0.0.1", slot, token, 0) })
}

func (c *memConn) Read(context.Context) ([]byte, error) {
	select {
	case msg := <-c.inbox:
		c.mu.Lock()
		defer c.mu.Unlock()
		c.heard = c.b.Now()
		return msg, nil
	case <-c.gone:
		return nil, closedWith(c.ended.code)
	}
}

func (c *memConn) Write(run []byte) error {
	_, err := c.TryWrite(run, 0)
	return err
}

func (c *memConn) TryWrite(run []byte, _ int) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended.code != 0 {
		return 0, io.ErrClosedPipe
	}
	whole := len(run)
	for len(run) > 0 {
		head, size := transport.FrameHeader, int(run[1])
		if size == 126 { // two more bytes hold the size
			head, size = head+2, int(binary.BigEndian.Uint16(run[2:]))
		}
		c.sent = append(c.sent, run[head:head+size])
		run = run[head+size:]
	}
	return whole, nil
}

func (c *memConn) Close(code uint16, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended.code == 0 {
		c.ended = ending{relay.CloseCode(code), reason, c.b.Now()}
		close(c.gone)
	}
}

// end returns how the connection has ended so far.
func (c *memConn) end() ending {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

// pinged returns when the host has pinged so far.
func (c *memConn) pinged() []time.Duration {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.pings)
}

// leave is the peer's close.
func (c *memConn) leave(code relay.CloseCode) { c.Close(uint16(code), "") }

func (c *memConn) LastHeard() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heard
}

func (c *memConn) Ping() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pings = append(c.pings, c.b.Now())
}

func (c *memConn) Abort() { c.leave(relay.CloseBroken) }

// closedWith is the error of a Read from a closed connection.
type closedWith relay.CloseCode

func (closedWith) Error() string       { return "the connection is closed" }
func (c closedWith) CloseCode() uint16 { return uint16(c) }

// say sends a message to the host, which handles it before say returns.
func (c *memConn) say(msg string) {
	c.inbox <- []byte(msg)
	synctest.Wait()
}

// send sends a ticcmd, which the host handles before send returns.
func (c *memConn) send(tic lockstep.Tic, forward int8) {
	c.say(string(lockstep.AppendTicMsg(nil, lockstep.TicMsg{Tic: tic, Cmd: lockstep.Ticcmd{Forward: forward}})))
}

// received removes and returns the messages that have arrived.
func (c *memConn) received() [][]byte {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.sent
	c.sent = nil
	return list
}

// hear finds the first message of the lobby with the given name among those that have
// arrived, and forgets the ones before it.
func (c *memConn) hear(name string) map[string]any {
	c.b.t.Helper()
	list := c.received()
	for i, msg := range list {
		var m map[string]any
		if err := json.Unmarshal(msg, &m); err != nil {
			c.b.t.Fatalf("%q: %v", msg, err)
		}
		if m["t"] == name {
			c.mu.Lock()
			c.sent = slices.Concat(list[i+1:], c.sent)
			c.mu.Unlock()
			return m
		}
	}
	c.b.t.Fatalf("no %s among %q", name, list)
	return nil
}

// bundle takes the only bundle that has arrived, and fails unless it is that of tic.
func (c *memConn) bundle(tic lockstep.Tic) lockstep.Bundle {
	c.b.t.Helper()
	list := c.received()
	if len(list) != 1 {
		c.b.t.Fatalf("at tic %d: %d bundles", tic, len(list))
	}
	got, _, err := lockstep.DecodeBundle(list[0])
	if err != nil || got.Tic != tic {
		c.b.t.Fatalf("waiting for tic %d: %+v, %v", tic, got, err)
	}
	return got
}

// seated is a player of the lobby with the token from its launch message.
type seated struct {
	*memConn
	token string
}

// launch starts a game of n players. It returns right after the launch.
func (b *bubble) launch(n int) []seated {
	b.t.Helper()
	var players []seated
	for range n {
		players = append(players, seated{memConn: b.lobby()})
	}
	players[0].say(`{"t":"params","params":{"wad":"doom.wad"}}`)
	players[0].say(`{"t":"start"}`)
	time.Sleep(3 * relay.CountdownStep) // of the bubble: the countdown
	for i := range players {
		players[i].token = players[i].hear("launch")["token"].(string)
	}
	return players
}
