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

// WebSocket is a WebSocket as a [Conn]. The library shakes hands, reads, and answers pings
// and closes. The host frames its own messages and writes them past the library (see
// rawConn), so that a run of bundles is one system call with bytes that all peers share.
// Short binary messages, which ticcmds are, are read past the library, too (see
// readShort): the library's own path costs an eighth of the tics a second.
//
// Pitfalls of the library: a context that ends during a Read closes the connection, so
// reads have none that ends; Close waits up to ten seconds for the peer, so it runs in a
// goroutine, and reads meanwhile; a connection that ends right behind a frame's header
// looks like an empty message.
type WebSocket struct {
	closing atomic.Bool // Close was called: the host writes no more
	raw     rawConn
	ws      *websocket.Conn
	limiter limiter
	buf     []byte
	closers *sync.WaitGroup
	closed  func(*WebSocket)

	reading    sync.Mutex    // held by whoever reads in past the library
	in         *bufio.Reader // what the library reads from
	handedOver chan struct{} // closed when only the library reads in, after closing was set
}

// Options says how a WebSocket is accepted.
type Options struct {
	Clock          func() time.Duration // never goes back
	WriteStall     time.Duration        // how long Write waits for a peer that reads nothing
	MaxMessage     int                  // bytes of a message
	MessagesPerSec int                  // 0 or less for any number; it bounds frames, too
	ReadBuffer     int                  // bytes
	Closers        *sync.WaitGroup      // counts the goroutines that ping or say goodbye
	Closed         func(*WebSocket)     // called once, after the goodbye
}

// Accept takes over the connection of a request. It answers the request itself when that
// fails.
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
		// The host's own check of Host and Origin came before, and is stricter.
		InsecureSkipVerify: true,
		// The library fails when it has said goodbye and is to answer a ping.
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
	// A client may send right behind its handshake.
	early = bytes.Clone(early)
	c.raw.limiter = newFrameLimiter(h.options.MessagesPerSec)
	c.raw.tooFast = func() { c.Close(ClosePolicy, "too many frames a second") }
	c.raw.limiter.allow(early, h.options.Clock()) // too many are found with what follows
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

// readShort waits until there is something to read, and returns the next message when
// that is binary, short, unfragmented and here as a whole. Otherwise the library reads it.
func (c *WebSocket) readShort() (msg []byte, ok bool) {
	c.reading.Lock()
	if !c.closing.Load() {
		// The library finds errors for itself.
		_, _ = c.in.Peek(FrameHeader)
		msg, ok = c.unmask()
	}
	c.reading.Unlock()
	if !ok && c.closing.Load() {
		<-c.handedOver
	}
	return msg, ok
}

// unmask takes a short message out of the buffer. reading is held.
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

// shortLength is the length of the next message if readShort may return it, else -1.
// reading is held.
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

// Buffered reports whether the next Read returns a message that is here already.
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
		// The last read finds the message's end, or that it is too long: then
		// the library has closed the connection with 1009.
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

// readError turns the library's errors into ours.
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

// LastHeard is when bytes came in last. See [Pinger].
func (c *WebSocket) LastHeard() time.Duration { return time.Duration(c.raw.heard.Load()) }

// Ping asks the peer for a sign of life. It returns at once.
func (c *WebSocket) Ping() {
	if c.raw.socket.nonBlocking() {
		// A peer whose buffer is full has enough to answer already.
		_, _ = c.TryWrite(pingFrame, len(pingFrame))
		return
	}
	c.closers.Go(func() { _ = c.Write(pingFrame) })
}

// Close says goodbye. See [Conn].
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

// handOver leaves reading to the library, which reads while it says goodbye. closing is
// set.
func (c *WebSocket) handOver() {
	if !c.reading.TryLock() {
		// A reader waits in readShort, and nowhere else once closing is set.
		_ = c.raw.SetReadDeadline(time.Unix(1, 0))
		c.reading.Lock()
		_ = c.raw.SetReadDeadline(time.Time{})
	}
	c.reading.Unlock()
	close(c.handedOver)
}

// Abort ends the connection without a goodbye.
func (c *WebSocket) Abort() { _ = c.raw.Close() }
