package host

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

// wsConn is a WebSocket as a Conn. The library shakes hands, reads, and
// answers pings and closes; what the host has to say it frames itself and
// writes past the library (see rawConn). So a run of bundles is one system
// call with bytes that all peers share. Short binary messages, which ticcmds are,
// are read past the library, too (see short): by the library an eighth fewer tics
// go through.
//
// Pitfalls of the library that hold here: a context that ends during a Read
// closes the connection, so reads run without one; Close waits up to ten
// seconds for the peer, so it has a goroutine, and reads meanwhile; a connection
// that ends right behind a frame's header looks as if an empty message ended there.
type wsConn struct {
	closing atomic.Bool // nothing of the host's goes out any more
	raw     rawConn
	ws      *websocket.Conn
	bucket  bucket
	buf     []byte
	closers *sync.WaitGroup // counts goroutines that ping or say goodbye
	closed  func(*wsConn)

	reading sync.Mutex    // held by who looks at in past the library
	in      *bufio.Reader // what the library reads from
	handed  chan struct{} // closed when in is the library's for good, after closing was set
}

// wsOptions is how a WebSocket is accepted.
type wsOptions struct {
	clock        func() time.Duration
	writeTimeout time.Duration
	readLimit    int // bytes of a message
	rate         int // messages a second, 0 or less for any number; frames are bounded by it, too
	readBuffer   int
	closers      *sync.WaitGroup // counts the goroutines that ping or say goodbye
	closed       func(*wsConn)   // called once, after the goodbye
}

// acceptWebSocket takes over the connection of a request. It answers the
// request itself when that fails.
func acceptWebSocket(w http.ResponseWriter, r *http.Request, o wsOptions) (*wsConn, error) {
	c := &wsConn{
		bucket:  newBucket(o.rate, o.clock()),
		buf:     make([]byte, o.readLimit+1),
		closers: o.closers,
		closed:  o.closed,
		handed:  make(chan struct{}),
	}
	ws, err := websocket.Accept(&hijack{w, c, &o}, r, &websocket.AcceptOptions{
		CompressionMode: websocket.CompressionDisabled,
		// The host's own check of Host and Origin came before, and is stricter.
		InsecureSkipVerify: true,
		// The library fails where it has said goodbye and is to answer a ping.
		OnPingReceived: func(context.Context, []byte) bool { return !c.closing.Load() },
	})
	if err != nil {
		return nil, fmt.Errorf("accept websocket: %w", err)
	}
	ws.SetReadLimit(int64(o.readLimit))
	c.ws = ws
	return c, nil
}

// hijack puts the rawConn and a small buffer of a wsConn under the WebSocket.
type hijack struct {
	http.ResponseWriter
	conn    *wsConn
	options *wsOptions
}

func (h *hijack) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	nc, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	c := h.conn
	c.raw.open(nc, h.options.clock, h.options.writeTimeout)
	early, err := rw.Reader.Peek(rw.Reader.Buffered())
	if err != nil {
		return nil, nil, err
	}
	// A client may send right behind its handshake.
	early = bytes.Clone(early)
	now := h.options.clock()
	c.raw.meter = newMeter(h.options.rate, now)
	c.raw.tooMuch = func() { c.Close(closePolicy, "too many frames a second") }
	c.raw.meter.pass(early, now) // what is too much of it is found with what follows
	c.in = bufio.NewReaderSize(io.MultiReader(bytes.NewReader(early), &c.raw), max(h.options.readBuffer, len(early)))
	if _, err := c.in.Peek(len(early)); err != nil {
		return nil, nil, err
	}
	return &c.raw, bufio.NewReadWriter(c.in, bufio.NewWriterSize(&c.raw, 256)), nil
}

func (c *wsConn) Read(ctx context.Context) ([]byte, error) {
	msg, ok := c.short()
	if !ok {
		var err error
		if msg, err = c.long(ctx); err != nil {
			return nil, err
		}
	}
	if !c.bucket.take(c.raw.clock()) {
		c.Close(closePolicy, "too many messages a second")
		return nil, errTooFast
	}
	return msg, nil
}

