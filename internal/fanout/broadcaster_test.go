package fanout

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"doomhost/internal/transport"
	"doomhost/relay"
)

// stuckConn accepts nothing until it is unblocked. It records the frames that it accepts.
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

func (c *stuckConn) unblock() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = true
	c.opened.Broadcast()
}

// manual returns a broadcaster whose clock the test sets, and a member that accepts nothing.
func manual() (*Broadcaster, *Member, *stuckConn, *time.Duration) {
	now := new(time.Duration)
	c := &Broadcaster{wake: func() {}, now: func() time.Duration { return *now }}
	conn := newStuckConn()
	p := NewMember(conn)
	c.Join(p)
	return c, p, conn, now
}

func (c *Broadcaster) deliverAll() {
	for c.deliver() {
	}
}

func TestSlowMemberMissesChatOnly(t *testing.T) {
	t.Parallel()
	c, _, conn, _ := manual()
	var want []string
	for i := range 2 * lossyQueue {
		c.Broadcast([]byte(fmt.Sprintf("roster %d", i)), relay.InOrder)
		c.Broadcast([]byte(fmt.Sprintf("chat %d", i)), relay.IfRoom)
		want = append(want, fmt.Sprintf("roster %d", i))
		if i < lossyQueue/2 {
			want = append(want, fmt.Sprintf("chat %d", i))
		}
	}
	c.deliverAll()
	if conn.code != 0 {
		t.Fatalf("closed with %d though no time passed", conn.code)
	}
	conn.unblock()
	c.waiting.Wait()
	if !slices.Equal(conn.got, want) {
		t.Errorf("it got %s", strings.Join(conn.got, ", "))
	}
	c.Broadcast([]byte("now"), relay.IfRoom)
	c.deliverAll()
	if got := conn.got[len(conn.got)-1]; got != "now" {
		t.Errorf("when it is up to date it gets %s", got)
	}
}

func TestStalledMemberIsClosed(t *testing.T) {
	t.Parallel()
	c, _, conn, now := manual()
	for range lossyQueue {
		c.Broadcast([]byte("roster"), relay.InOrder)
	}
	c.deliverAll()
	*now += stallLimit
	c.Broadcast([]byte("roster"), relay.InOrder)
	c.deliverAll()
	if conn.code != 0 {
		t.Fatalf("closed with %d after %v", conn.code, *now)
	}
	*now++
	c.Broadcast([]byte("chat"), relay.IfRoom)
	c.deliverAll()
	if conn.code != 0 {
		t.Fatalf("closed with %d for a line of chat", conn.code)
	}
	c.Broadcast([]byte("roster"), relay.InOrder)
	c.deliverAll()
	if conn.code != transport.ClosePolicy {
		t.Errorf("closed with %d", conn.code)
	}
	c.waiting.Wait()

	c, _, conn, _ = manual()
	for range maxQueue + 1 {
		c.Broadcast([]byte("roster"), relay.InOrder)
	}
	c.deliverAll()
	if conn.code != transport.ClosePolicy {
		t.Errorf("with %d behind it is closed with %d", maxQueue+1, conn.code)
	}
	c.waiting.Wait()
}

func TestAtOnceOvertakesTheQueue(t *testing.T) {
	t.Parallel()
	c, p, conn, _ := manual()
	conn.unblock()
	c.Broadcast([]byte("roster"), relay.InOrder)
	c.Send(p, []byte("pong"), relay.AtOnce)
	c.deliverAll()
	if want := []string{"pong", "roster"}; !slices.Equal(conn.got, want) {
		t.Errorf("it got %s", strings.Join(conn.got, ", "))
	}
}

// Members that leave do not change which frames the others get.
func TestBroadcastReachesTheMembersOfItsTime(t *testing.T) {
	t.Parallel()
	c := &Broadcaster{wake: func() {}, now: func() time.Duration { return 0 }}
	var peers []*Member
	come := func() {
		conn := newStuckConn()
		conn.unblock()
		peers = append(peers, NewMember(conn))
		c.Join(peers[len(peers)-1])
	}
	for range 3 * batchSize {
		come()
	}
	c.Broadcast([]byte("1"), relay.InOrder)
	for i := 0; i < len(peers); i += 2 {
		c.Leave(peers[i])
	}
	c.Broadcast([]byte("2"), relay.InOrder)
	come()
	c.Broadcast([]byte("3"), relay.InOrder)
	c.CloseMember(peers[1])
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
		if bye := conn.code == uint16(relay.CloseGone); bye != (i == 1) {
			t.Errorf("peer %d is closed with %d", i, conn.code)
		}
	}
}

func TestCloseMemberSendsTheQueueFirst(t *testing.T) {
	t.Parallel()
	c, p, conn, _ := manual()
	c.Broadcast([]byte("ended"), relay.InOrder)
	c.CloseMember(p)
	c.deliverAll()
	if conn.code != 0 {
		t.Fatalf("closed with %d before its queue was sent", conn.code)
	}
	conn.unblock()
	c.waiting.Wait()
	if !slices.Equal(conn.got, []string{"ended"}) || conn.code != uint16(relay.CloseGone) {
		t.Errorf("it got %s and is closed with %d", conn.got, conn.code)
	}
}
