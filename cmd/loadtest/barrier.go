package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"doomhost/lockstep"
)

// barrier is a lower bound for the latency of any relay: a TCP server that waits for a tic
// message on each of the first four connections, and then sends all four as many bytes as a
// framed bundle has. All further connections get the same bytes, one after the other, from
// a separate goroutine.
func barrier(ctx context.Context) error {
	ctx = untilEOF(ctx)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = l.Close() })
	fmt.Println(l.Addr())
	b := bareServer{sealed: make(chan []byte, lockstep.TicRate)}
	go b.show()
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		b.mu.Lock()
		if len(b.players) < lockstep.NumSlots {
			b.players = append(b.players, c)
			go b.read(c)
		} else {
			b.crowd = append(b.crowd, c)
		}
		b.mu.Unlock()
	}
}

// bareServer is the state of the barrier.
type bareServer struct {
	sealed chan []byte // for the crowd

	mu      sync.Mutex // guards all following fields
	players []net.Conn
	crowd   []net.Conn
	came    int // received tic messages of this tic
}

// read reads a player's tic messages; the last message of a tic triggers the answer.
func (b *bareServer) read(c net.Conn) {
	msg := make([]byte, len(ticFrame(0)))
	from := bufio.NewReader(c) // one read for what arrives together, as at the host
	for {
		if _, err := io.ReadFull(from, msg); err != nil {
			return
		}
		b.mu.Lock()
		if b.came++; b.came == lockstep.NumSlots {
			b.came = 0
			reply := make([]byte, bundleFrame)
			copy(reply, []byte{0x82, lockstep.BundleSize, 0, 0, 0, 0, byte(lockstep.AllSlots)})
			copy(reply[bundleFrame-lockstep.TiccmdSize:], msg[10:])
			for _, c := range b.players {
				_, _ = c.Write(reply)
			}
			if len(b.crowd) > 0 {
				select {
				case b.sealed <- reply:
				default: // a second behind; the measurement shows it
				}
			}
		}
		b.mu.Unlock()
	}
}

// show writes the sealed tics to the crowd.
func (b *bareServer) show() {
	for reply := range b.sealed {
		b.mu.Lock()
		crowd := b.crowd
		b.mu.Unlock()
		for _, c := range crowd {
			_, _ = c.Write(reply)
		}
	}
}
