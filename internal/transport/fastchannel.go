package transport

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"doomhost/lockstep"
	rtc "doomhost/signal"
	"doomhost/signal/fast"
)

// FastChannel is a data channel without ordering and retransmission. fast.End repeats
// unacknowledged data in both directions.
type FastChannel struct {
	*channelConn
	ready [][]byte      // messages that Read has not returned yet; only Read uses it
	room  chan struct{} // has one element when the peer has acknowledged something
	rearm chan struct{} // has one element when the deadline may be nearer

	mu  sync.Mutex // guards all following fields
	end *fast.End
	out []byte
}

// NewFastChannel waits up to helloTime for the client's first message, which names the
// first tic whose bundle the client wants. The caller runs Run and Read on separate
// goroutines.
func NewFastChannel(ch *rtc.Channel, o ChannelOptions) (*FastChannel, lockstep.Tic, error) {
	c := &FastChannel{
		channelConn: newChannelConn(ch, o, fast.MaxMessage),
		room:        make(chan struct{}, 1),
		rearm:       make(chan struct{}, 1),
		out:         make([]byte, 0, fast.MaxMessage),
	}
	late := time.AfterFunc(helloTime, func() { c.Close(ClosePolicy, "the channel's first message did not come") })
	msg, err := c.receive()
	late.Stop()
	if err != nil {
		return nil, 0, err
	}
	from, ok := fast.Head(msg)
	if !ok {
		c.Close(ClosePolicy, "malformed message")
		return nil, 0, fast.ErrLength
	}
	c.end = fast.NewHost(from)
	if err := c.accept(msg); err != nil {
		return nil, 0, err
	}
	return c, lockstep.Tic(from), nil
}

// helloTime is the longest wait for the first message of an open channel.
const helloTime = 3 * time.Second

// accept decodes a message and queues its ticcmds for Read.
func (c *FastChannel) accept(msg []byte) error {
	c.mu.Lock()
	err := c.end.Take(msg, func(tic uint32, cmd []byte) {
		m := make([]byte, 0, lockstep.TicMsgSize)
		m = append(m, byte(tic), byte(tic>>8), byte(tic>>16), byte(tic>>24))
		c.ready = append(c.ready, append(m, cmd...))
	})
	c.mu.Unlock()
	if err != nil {
		c.Close(ClosePolicy, "malformed message")
		return err
	}
	notify(c.room)
	notify(c.rearm)
	return nil
}

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Read returns the next message. See [Conn].
func (c *FastChannel) Read(context.Context) ([]byte, error) {
	for len(c.ready) == 0 {
		msg, err := c.receive()
		if err != nil {
			return nil, err
		}
		if err := c.accept(msg); err != nil {
			return nil, err
		}
	}
	msg := c.ready[0]
	if c.ready = c.ready[1:]; len(c.ready) == 0 {
		c.ready = nil
	}
	return msg, nil
}

// flush sends one message with everything that is due. If the channel is busy, the next
// message carries the same data and more. mu is held.
func (c *FastChannel) flush() error {
	c.out = c.end.Append(c.out[:0], c.options.Clock())
	if err := c.ch.Send(c.out); err != nil && !errors.Is(err, rtc.ErrBusy) {
		return err
	}
	return nil
}

// TryWrite writes without waiting. See [Conn].
func (c *FastChannel) TryWrite(run []byte, _ int) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fresh := false
	n := eachFrame(run, func(opcode byte, payload []byte) bool {
		if opcode != frameBinary || len(payload) != lockstep.BundleSize {
			return true
		}
		if c.end.Room() == 0 {
			return false
		}
		tic := uint32(payload[0]) | uint32(payload[1])<<8 | uint32(payload[2])<<16 | uint32(payload[3])<<24
		c.end.Put(tic, payload[4:])
		fresh = true
		return true
	})
	if !fresh {
		return n, nil
	}
	defer notify(c.rearm)
	return n, c.flush()
}

// Write writes the whole run. See [Conn].
func (c *FastChannel) Write(run []byte) error {
	timer := time.NewTimer(c.options.WriteStall)
	defer timer.Stop()
	for {
		n, err := c.TryWrite(run, 0)
		if err != nil {
			return err
		}
		if n > 0 {
			timer.Reset(c.options.WriteStall)
		}
		if run = run[n:]; len(run) == 0 {
			return nil
		}
		select {
		case <-c.room:
		case <-c.ch.Done():
			return rtc.ErrBroken
		case <-timer.C:
			return fmt.Errorf("write to a data channel: %w", rtc.ErrBusy)
		}
	}
}

// Run sends repeats and acknowledgements when they are due. It returns when the channel
// ends.
func (c *FastChannel) Run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-c.rearm:
		case <-c.ch.Done():
			return
		}
		now := c.options.Clock()
		c.mu.Lock()
		due := c.end.Deadline()
		var err error
		if due <= now {
			err = c.flush()
			due = c.end.Deadline()
		}
		c.mu.Unlock()
		if err != nil {
			return // Read also finds the channel broken
		}
		if due == fast.Never {
			timer.Stop()
		} else {
			timer.Reset(due - now)
		}
	}
}
