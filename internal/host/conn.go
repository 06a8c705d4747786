package host

import (
	"context"
	"errors"

	"doomhost/relay"
)

// Conn is a connection that carries whole messages in order: a WebSocket, or a
// data channel. The host's goroutines know nothing else of a peer.
//
// One goroutine reads. Any may write; a run of frames is never broken up by
// another's. Close may be called by any, more than once.
type Conn interface {
	// Read returns the next message, which is good until the next Read. It
	// returns a CloseError when the peer closed with a code, and another error
	// when the connection broke or a limit was crossed.
	Read(ctx context.Context) ([]byte, error)
	// TryWrite takes as many of the frames as it can without waiting, from the
	// front, and returns how many bytes those have, a multiple of frame. All
	// frames of the run are frame bytes long. The bytes must never change.
	TryWrite(run []byte, frame int) (int, error)
	// Write takes the whole run, waiting where it must. It returns an error when
	// the peer takes nothing for a while.
	Write(run []byte) error
	// Close says goodbye with a code and a reason. It returns at once.
	Close(code relay.CloseCode, reason string)
}

// CloseError is the error of a Read after the peer said goodbye.
type CloseError struct{ Code relay.CloseCode }

func (CloseError) Error() string { return "host: the peer closed the connection" }

// errTooFast says that a peer sent more messages than it may.
var errTooFast = errors.New("host: too many messages")

// closeCode is what a connection ended with, as the relay wants to know it.
func closeCode(err error) relay.CloseCode {
	var ce CloseError
	if errors.As(err, &ce) {
		return ce.Code
	}
	return relay.CloseBroken
}
