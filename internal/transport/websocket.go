package transport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// WebSocket is a WebSocket that implements [Conn]. The library does the handshake, reads,
// and answers pings and closes. The host frames its own messages and writes them without
// the library (see rawConn), so that a run of bundles is one system call with bytes that
// all peers share. Reads of short binary messages, such as ticcmds, also bypass the library
// (see readShort): the library's own path costs an eighth of the tics a second.
//
// Pitfalls of the library: a context that ends during a Read closes the connection, so
// reads use a context that never ends. Close waits up to ten seconds for the peer, so it
// runs in a goroutine, and reads meanwhile. A connection that ends right after a frame's
// header looks like an empty message.
type WebSocket struct {
	closing atomic.Bool // Close was called: the host writes no more
	raw     rawConn
	ws      *websocket.Conn
	limiter limiter
	buf     []byte
	closers *sync.WaitGroup
	closed  func(*WebSocket)

	reading    sync.Mutex    // held to read from in without the library
	in         *bufio.Reader // what the library reads from
	handedOver chan struct{} // closed when only the library reads from in, after closing is set
}

// Options configures a WebSocket.
type Options struct {
	Clock          func() time.Duration // never goes back
	WriteStall     time.Duration        // how long Write waits for a peer that reads nothing
	MaxMessage     int                  // the most bytes of a message
	MessagesPerSec int                  // 0 or less means no limit; it also limits frames
	ReadBuffer     int                  // bytes
	Closers        *sync.WaitGroup      // counts the goroutines that ping or close
	Closed         func(*WebSocket)     // called once, after the close handshake
}

// Accept takes over the connection of a request. If that fails, Accept answers the request
// itself.
func Accept(w http.ResponseWriter, r *http.Request, o Options) (*WebSocket, error) {
	c := &WebSocket{
		limiter:    newLimiter(o.MessagesPerSec),
		buf:        make([]byte, o.MaxMessage+1),
		closers:    o.Closers,
		closed:     o.Closed,
		handedOver: make(chan struct{}),
	}
	ws, err := websocket.Accept(&hijacker{w, c, &o}, r, &websocket.AcceptOptions{
		CompressionMode: websocket.CompressionDisabled,
		// The host has already checked Host and Origin, more strictly.
		InsecureSkipVerify: true,
		// The library fails if it must answer a ping after it has sent a close frame.
		OnPingReceived: func(context.Context, []byte) bool { return !c.closing.Load() },
	})
	if err != nil {
		return nil, fmt.Errorf("accept websocket: %w", err)
	}
	ws.SetReadLimit(int64(o.MaxMessage))
	c.ws = ws
	return c, nil
}

// hijacker puts a rawConn and a small buffer under the library's connection.
type hijacker struct {
	http.ResponseWriter
	conn    *WebSocket
	options *Options
}

func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	nc, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	c := h.conn
	c.raw.open(nc, h.options.Clock, h.options.WriteStall)
	early, err := rw.Reader.Peek(rw.Reader.Buffered())
	if err != nil {
		return nil, nil, err
	}
	// A client may send messages right after its handshake.
	early = bytes.Clone(early)
	c.raw.limiter = newFrameLimiter(h.options.MessagesPerSec)
	c.raw.tooFast = func() { c.Close(ClosePolicy, "too many frames a second") }
	c.raw.limiter.allow(early, h.options.Clock()) // an excess is found on the next read
	c.in = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(early), &c.raw), max(h.options.ReadBuffer, len(early)))
	if _, err := c.in.Peek(len(early)); err != nil {
		return nil, nil, err
	}
	return &c.raw, bufio.NewReadWriter(c.in, bufio.NewWriterSize(&c.raw, 256)), nil
}

// Read returns the next message. See [Conn].
func (c *WebSocket) Read(ctx context.Context) ([]byte, error) {
	msg, ok := c.readShort()
	if !ok {
		var err error
		if msg, err = c.readAny(ctx); err != nil {
			return nil, err
		}
	}
	if !c.limiter.allow(c.raw.clock()) {
		c.Close(ClosePolicy, "too many messages a second")
		return nil, ErrTooFast
	}
	return msg, nil
}

// readShort waits until there is something to read. It returns the next message if that is
// binary, short, unfragmented and completely buffered. Otherwise the library reads it.
func (c *WebSocket) readShort() (msg []byte, ok bool) {
	c.reading.Lock()
	if !c.closing.Load() {
		// Ignore the error: the library runs into it again.
		_, _ = c.in.Peek(FrameHeader)
		msg, ok = c.unmask()
	}
	c.reading.Unlock()
	if !ok && c.closing.Load() {
		<-c.handedOver
	}
	return msg, ok
}

