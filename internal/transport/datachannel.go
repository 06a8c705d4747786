package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	rtc "doomhost/signal"
)

// ChannelOptions configures a data channel.
type ChannelOptions struct {
	Clock          func() time.Duration // never goes back
	MessagesPerSec int                  // 0 or less means no limit
	WriteStall     time.Duration        // how long Write waits for a peer that reads nothing
}

// channelConn is the part that both kinds of data channel share.
type channelConn struct {
	ch      *rtc.Channel
	options ChannelOptions
	limiter limiter
	buf     []byte
	broken  atomic.Bool // the channel ended without a close code
}

func newChannelConn(ch *rtc.Channel, o ChannelOptions, maxMessage int) *channelConn {
	return &channelConn{ch: ch, options: o, limiter: newLimiter(o.MessagesPerSec), buf: make([]byte, maxMessage)}
}

// receive reads the next message, which may be as long as the buffer.
func (c *channelConn) receive() ([]byte, error) {
	n, err := c.ch.Receive(c.buf)
	if errors.Is(err, io.ErrShortBuffer) {
		c.Close(CloseTooLong, "the message is too long")
		return nil, err
	}
	if err != nil {
		c.broken.Store(true)
		return nil, err
	}
	if !c.limiter.allow(c.options.Clock()) {
		c.Close(ClosePolicy, "too many messages a second")
		return nil, ErrTooFast
	}
	return c.buf[:n], nil
}

// Close sends the code over the signaling connection, unless the channel itself broke: in
// that case the peer continues over another transport.
func (c *channelConn) Close(code uint16, reason string) {
	if c.broken.Load() {
		c.ch.Cut()
		return
	}
	c.ch.Close(code, reason)
}

// OrderedChannel is a reliable, ordered data channel. It carries the same messages as the
// WebSocket, unchanged.
type OrderedChannel struct{ *channelConn }

// NewOrderedChannel serves ch, whose messages may have up to maxMessage bytes.
func NewOrderedChannel(ch *rtc.Channel, o ChannelOptions, maxMessage int) *OrderedChannel {
	return &OrderedChannel{newChannelConn(ch, o, maxMessage)}
}

// Read returns the next message. See [Conn].
func (c *OrderedChannel) Read(context.Context) ([]byte, error) { return c.receive() }

// send sends the payload of a binary frame. It skips WebSocket pings: SCTP has its own.
func (c *OrderedChannel) send(opcode byte, payload []byte) error {
	if opcode != frameBinary {
		return nil
	}
	return c.ch.Send(payload)
}

// TryWrite writes without waiting. See [Conn].
func (c *OrderedChannel) TryWrite(run []byte, _ int) (int, error) {
	var err error
	n := eachFrame(run, func(opcode byte, payload []byte) bool {
		err = c.send(opcode, payload)
		return err == nil
	})
	if errors.Is(err, rtc.ErrBusy) {
		err = nil
	}
	return n, err
}

// Write writes the whole run. See [Conn].
func (c *OrderedChannel) Write(run []byte) error {
	for {
		n, err := c.TryWrite(run, 0)
		if err != nil {
			return err
		}
		if run = run[n:]; len(run) == 0 {
			return nil
		}
		if err := c.ch.AwaitRoom(c.options.WriteStall); err != nil {
			return fmt.Errorf("write to a data channel: %w", err)
		}
	}
}
