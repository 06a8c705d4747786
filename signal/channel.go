package rtc

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/pion/datachannel"
	"github.com/pion/webrtc/v4"
)

// maxBuffered is how many bytes may be buffered in a channel before Send refuses more.
const maxBuffered = 16 << 10

var (
	// ErrBusy means that a channel's buffer is full for now.
	ErrBusy = errors.New("signal: the channel's buffer is full")
	// ErrBroken means that a channel or its Link ended without a goodbye.
	ErrBroken = errors.New("signal: the connection broke")
)

// Channel is an open data channel, which carries whole messages in both directions. One
// goroutine receives, any may send.
type Channel struct {
	Mode Mode

	dc   *webrtc.DataChannel
	raw  datachannel.ReadWriteCloser
	room chan struct{} // gets an element when the buffer has drained
	end  context.Context
	bye  func(code uint16, reason string) // says goodbye to the peer
	cut  func()

	mu    sync.Mutex // guards cause
	cause error      // why the peer left, if it said so
}

// newChannel takes over an open data channel. The channel ends when end is done.
func newChannel(dc *webrtc.DataChannel, mode Mode, end context.Context, cut func(), bye func(uint16, string)) (*Channel, error) {
	raw, err := dc.Detach()
	if err != nil {
		return nil, err
	}
	c := &Channel{Mode: mode, dc: dc, raw: raw, room: make(chan struct{}, 1), end: end, bye: bye, cut: cut}
	dc.SetBufferedAmountLowThreshold(maxBuffered / 2)
	dc.OnBufferedAmountLow(func() {
		select {
		case c.room <- struct{}{}:
		default:
		}
	})
	return c, nil
}

// lastWordTime is how long to wait for the peer's goodbye after a channel broke: a busy
// machine may take a while to send it. A peer that gave up only the channel reconnects
// another way long before that.
const lastWordTime = time.Second

// Receive reads the next message into b and returns its length. It returns
// io.ErrShortBuffer if the message does not fit, after which the channel is unusable; a
// RefusedError if the host took the channel away; the Link's error if the peer said goodbye
// there; and ErrBroken if the channel ended without a goodbye.
func (c *Channel) Receive(b []byte) (int, error) {
	n, _, err := c.raw.ReadDataChannel(b)
	if err == nil {
		return n, nil
	}
	if errors.Is(err, io.ErrShortBuffer) {
		return 0, err
	}
	// The peer's goodbye arrives separately from the channel's end.
	select {
	case <-c.end.Done():
	case <-time.After(lastWordTime):
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cause != nil {
		return 0, c.cause
	}
	return 0, errors.Join(ErrBroken, err)
}

// Buffered is how many bytes are waiting to be sent or, in an ordered channel, to be
// acknowledged.
func (c *Channel) Buffered() int { return int(c.dc.BufferedAmount()) }

// Send sends a message without blocking. It returns ErrBusy if too many bytes are still
// buffered. It copies b.
func (c *Channel) Send(b []byte) error {
	if c.Buffered() >= maxBuffered {
		return ErrBusy
	}
	_, err := c.raw.Write(b)
	return err
}

// AwaitRoom waits until Send accepts a message again. It returns ErrBusy if that takes
// longer than limit, and ErrBroken if the channel ends first.
func (c *Channel) AwaitRoom(limit time.Duration) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for c.Buffered() >= maxBuffered {
		select {
		case <-c.room:
		case <-c.end.Done():
			return ErrBroken
		case <-timer.C:
			return ErrBusy
		}
	}
	return nil
}

// Done is closed when the channel has ended.
func (c *Channel) Done() <-chan struct{} { return c.end.Done() }

// Close tells the peer why and ends the channel. It returns at once; only the first call
// has an effect.
func (c *Channel) Close(code uint16, reason string) { c.bye(code, reason) }

// Cut ends the channel without a goodbye.
func (c *Channel) Cut() { c.cut() }

// left records why the peer left.
func (c *Channel) left(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cause == nil {
		c.cause = cause
	}
}