// unmask removes a short message from the buffer and returns it unmasked. reading is held.
func (c *WebSocket) unmask() ([]byte, bool) {
	n := c.shortLength()
	if n < 0 {
		return nil, false
	}
	frame, err := c.in.Peek(FrameHeader + maskKey + n)
	if err != nil {
		return nil, false
	}
	key, payload := frame[FrameHeader:FrameHeader+maskKey], frame[FrameHeader+maskKey:]
	for i, b := range payload {
		c.buf[i] = b ^ key[i%maskKey]
	}
	_, err = c.in.Discard(len(frame))
	return c.buf[:n], err == nil
}

// shortLength returns the length of the next message if readShort may return it, or else
// -1. reading is held.
func (c *WebSocket) shortLength() int {
	if c.in.Buffered() < FrameHeader {
		return -1
	}
	head, err := c.in.Peek(FrameHeader)
	n := int(head[1]) - frameMasked
	if err != nil || head[0] != frameBinary || n < 0 || n > min(maxShort, len(c.buf)-1) ||
		c.in.Buffered() < FrameHeader+maskKey+n {
		return -1
	}
	return n
}

// Buffered reports whether the next Read returns a message that is already buffered.
func (c *WebSocket) Buffered() bool {
	c.reading.Lock()
	defer c.reading.Unlock()
	return !c.closing.Load() && c.shortLength() >= 0
}

// readAny reads a message through the library.
func (c *WebSocket) readAny(ctx context.Context) ([]byte, error) {
	_, r, err := c.ws.Reader(ctx)
	if err != nil {
		return nil, readError(err)
	}
	n := 0
	for {
		// The last read finds the end of the message, or finds that it is too long.
		// In that case the library has closed the connection with 1009.
		k, err := r.Read(c.buf[n:])
		n += k
		if errors.Is(err, io.EOF) {
			return c.buf[:n], nil
		}
		if err != nil {
			return nil, readError(err)
		}
		if n == len(c.buf) {
			c.Close(CloseTooLong, "the message is too long")
			return nil, websocket.ErrMessageTooBig
		}
	}
}

// readError converts the library's errors to ours.
func readError(err error) error {
	if code := websocket.CloseStatus(err); code != -1 {
		return closeError{uint16(code)}
	}
	return fmt.Errorf("read websocket: %w", err)
}

// TryWrite writes without waiting. See [Conn].
func (c *WebSocket) TryWrite(run []byte, frame int) (int, error) {
	if c.closing.Load() {
		return 0, net.ErrClosed
	}
	return c.raw.tryWrite(run, frame)
}

// Write writes the whole run. See [Conn].
func (c *WebSocket) Write(run []byte) error {
	if c.closing.Load() {
		return net.ErrClosed
	}
	_, err := c.raw.Write(run)
	return err
}

// PartialFrame reports whether the end of a frame may be unsent.
func (c *WebSocket) PartialFrame() bool {
	if !c.raw.mu.TryLock() {
		return true
	}
	defer c.raw.mu.Unlock()
	return len(c.raw.rest) > 0
}

// LastHeard returns when bytes last arrived. See [Pinger].
func (c *WebSocket) LastHeard() time.Duration { return time.Duration(c.raw.heard.Load()) }

// Ping pings the peer. It returns at once.
func (c *WebSocket) Ping() {
	if c.raw.socket.nonBlocking() {
		// A full buffer drops the ping: the peer already has enough to answer.
		_, _ = c.TryWrite(pingFrame, len(pingFrame))
		return
	}
	c.closers.Go(func() { _ = c.Write(pingFrame) })
}

// Close starts the close handshake. See [Conn].
func (c *WebSocket) Close(code uint16, reason string) {
	if c.closing.Swap(true) {
		return
	}
	c.closers.Go(func() {
		c.handOver()
		// Ignore the error: the peer may have disconnected.
		_ = c.ws.Close(websocket.StatusCode(code), reason)
		c.closed(c)
	})
}

// handOver leaves reading to the library, which reads during the close handshake. closing
// is set.
func (c *WebSocket) handOver() {
	if !c.reading.TryLock() {
		// A reader is waiting in readShort. Once closing is set, it waits nowhere else.
		_ = c.raw.SetReadDeadline(time.Unix(1, 0))
		c.reading.Lock()
		_ = c.raw.SetReadDeadline(time.Time{})
	}
	c.reading.Unlock()
	close(c.handedOver)
}

// Abort ends the connection without a close handshake.
func (c *WebSocket) Abort() { _ = c.raw.Close() }
