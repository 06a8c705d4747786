package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"doomhost/relay"
)

func TestStrangerWhoTalksWithoutEndThrowsNobodyOut(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	var others []*client
	for range 4 {
		c := h.dial("/ws/lobby")
		c.hear("welcome", nil)
		others = append(others, c)
	}
	stranger := h.dial("/ws/lobby")
	stranger.hear("full", nil)
	raw := h.bare("/ws/lobby")
	go func() { _, _ = io.Copy(io.Discard, raw) }()
	// In one packet, as many as a connection may send at once.
	if _, err := raw.Write(slices.Repeat(masked(frameText, `{"t":"chat","text":"x"}`), 290)); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		stranger.say(`{"t":"chat","text":"y"}`)
	}
	stranger.hear("error", nil)
	for i, c := range others {
		c.say(fmt.Sprintf(`{"t":"chat","text":"of %d"}`, i))
	}
	for _, c := range others {
		heard := 0
		c.hear("chat", func(m map[string]any) bool {
			heard++
			return m["text"] == "of 3"
		})
		if heard > 150 {
			t.Errorf("%d lines of chat", heard)
		}
		c.say(`{"t":"ping","t0":1}`)
		c.hear("pong", nil)
	}
}

// What the kernel takes of a frame in part is finished, in its order, and nothing else
// comes between.
func TestSlowReaderGetsEveryFrameWholeAndInOrder(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Limits: Limits{Idle: -1}})
	nc := h.bare("/ws/lobby")
	if err := nc.Conn.(*net.TCPConn).SetReadBuffer(128 << 10); err != nil {
		t.Fatal(err)
	}
	nc.until(`"roster"`)
	const count, size = 900, 20_000
	body := func(i int) []byte { return bytes.Repeat([]byte{'a' + byte(i%26)}, size+i) }
	told := make(chan struct{})
	h.Host.post(item{ask: func(*relay.Table) {
		for i := range count {
			how := relay.InOrder
			if i%10 == 9 {
				how = relay.AtOnce // it cannot be, and then keeps its place
			}
			for _, p := range h.tasks.lobby {
				h.crier.tell(p, textFrame(body(i)), how)
			}
		}
		close(told)
	}})
	<-told
	got := make(map[int]bool)
	before := -1
	for len(got) < count {
		opcode, msg, err := nc.frame()
		if err != nil {
			t.Fatal(err)
		}
		n := len(msg)
		i := n - size
		if opcode != frameText || !bytes.Equal(msg, body(i)) || got[i] {
			t.Fatalf("frame %d, of %d bytes, is broken or comes twice", i, n)
		}
		got[i] = true
		if i%10 != 9 {
			if i < before {
				t.Fatalf("frame %d after %d", i, before)
			}
			before = i
		}
	}
}

// Nothing may follow that would push it out.
func TestFrameThatWentOutInPartIsFinished(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Limits: Limits{Idle: -1}})
	nc := h.bare("/ws/lobby")
	nc.until(`"roster"`)
	var conn *wsConn
	for _, p := range h.allPeers() {
		conn = p.conn.(*wsConn)
	}
	c := &crier{nudge: func() {}, now: h.now}
	p := &peer{conn: conn}
	c.add(notice{what: errandCome, to: p})
	frame := textFrame(bytes.Repeat([]byte{0xEE}, 50_001))
	told := 0
	for ; !conn.half(); told++ {
		c.tell(p, frame, relay.InOrder)
		c.deliverAll()
	}
	got, buf := 0, make([]byte, 64<<10)
	for got < told*50_001 {
		n, err := nc.in.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		got += bytes.Count(buf[:n], []byte{0xEE})
	}
	c.waiting.Wait()
}

// stuckConn takes what it is let, and says what it took.
type stuckConn struct {
	mu     sync.Mutex // guards all following fields
	open   bool
	opened *sync.Cond
	got    []string
	code   uint16
}

func newStuckConn() *stuckConn {
	c := new(stuckConn)
	c.opened = sync.NewCond(&c.mu)
	return c
}

func (c *stuckConn) Read(context.Context) ([]byte, error) { return nil, io.EOF }

func (c *stuckConn) TryWrite(run []byte, _ int) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.open {
		return 0, nil
	}
	c.got = append(c.got, string(run))
	return len(run), nil
}

func (c *stuckConn) Write(run []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.open && c.code == 0 {
		c.opened.Wait()
	}
	if c.code != 0 {
		return errors.New("closed")
	}
	if len(run) > 0 {
		c.got = append(c.got, string(run))
	}
	return nil
}

func (c *stuckConn) Close(code uint16, _ string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.code == 0 {
		c.code = code
	}
	c.opened.Broadcast()
}

func (c *stuckConn) let() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = true
	c.opened.Broadcast()
}

// handCrier is a crier whose clock is in our hand, and a peer that takes nothing.
func handCrier() (*crier, *peer, *stuckConn, *time.Duration) {
	now := new(time.Duration)
	c := &crier{nudge: func() {}, now: func() time.Duration { return *now }}
	conn := newStuckConn()
	p := &peer{conn: conn}
	c.add(notice{what: errandCome, to: p})
	return c, p, conn, now
}

