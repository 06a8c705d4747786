//go:build unix

package fanout

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"doomhost/internal/transport"
	"doomhost/relay"
)

// slowMember returns a member on a real socket with a small buffer, and the other end.
func slowMember(t *testing.T) (*Member, *os.File) {
	t.Helper()
	conns, fds := webSockets(t, 1, func(l net.Listener) net.Listener { return l })
	fd := fds[0]
	return NewMember(conns[0]), os.NewFile(uintptr(dup(t, fd)), "peer")
}

// readText reads a text frame.
func readText(r io.Reader) ([]byte, error) {
	head := make([]byte, 2, 4)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	n := int(head[1])
	if n == 126 {
		if _, err := io.ReadFull(r, head[2:4]); err != nil {
			return nil, err
		}
		n = int(binary.BigEndian.Uint16(head[2:4]))
	}
	msg := make([]byte, n)
	_, err := io.ReadFull(r, msg)
	return msg, err
}

// The broadcaster finishes a frame that the kernel accepts in part. The frame keeps its
// place in the order, and nothing comes between its parts.
func TestSlowReaderGetsEveryFrameWholeAndInOrder(t *testing.T) {
	m, in := slowMember(t)
	s := newSet(1)
	start := time.Now()
	s.lobby.now = func() time.Duration { return time.Since(start) }
	s.lobby.Join(m)
	const count, size = 900, 20_000
	body := func(i int) []byte { return bytes.Repeat([]byte{'a' + byte(i%26)}, size+i) }
	for i := range count {
		how := relay.InOrder
		if i%10 == 9 {
			how = relay.AtOnce // the socket is full, so it keeps its place
		}
		s.lobby.Send(m, transport.TextFrame(body(i)), how)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	got := make(map[int]bool)
	before := -1
	for len(got) < count {
		msg, err := readText(in)
		if err != nil {
			t.Fatal(err)
		}
		i := len(msg) - size
		if i < 0 || i >= count || !bytes.Equal(msg, body(i)) || got[i] {
			t.Fatalf("frame %d, of %d bytes, is broken or comes twice", i, len(msg))
		}
		got[i] = true
		if i%10 != 9 {
			if i < before {
				t.Fatalf("frame %d after %d", i, before)
			}
			before = i
		}
	}
	cancel()
	running.Wait()
}

// The rest of a partial frame is sent even if no further frame follows.
func TestPartialFrameIsFinished(t *testing.T) {
	m, in := slowMember(t)
	b := &Broadcaster{wake: func() {}, now: func() time.Duration { return 0 }}
	b.Join(m)
	frame := transport.TextFrame(bytes.Repeat([]byte{0xEE}, 50_001))
	sent := 0
	for ; !m.conn.(*transport.WebSocket).PartialFrame(); sent++ {
		b.Send(m, frame, relay.InOrder)
		b.deliverAll()
	}
	got, buf := 0, make([]byte, 64<<10)
	for got < sent*50_001 {
		n, err := in.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		got += bytes.Count(buf[:n], []byte{0xEE})
	}
	b.waiting.Wait()
}
