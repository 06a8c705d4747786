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

// maxBuffered is how many bytes may wait in a channel before Send takes no
// more.
const maxBuffered = 16 << 10

var (
	// ErrBusy says that a channel takes nothing now.
	ErrBusy = errors.New("signal: the channel's buffer is full")
	// ErrBroken says that a channel or its Link ended without a goodbye.
	ErrBroken = errors.New("signal: the connection broke")
)

// Channel is an open data channel: whole messages, to a peer and from it. One
// goroutine receives, any may send.
type Channel struct {
	Mode Mode

	dc   *webrtc.DataChannel
	raw  datachannel.ReadWriteCloser
	room chan struct{} // has one element after the buffer got shorter
	end  context.Context
	bye  func(code uint16, reason string) // says goodbye to the peer
	cut  func()

	mu    sync.Mutex // guards cause
	cause error      // why the peer left, where it said so
}

// newChannel takes over an open data channel. It ends with end.
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

// lastWordTime is how long after a channel broke the peer's goodbye may come: from a
// busy machine that is a while. Who gave up the channel alone is back long before, by
// another connection.
const lastWordTime = time.Second

// Receive reads the next message into b and returns its length. It returns
// io.ErrShortBuffer if the message does not fit, after which the channel is of no use;
// a RefusedError if the host took the channel away, or the Link's error if the peer said
// goodbye there; and ErrBroken if the channel ended without a word.
func (c *Channel) Receive(b []byte) (int, error) {
	n, _, err := c.raw.ReadDataChannel(b)
	if err == nil {
		return n, nil
	}
	if errors.Is(err, io.ErrShortBuffer) {
		return 0, err
	}
	// The peer's last word comes by another way than the channel's end.
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

// Buffered is how many bytes wait to be sent or, in an ordered channel, to be
// confirmed.
func (c *Channel) Buffered() int { return int(c.dc.BufferedAmount()) }

// Send sends a message without waiting. It returns ErrBusy if too much of
// what was sent before is still under way. The bytes are copied.
func (c *Channel) Send(b []byte) error {
	if c.Buffered() >= maxBuffered {
		return ErrBusy
	}
	_, err := c.raw.Write(b)
	return err
}

// AwaitRoom waits until Send takes a message again. It returns ErrBusy if that takes longer
// than limit, and ErrBroken if the channel ends before.
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

// Close tells the peer why and ends the channel. It returns at once; only the
// first call counts.
func (c *Channel) Close(code uint16, reason string) { c.bye(code, reason) }

// Cut ends the channel without a word.
func (c *Channel) Cut() { c.cut() }

// left notes why the peer left.
func (c *Channel) left(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cause == nil {
		c.cause = cause
	}
}
