package host

import (
	"context"
	"errors"

	"doomhost/relay"
)

// Conn is a connection that carries whole messages in order: a WebSocket, or a
// data channel. The host's goroutines know nothing else of a peer.
//
// What is written is frames: a message behind the WebSocket header that a
// server puts there. A game's bundles lie in its log in this form, so that a run
// of them is one write for all peers. Another transport than WebSocket takes the
// FrameHeader bytes off each.
//
// One goroutine reads. Any may write; a run of frames is never broken up by
// another's. Close may be called by any, more than once.
type Conn interface {
	// Read returns the next message, which is good until the next Read. When the
	// peer closed with a code, the error has a method CloseCode() uint16; others
	// say that the connection broke or crossed a limit.
	Read(ctx context.Context) ([]byte, error)
	// TryWrite takes as many of the frames as it can without waiting, from the
	// front, and returns how many bytes those have, a multiple of frame. All
	// frames of the run are frame bytes long. The bytes must never change.
	TryWrite(run []byte, frame int) (int, error)
	// Write takes the whole run, waiting where it must. It returns an error when
	// the peer takes nothing for a while.
	Write(run []byte) error
	// Close says goodbye with a WebSocket close code and a reason. It returns at
	// once.
	Close(code uint16, reason string)
}

// FrameHeader is how many bytes stand before the message in a bundle's frame.
const FrameHeader = 2

// closeError is the error of a Read after the peer said goodbye.
type closeError struct{ code uint16 }

func (e closeError) Error() string     { return "host: the peer closed the connection" }
func (e closeError) CloseCode() uint16 { return e.code }

// errTooFast says that a peer sent more messages than it may.
var errTooFast = errors.New("host: too many messages")

// closeCode is what a connection ended with, as the relay wants to know it.
func closeCode(err error) relay.CloseCode {
	var ce interface{ CloseCode() uint16 }
	if errors.As(err, &ce) {
		return relay.CloseCode(ce.CloseCode())
	}
	return relay.CloseBroken
}
