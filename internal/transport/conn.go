// Package transport carries whole messages between the host and one peer: over a
// WebSocket, or over a data channel. A [Conn] is all that the rest of the host knows of
// a peer's connection.
//
// Goroutines. One goroutine reads a Conn; any may write and close it. A [WebSocket]
// starts goroutines for goodbyes, and for pings where the system has no non-blocking
// writes; they are counted by Options.Closers. A [FastChannel] needs one goroutine in
// Run.
//
// Locks: rawConn.mu keeps frames apart, WebSocket.reading keeps the library's reads and
// ours apart, FastChannel.mu guards its repeat state, socket.mu the descriptor. None is
// held while another one is taken, but for socket.mu inside rawConn.mu.
//
// The package knows messages and frames and no protocol: it neither parses a message nor
// decides who may connect.
package transport

import (
	"context"
	"errors"
	"time"
)

// Conn is a connection that carries whole messages in order.
//
// Callers write frames: a message behind the WebSocket header that a server puts there.
// A game's bundles lie in its log in this form, so that a run of them is one write for
// all peers. Another transport than WebSocket removes the FrameHeader bytes of each.
//
// One goroutine reads. Any may write; a run of frames is never broken up by another's.
// Close may be called by any, more than once.
type Conn interface {
	// Read returns the next message, which is valid until the next Read. When the
	// peer closed with a code, CloseCode finds it in the error; other errors say that
	// the connection broke or crossed a limit.
	Read(ctx context.Context) ([]byte, error)
	// TryWrite takes as many of the frames as it can without waiting, from the
	// front, and returns how many bytes those have, a multiple of frame. All
	// frames of the run are frame bytes long. The bytes must never change.
	TryWrite(run []byte, frame int) (int, error)
	// Write takes the whole run and waits where it must. It returns an error when
	// the peer reads nothing for Options.WriteStall.
	Write(run []byte) error
	// Close sends a WebSocket close code and a reason. It returns at once.
	Close(code uint16, reason string)
}

// Pinger is a Conn that knows when its peer sent something last, and can ask for a sign
// of life.
type Pinger interface {
	// LastHeard is when bytes came in last, by Options.Clock.
	LastHeard() time.Duration
	// Ping returns at once.
	Ping()
}

// Aborter is a Conn that can be closed without a goodbye.
type Aborter interface{ Abort() }

// BufferedReader is a Conn that knows whether its next Read returns at once.
type BufferedReader interface{ Buffered() bool }

// PartialWriter is a Conn whose TryWrite may accept a frame and send only a part of it;
// the next write sends the rest.
type PartialWriter interface{ PartialFrame() bool }

// Close codes of RFC 6455, section 7.4.1.
const (
	// ClosePolicy is for peers that cross a limit.
	ClosePolicy uint16 = 1008
	// CloseTooLong is for a message that is longer than it may be.
	CloseTooLong uint16 = 1009
)

// Errors of Read.
var (
	// ErrTooFast says that the peer sent more messages a second than it may.
	ErrTooFast = errors.New("transport: too many messages")
)

// closeError is the error of a Read after the peer said goodbye.
type closeError struct{ code uint16 }

func (e closeError) Error() string     { return "transport: the peer closed the connection" }
func (e closeError) CloseCode() uint16 { return e.code }

// CloseCode returns the code with which the peer closed, from the error of a Read; ok is
// false when it did not close but break.
func CloseCode(err error) (code uint16, ok bool) {
	var ce interface{ CloseCode() uint16 }
	if errors.As(err, &ce) {
		return ce.CloseCode(), true
	}
	return 0, false
}
