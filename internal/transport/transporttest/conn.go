// Package transporttest provides a connection without a network, for tests.
package transporttest

import (
	"context"
	"errors"
	"sync"

	"doomhost/internal/transport"
	"doomhost/lockstep"
)

// Conn is a transport.Conn that accepts a limited number of bundles and records their tics.
type Conn struct {
	// In has the messages that Read returns.
	In     chan []byte
	closed chan struct{}

	mu      sync.Mutex // guards all following fields
	window  int
	got     []lockstep.Tic
	code    uint16
	changed *sync.Cond // the window, got or code changed
}

// New makes a connection that accepts window bundles.
func New(window int) *Conn {
	c := &Conn{In: make(chan []byte, 16), closed: make(chan struct{}), window: window}
	c.changed = sync.NewCond(&c.mu)
	return c
}

type closedError struct{}

func (closedError) Error() string     { return "closed" }
func (closedError) CloseCode() uint16 { return 1000 }

// Read returns the next message of In, or an error once the connection is closed.
func (c *Conn) Read(context.Context) ([]byte, error) {
	select {
	case msg := <-c.In:
		return msg, nil
	case <-c.closed:
		return nil, closedError{}
	}
}

func (c *Conn) accept(frame []byte) {
	b, _, err := lockstep.DecodeBundle(frame[transport.FrameHeader:])
	if err != nil {
		panic(err)
	}
	c.got = append(c.got, b.Tic)
	c.window--
	c.changed.Broadcast()
}

// TryWrite accepts bundles while the window is open.
func (c *Conn) TryWrite(run []byte, frame int) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for c.window > 0 && n < len(run) {
		c.accept(run[n : n+frame])
		n += frame
	}
	return n, nil
}

// Write accepts bundles, and waits while the window is closed.
func (c *Conn) Write(run []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ; len(run) > 0; run = run[transport.BundleFrame:] {
		for c.window == 0 {
			select {
			case <-c.closed:
				return errors.New("closed")
			default:
			}
			c.changed.Wait()
		}
		c.accept(run[:transport.BundleFrame])
	}
	return nil
}

// Close closes the connection and records the first code.
func (c *Conn) Close(code uint16, _ string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.code == 0 {
		c.code = code
		close(c.closed)
		c.changed.Broadcast()
	}
}

// Await waits until n bundles are accepted or the connection is closed. It returns the tics
// of the accepted bundles.
func (c *Conn) Await(n int) []lockstep.Tic {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.got) < n && c.code == 0 {
		c.changed.Wait()
	}
	return append([]lockstep.Tic(nil), c.got...)
}

// Open opens the window for n more bundles.
func (c *Conn) Open(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.window += n
	c.changed.Broadcast()
}

// Code returns the code with which the connection was closed, or 0 while it is open.
func (c *Conn) Code() uint16 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.code
}
