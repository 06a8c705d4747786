// Package transport carries whole messages between the host and one peer, over a WebSocket
// or a data channel. The rest of the host sees a peer's connection only as a [Conn].
//
// Goroutines. One goroutine reads a Conn; any goroutine may write and close it. A
// [WebSocket] starts goroutines for close handshakes, and for pings if the system has no
// non-blocking writes. Options.Closers counts them. A [FastChannel] needs one goroutine in
// Run.
//
// Locks: rawConn.mu keeps frames apart. WebSocket.reading keeps the library's reads and
// ours apart. FastChannel.mu guards its repeat state, and socket.mu the descriptor. None is
// held while another one is taken, except that socket.mu is taken inside rawConn.mu.
//
// The package handles messages and frames, and no protocol: it neither parses a message
// nor decides who may connect.
package transport

import (
	"context"
	"errors"
	"time"
)

// Conn is a connection that carries whole messages in order.
//
// Callers write frames. A frame is a message preceded by a server's WebSocket header. A
// game's log stores bundles in this form, so that every peer gets a run of them in one
// write. Transports other than WebSocket remove the FrameHeader bytes of each frame.
//
// One goroutine reads. Any goroutine may write; another's frames never interrupt a run of
// frames. Any goroutine may call Close, more than once.
type Conn interface {
	// Read returns the next message, which is valid until the next Read. If the peer
	// closed with a code, CloseCode finds it in the error. Other errors mean that the
	// connection broke or crossed a limit.
	Read(ctx context.Context) ([]byte, error)
	// TryWrite writes as many frames from the front of the run as it can without
	// waiting. It returns their size in bytes, a multiple of frame. Every frame of
	// the run is frame bytes long. The caller must never change the bytes.
	TryWrite(run []byte, frame int) (int, error)
	// Write writes the whole run, and waits if it must. It returns an error when the
	// peer reads nothing for Options.WriteStall.
	Write(run []byte) error
	// Close sends a WebSocket close code and a reason. It returns at once.
	Close(code uint16, reason string)
}

// Pinger is a Conn that knows when its peer last sent something, and that can ping the
// peer.
type Pinger interface {
	// LastHeard returns when bytes last arrived, by Options.Clock.
	LastHeard() time.Duration
	// Ping returns at once.
	Ping()
}

// Aborter is a Conn that can be closed without a close handshake.
type Aborter interface{ Abort() }

// BufferedReader is a Conn that can tell whether its next Read returns at once.
type BufferedReader interface{ Buffered() bool }

// PartialWriter is a Conn whose TryWrite may accept a frame but send only a part of it. The
// next write sends the rest.
type PartialWriter interface{ PartialFrame() bool }

// Close codes of RFC 6455, section 7.4.1.
const (
	// ClosePolicy is for peers that cross a limit.
	ClosePolicy uint16 = 1008
	// CloseTooLong is for a message that exceeds the length limit.
	CloseTooLong uint16 = 1009
)

// Errors of Read.
var (
	// ErrTooFast means that the peer exceeded its limit of messages a second.
	ErrTooFast = errors.New("transport: too many messages")
)

// closeError is the error of a Read after the peer closed the connection.
type closeError struct{ code uint16 }

func (e closeError) Error() string     { return "transport: the peer closed the connection" }
func (e closeError) CloseCode() uint16 { return e.code }

// CloseCode returns the peer's close code from the error of a Read. ok is false when the
// connection broke without one.
func CloseCode(err error) (code uint16, ok bool) {
	var ce interface{ CloseCode() uint16 }
	if errors.As(err, &ce) {
		return ce.CloseCode(), true
	}
	return 0, false
}
