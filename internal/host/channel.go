package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"doomhost/relay/wire"
	"doomhost/signal"
	"doomhost/signal/fast"
)

// A data channel as a Conn. What the host writes comes framed for WebSockets,
// which is how the log keeps it; here each frame's payload is a message.

// frames hands each frame's payload to send, as long as send takes them, and
// returns how many bytes of the run those were. What is no short frame ends it.
func frames(run []byte, send func(opcode byte, payload []byte) bool) (taken int) {
	for len(run)-taken >= FrameHeader {
		size := FrameHeader + int(run[taken+1])
		if run[taken+1] > 125 || len(run)-taken < size || !send(run[taken], run[taken+FrameHeader:taken+size]) {
			break
		}
		taken += size
	}
	return taken
}

// channelConn is what both kinds of channel have in common.
type channelConn struct {
	ch     *signal.Channel
	clock  func() time.Duration
	bucket bucket
	stall  time.Duration // how long Write waits for a peer that takes nothing
	buf    []byte
	broken atomic.Bool // the peer is gone without a goodbye
}

func newChannelConn(ch *signal.Channel, clock func() time.Duration, l *Limits, size int) *channelConn {
	return &channelConn{ch: ch, clock: clock, bucket: newBucket(l.MessagesPerSec, clock()), stall: l.WriteStall, buf: make([]byte, size)}
}

// receive reads the next message, which may have any length up to the buffer's.
func (c *channelConn) receive() ([]byte, error) {
	n, err := c.ch.Receive(c.buf)
	if errors.Is(err, io.ErrShortBuffer) {
		c.Close(closeTooLong, "the message is too long")
		return nil, err
	}
	if err != nil {
		c.broken.Store(true)
		return nil, err
	}
	if !c.bucket.take(c.clock()) {
		c.Close(closePolicy, "too many messages a second")
		return nil, errTooFast
	}
	return c.buf[:n], nil
}

// Close tells the peer why, by way of the signaling, unless the channel itself
// broke: then the peer goes on by another.
func (c *channelConn) Close(code uint16, reason string) {
	if c.broken.Load() {
		c.ch.Cut()
		return
	}
	c.ch.Close(code, reason)
}

// orderedConn is a channel that carries the very messages of the WebSocket.
type orderedConn struct{ *channelConn }

func (c *orderedConn) Read(context.Context) ([]byte, error) { return c.receive() }

// send sends a frame's payload. Pings are the connection's own business here.
func (c *orderedConn) send(opcode byte, payload []byte) error {
	if opcode != frameBinary {
		return nil
	}
	return c.ch.Send(payload)
}

func (c *orderedConn) TryWrite(run []byte, _ int) (int, error) {
	var err error
	n := frames(run, func(opcode byte, payload []byte) bool {
		err = c.send(opcode, payload)
		return err == nil
	})
	if errors.Is(err, signal.ErrBusy) {
		err = nil
	}
	return n, err
}

func (c *orderedConn) Write(run []byte) error {
	for {
		n, err := c.TryWrite(run, 0)
		if err != nil {
			return err
		}
		if run = run[n:]; len(run) == 0 {
			return nil
		}
		if err := c.ch.AwaitRoom(c.stall); err != nil {
			return fmt.Errorf("write to a data channel: %w", err)
		}
	}
}

// fastConn is a channel in the fast mode: fast.End repeats what is not
// confirmed, in both directions.
//
// A goroutine (repeat) sends what is due though nothing is new; it ends with the
// channel.
type fastConn struct {
	*channelConn
	ready [][]byte // messages that Read has not given away yet; Read's own
	room  chan struct{}
	again chan struct{} // has one element when the deadline may be nearer

	mu  sync.Mutex // guards all following fields
	end *fast.End
	out []byte
}