// A client's short frame: its header, the key of its mask, up to 125 bytes
// (RFC 6455, section 5.2).
const (
	frameMasked = 0x80
	maskKey     = 4
	maxShort    = 125
)

// short waits until there is something to read and returns the next message,
// where that is binary, short, in one frame and all here. Everything else is the
// library's.
func (c *wsConn) short() (msg []byte, ok bool) {
	c.reading.Lock()
	if !c.closing.Load() {
		// The library finds what is wrong for itself.
		_, _ = c.in.Peek(FrameHeader)
		msg, ok = c.take()
	}
	c.reading.Unlock()
	if !ok && c.closing.Load() {
		<-c.handed
	}
	return msg, ok
}

// take takes a message for short. reading is held.
func (c *wsConn) take() ([]byte, bool) {
	n := c.whole()
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

// whole returns how long the next message is, where that is one for short, or
// -1. reading is held.
func (c *wsConn) whole() int {
	if c.in.Buffered() < FrameHeader {
		return -1
	}
	head, err := c.in.Peek(FrameHeader)
	n := int(head[1]) - frameMasked
	if err != nil || head[0] != frameBinary || n < 0 || n > min(maxShort, len(c.buf)-1) || c.in.Buffered() < FrameHeader+maskKey+n {
		return -1
	}
	return n
}

// more reports whether the next Read returns a message that is here already.
func (c *wsConn) more() bool {
	c.reading.Lock()
	defer c.reading.Unlock()
	return !c.closing.Load() && c.whole() >= 0
}

// long reads a message by the library.
func (c *wsConn) long(ctx context.Context) ([]byte, error) {
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
			c.Close(uint16(websocket.StatusMessageTooBig), "the message is too long")
			return nil, websocket.ErrMessageTooBig
		}
	}
}

// readError makes the library's errors ours.
func readError(err error) error {
	if code := websocket.CloseStatus(err); code != -1 {
		return closeError{uint16(code)}
	}
	return fmt.Errorf("read websocket: %w", err)
}

func (c *wsConn) TryWrite(run []byte, frame int) (int, error) {
	if c.closing.Load() {
		return 0, net.ErrClosed
	}
	return c.raw.tryWrite(run, frame)
}

func (c *wsConn) Write(run []byte) error {
	if c.closing.Load() {
		return net.ErrClosed
	}
	_, err := c.raw.Write(run)
	return err
}

// heard is when the peer gave its last sign of life.
func (c *wsConn) heard() time.Duration { return time.Duration(c.raw.heard.Load()) }

// ping asks the peer for a sign of life. It returns at once.
func (c *wsConn) ping() {
	if c.raw.socket.tries() {
		// One that takes nothing more has enough to answer already.
		_, _ = c.TryWrite(pingFrame, len(pingFrame))
		return
	}
	c.closers.Go(func() { _ = c.Write(pingFrame) })
}

func (c *wsConn) Close(code uint16, reason string) {
	if c.closing.Swap(true) {
		return
	}
	c.closers.Go(func() {
		c.handOver()
		// What keeps the peer from hearing it is the peer's own.
		_ = c.ws.Close(websocket.StatusCode(code), reason)
		c.closed(c)
	})
}

// handOver leaves reading to the library, which reads when it says goodbye. closing
// is set.
func (c *wsConn) handOver() {
	if !c.reading.TryLock() {
		// Somebody waits in short, and nowhere else while closing is set.
		_ = c.raw.SetReadDeadline(time.Unix(1, 0))
		c.reading.Lock()
		_ = c.raw.SetReadDeadline(time.Time{})
	}
	c.reading.Unlock()
	close(c.handed)
}

// cut ends the connection without a word.
func (c *wsConn) cut() { _ = c.raw.Close() }
