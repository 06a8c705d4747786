package host

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// rawConn is the TCP connection under a WebSocket. Two write to it: the host,
// whole frames that it made itself, and the WebSocket library, which answers
// pings and closes. The lock keeps their frames apart.
//
// What a bundle on its way touches stands together at the front: a crowd is in no
// cache when its turn comes.
type rawConn struct {
	mu     sync.Mutex // guards writing and rest
	rest   []byte     // the end of a frame that is half written
	socket socket

	net.Conn
	clock   func() time.Duration
	timeout time.Duration // how long a blocking write may take nothing
	heard   atomic.Int64  // when bytes came in last, by clock

	// Of who reads.
	meter   meter  // of what came in
	over    bool   // it was too much once
	tooMuch func() // called once, when it is
}

// open takes over a connection.
func (c *rawConn) open(nc net.Conn, clock func() time.Duration, timeout time.Duration) {
	c.Conn, c.clock, c.timeout = nc, clock, timeout
	c.socket.open(nc)
	c.heard.Store(int64(clock()))
}

// Close ends reads and writes that wait, too.
func (c *rawConn) Close() error {
	c.socket.close()
	return c.Conn.Close()
}

// slowStep is how long a peer waits who sent too much, each time before something
// more of that is read: it is to hear a goodbye, and costs little until it does.
const slowStep = 100 * time.Millisecond

// Read notes that the peer is alive, and what it sends.
func (c *rawConn) Read(b []byte) (int, error) {
	if c.over {
		time.Sleep(slowStep)
	}
	n, err := c.socket.read(c.Conn, b)
	if n > 0 {
		now := c.clock()
		c.heard.Store(int64(now))
		if !c.over && !c.meter.pass(b[:n], now) {
			c.over = true
			c.tooMuch()
		}
	}
	return n, err
}

// Write is what the WebSocket library calls, with whole frames, and what the
// host calls where it can wait.
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

// tryWrite takes whole frames as long as nothing has to wait. A frame that
// goes out only in part counts as taken; its rest goes first next time.
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
