//go:build unix

package host

import (
	"errors"
	"net"
	"syscall"
)

// tryWriter writes to a socket as much as its buffer takes. One goroutine at a
// time uses it.
type tryWriter struct {
	raw  syscall.RawConn // nil where the connection is no socket
	once func(fd uintptr)

	// What once writes, and what came of it.
	run []byte
	n   int
	err error
}

func newTryWriter(nc net.Conn) *tryWriter {
	w := new(tryWriter)
	if sc, ok := nc.(syscall.Conn); ok {
		if raw, err := sc.SyscallConn(); err == nil {
			w.raw = raw
		}
	}
	// Made once, so that a write allocates nothing.
	w.once = func(fd uintptr) { w.n, w.err = trySend(fd, w.run) }
	return w
}

// write returns how many bytes were taken, 0 when the buffer is full.
func (w *tryWriter) write(b []byte) (n int, err error) {
	if w.raw == nil || len(b) == 0 {
		return 0, nil
	}
	// The socket is in non-blocking mode. Control keeps it from being closed
	// meanwhile, and unlike Write has nothing to do with the poller.
	w.run = b
	err = w.raw.Control(w.once)
	w.run = nil
	switch {
	case err != nil:
		return 0, err
	case errors.Is(w.err, syscall.EAGAIN), errors.Is(w.err, syscall.EINTR):
		return 0, nil
	case w.err != nil:
		return 0, w.err
	}
	return w.n, nil
}