// newFastConn waits for the client's first message, which says from which tic on
// it wants bundles.
func newFastConn(ch *signal.Channel, clock func() time.Duration, l *Limits) (*fastConn, wire.Tic, error) {
	c := &fastConn{
		channelConn: newChannelConn(ch, clock, l, fast.MaxMessage),
		room:        make(chan struct{}, 1),
		again:       make(chan struct{}, 1),
		out:         make([]byte, 0, fast.MaxMessage),
	}
	// A client that says nothing is none.
	late := time.AfterFunc(helloTime, func() { c.Close(closePolicy, "the channel's first message did not come") })
	msg, err := c.receive()
	late.Stop()
	if err != nil {
		return nil, 0, err
	}
	from, ok := fast.Head(msg)
	if !ok {
		c.Close(closePolicy, "malformed message")
		return nil, 0, fast.ErrLength
	}
	c.end = fast.NewHost(from)
	if err := c.take(msg); err != nil {
		return nil, 0, err
	}
	return c, wire.Tic(from), nil
}

// helloTime is how long an open channel's first message is waited for.
const helloTime = 3 * time.Second

// take takes in a message and keeps the ticcmds in it for Read.
func (c *fastConn) take(msg []byte) error {
	c.mu.Lock()
	err := c.end.Take(msg, func(tic uint32, cmd []byte) {
		m := make([]byte, 0, wire.TicMsgSize)
		m = append(m, byte(tic), byte(tic>>8), byte(tic>>16), byte(tic>>24))
		c.ready = append(c.ready, append(m, cmd...))
	})
	c.mu.Unlock()
	if err != nil {
		c.Close(closePolicy, "malformed message")
		return err
	}
	notify(c.room)
	notify(c.again)
	return nil
}

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (c *fastConn) Read(context.Context) ([]byte, error) {
	for len(c.ready) == 0 {
		msg, err := c.receive()
		if err != nil {
			return nil, err
		}
		if err := c.take(msg); err != nil {
			return nil, err
		}
	}
	msg := c.ready[0]
	if c.ready = c.ready[1:]; len(c.ready) == 0 {
		c.ready = nil
	}
	return msg, nil
}

// flush sends the message of this moment. Where the channel takes none, the next
// one says the same and more. mu is held.
func (c *fastConn) flush() error {
	c.out = c.end.Append(c.out[:0], c.clock())
	if err := c.ch.Send(c.out); err != nil && !errors.Is(err, signal.ErrBusy) {
		return err
	}
	return nil
}

func (c *fastConn) TryWrite(run []byte, _ int) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	news := false
	n := frames(run, func(opcode byte, payload []byte) bool {
		if opcode != frameBinary || len(payload) != wire.BundleSize {
			return true
		}
		if c.end.Room() == 0 {
			return false
		}
		tic := uint32(payload[0]) | uint32(payload[1])<<8 | uint32(payload[2])<<16 | uint32(payload[3])<<24
		c.end.Put(tic, payload[4:])
		news = true
		return true
	})
	if !news {
		return n, nil
	}
	defer notify(c.again)
	return n, c.flush()
}

func (c *fastConn) Write(run []byte) error {
	timer := time.NewTimer(c.stall)
	defer timer.Stop()
	for {
		n, err := c.TryWrite(run, 0)
		if err != nil {
			return err
		}
		if n > 0 {
			timer.Reset(c.stall)
		}
		if run = run[n:]; len(run) == 0 {
			return nil
		}
		select {
		case <-c.room:
		case <-c.ch.Done():
			return signal.ErrBroken
		case <-timer.C:
			return fmt.Errorf("write to a data channel: %w", signal.ErrBusy)
		}
	}
}

// repeat sends what is due until the channel ends.
func (c *fastConn) repeat() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-c.again:
		case <-c.ch.Done():
			return
		}
		now := c.clock()
		c.mu.Lock()
		due := c.end.Deadline()
		var err error
		if due <= now {
			err = c.flush()
			due = c.end.Deadline()
		}
		c.mu.Unlock()
		if err != nil {
			return // Read finds the channel broken, too
		}
		if due == fast.Never {
			timer.Stop()
		} else {
			timer.Reset(due - now)
		}
	}
}
