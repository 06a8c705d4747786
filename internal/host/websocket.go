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
// call with bytes that all peers share.
//
// Pitfalls of the library that hold here: a context that ends during a Read
// closes the connection, so reads run without one; Close waits up to ten
// seconds for the peer, so it has a goroutine; a connection that ends right
// behind a frame's header looks as if the message ended there, so arrivals says
// whether it did.
type wsConn struct {
	closing atomic.Bool // nothing of the host's goes out any more
	raw     rawConn
	ws      *websocket.Conn
	took    uint32 // messages that Read has returned
	bucket  bucket
	buf     []byte
	closers *sync.WaitGroup
	closed  func(*wsConn)
}

// wsOptions is how a WebSocket is accepted.
type wsOptions struct {
	clock        func() time.Duration
	writeTimeout time.Duration
	readLimit    int // bytes of a message
	rate         int // messages a second, 0 for any number
	readBuffer   int
	closers      *sync.WaitGroup // counts the goroutines that say goodbye
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
	}
	ws, err := websocket.Accept(&hijack{w, c, &o}, r, &websocket.AcceptOptions{
		CompressionMode: websocket.CompressionDisabled,
		// The host's own check of Host and Origin came before, and is stricter.
		InsecureSkipVerify: true,
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
	c.raw.arrived.pass(early)
	r := bufio.NewReaderSize(io.MultiReader(bytes.NewReader(early), &c.raw), max(h.options.readBuffer, len(early)))
	if _, err := r.Peek(len(early)); err != nil {
		return nil, nil, err
	}
	return &c.raw, bufio.NewReadWriter(r, bufio.NewWriterSize(&c.raw, 256)), nil
}

func (c *wsConn) Read(ctx context.Context) ([]byte, error) {
	_, r, err := c.ws.Reader(ctx)
	if err != nil {
		return nil, readError(err)
	}
	c.took++
	n := 0
	for {
		// The last read finds the message's end, or that it is too long: then
		// the library has closed the connection with 1009.
		k, err := r.Read(c.buf[n:])
		n += k
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, readError(err)
		}
		if n == len(c.buf) {
			c.Close(uint16(websocket.StatusMessageTooBig), "the message is too long")
			return nil, websocket.ErrMessageTooBig
		}
	}
	if int32(c.raw.arrived.whole.Load()-c.took) < 0 {
		return nil, fmt.Errorf("read websocket: %w", io.ErrUnexpectedEOF)
	}
	if !c.bucket.take(c.raw.clock()) {
		c.Close(closePolicy, "too many messages a second")
		return nil, errTooFast
	}
	return c.buf[:n], nil
}

// more reports whether the next message is here already. It is for the goroutine
// that reads.
func (c *wsConn) more() bool { return c.raw.arrived.whole.Load() != c.took }

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

func (c *wsConn) Close(code uint16, reason string) {
	if c.closing.Swap(true) {
		return
	}
	c.closers.Go(func() {
		// What keeps the peer from hearing it is the peer's own.
		_ = c.ws.Close(websocket.StatusCode(code), reason)
		c.closed(c)
	})
}

// cut ends the connection without a word.
func (c *wsConn) cut() { _ = c.raw.Close() }
