package transport

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// rawConn is the TCP connection under a WebSocket. It has two writers: the host writes
// whole frames that it made itself, and the WebSocket library answers pings and closes. The
// lock keeps their frames apart.
//
// The fields that a write of a bundle touches are together at the front, because a
// spectator's data is not in the cache when its turn comes.
type rawConn struct {
	mu     sync.Mutex // guards writing and rest
	rest   []byte     // the end of a partly written frame
	socket socket

	net.Conn
	clock   func() time.Duration
	timeout time.Duration // how long a blocking write may make no progress
	heard   atomic.Int64  // when bytes last arrived, by clock

	// The following fields belong to the reader.
	limiter frameLimiter
	limited bool   // limiter has refused once
	tooFast func() // called once, when limiter refuses
}

// open takes over a connection.
func (c *rawConn) open(nc net.Conn, clock func() time.Duration, timeout time.Duration) {
	c.Conn, c.clock, c.timeout = nc, clock, timeout
	c.socket.open(nc)
	c.heard.Store(int64(clock()))
}

// Close also ends waiting reads and writes.
func (c *rawConn) Close() error {
	c.socket.close()
	return c.Conn.Close()
}

// limitedDelay is the pause before each further read from a peer that sent too many frames.
// Reading continues so that the close handshake can complete; the pause keeps it cheap.
const limitedDelay = 100 * time.Millisecond

// Read records when the peer last sent bytes, and limits its frames.
func (c *rawConn) Read(b []byte) (int, error) {
	if c.limited {
		time.Sleep(limitedDelay)
	}
	n, err := c.socket.read(c.Conn, b)
	if n > 0 {
		now := c.clock()
		c.heard.Store(int64(now))
		if !c.limited && !c.limiter.allow(b[:n], now) {
			c.limited = true
			c.tooFast()
		}
	}
	return n, err
}

// Write writes whole frames and waits until they are written. The WebSocket library calls
// it, and so does the host where it can wait.
func (c *rawConn) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.SetWriteDeadline(time.Now().Add(c.timeout)); err != nil {
		return 0, err
	}
	if len(c.rest) > 0 {
		n, err := c.Conn.Write(c.rest)
		c.rest = c.rest[n:]
		if err != nil {
			return 0, err
		}
	}
	n, err := c.Conn.Write(b)
	if err != nil {
		return n, err
	}
	return n, c.SetWriteDeadline(time.Time{})
}

// tryWrite writes whole frames until one would have to wait. A partly sent frame counts as
// written; the next write sends its rest first.
func (c *rawConn) tryWrite(run []byte, frame int) (int, error) {
	if !c.mu.TryLock() {
		return 0, nil
	}
	defer c.mu.Unlock()
	if len(c.rest) > 0 {
		n, err := c.socket.write(c.rest)
		c.rest = c.rest[n:]
		if err != nil || len(c.rest) > 0 {
			return 0, err
		}
	}
	n, err := c.socket.write(run)
	if err != nil {
		return 0, err
	}
	taken := (n + frame - 1) / frame * frame
	c.rest = run[n:taken]
	return taken, nil
}