func (c *crier) deliverAll() {
	for c.deliver() {
	}
}

func TestWhoIsFarBehindMissesChatAndNothingElse(t *testing.T) {
	t.Parallel()
	c, _, conn, _ := handCrier()
	var want []string
	for i := range 2 * mailMuch {
		c.tell(nil, []byte(fmt.Sprintf("roster %d", i)), relay.InOrder)
		c.tell(nil, []byte(fmt.Sprintf("chat %d", i)), relay.IfRoom)
		want = append(want, fmt.Sprintf("roster %d", i))
		if i < mailMuch/2 {
			want = append(want, fmt.Sprintf("chat %d", i))
		}
	}
	c.deliverAll()
	if conn.code != 0 {
		t.Fatalf("closed with %d though no time passed", conn.code)
	}
	conn.let()
	c.waiting.Wait()
	if !slices.Equal(conn.got, want) {
		t.Errorf("it got %s", strings.Join(conn.got, ", "))
	}
	c.tell(nil, []byte("now"), relay.IfRoom)
	c.deliverAll()
	if got := conn.got[len(conn.got)-1]; got != "now" {
		t.Errorf("when it is up to date it gets %s", got)
	}
}

func TestWhoTakesNothingForLongGoes(t *testing.T) {
	t.Parallel()
	c, _, conn, now := handCrier()
	for range mailMuch {
		c.tell(nil, []byte("roster"), relay.InOrder)
	}
	c.deliverAll()
	*now += mailStill
	c.tell(nil, []byte("roster"), relay.InOrder)
	c.deliverAll()
	if conn.code != 0 {
		t.Fatalf("closed with %d after %v", conn.code, *now)
	}
	*now++
	c.tell(nil, []byte("chat"), relay.IfRoom)
	c.deliverAll()
	if conn.code != 0 {
		t.Fatalf("closed with %d for a line of chat", conn.code)
	}
	c.tell(nil, []byte("roster"), relay.InOrder)
	c.deliverAll()
	if conn.code != closePolicy {
		t.Errorf("closed with %d", conn.code)
	}
	c.waiting.Wait()

	c, _, conn, _ = handCrier()
	for range mailMost + 1 {
		c.tell(nil, []byte("roster"), relay.InOrder)
	}
	c.deliverAll()
	if conn.code != closePolicy {
		t.Errorf("with %d behind it is closed with %d", mailMost+1, conn.code)
	}
	c.waiting.Wait()
}

func TestPongGoesBeforeWhatWaits(t *testing.T) {
	t.Parallel()
	c, p, conn, _ := handCrier()
	conn.let()
	c.tell(nil, []byte("roster"), relay.InOrder)
	c.tell(p, []byte("pong"), relay.AtOnce)
	c.deliverAll()
	if want := []string{"pong", "roster"}; !slices.Equal(conn.got, want) {
		t.Errorf("it got %s", strings.Join(conn.got, ", "))
	}
}

// Who goes in the middle of others leaves them their places.
func TestAllAreThoseWhoAreThere(t *testing.T) {
	t.Parallel()
	c := &crier{nudge: func() {}, now: func() time.Duration { return 0 }}
	var peers []*peer
	come := func() {
		conn := newStuckConn()
		conn.let()
		peers = append(peers, &peer{conn: conn})
		c.add(notice{what: errandCome, to: peers[len(peers)-1]})
	}
	for range 3 * helping {
		come()
	}
	c.tell(nil, []byte("1"), relay.InOrder)
	for i := 0; i < len(peers); i += 2 {
		c.add(notice{what: errandGo, to: peers[i]})
	}
	c.tell(nil, []byte("2"), relay.InOrder)
	come()
	c.tell(nil, []byte("3"), relay.InOrder)
	c.add(notice{what: errandGoodbye, to: peers[1]})
	c.deliverAll()
	for i, p := range peers {
		want := "123"
		switch {
		case i == len(peers)-1:
			want = "3"
		case i%2 == 0:
			want = "1"
		}
		conn := p.conn.(*stuckConn)
		if got := strings.Join(conn.got, ""); got != want {
			t.Errorf("peer %d got %s, want %s", i, got, want)
		}
		if bye := conn.code == uint16(websocket.StatusGoingAway); bye != (i == 1) {
			t.Errorf("peer %d is closed with %d", i, conn.code)
		}
	}
}

func TestGoodbyeComesAfterWhatWaits(t *testing.T) {
	t.Parallel()
	c, p, conn, _ := handCrier()
	c.tell(nil, []byte("ended"), relay.InOrder)
	c.add(notice{what: errandGoodbye, to: p})
	c.deliverAll()
	if conn.code != 0 {
		t.Fatalf("closed with %d before it knows", conn.code)
	}
	conn.let()
	c.waiting.Wait()
	if !slices.Equal(conn.got, []string{"ended"}) || conn.code != uint16(relay.CloseGone) {
		t.Errorf("it got %s and is closed with %d", conn.got, conn.code)
	}
}
