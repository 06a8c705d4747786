//go:build unix

package host

import (
	"errors"
	"net"
	"syscall"
)

// tryWriter writes to a socket as much as its buffer takes.
type tryWriter struct {
	raw syscall.RawConn // nil where the connection is no socket
}

func newTryWriter(nc net.Conn) tryWriter {
	if sc, ok := nc.(syscall.Conn); ok {
		if raw, err := sc.SyscallConn(); err == nil {
			return tryWriter{raw}
		}
	}
	return tryWriter{}
}

// write returns how many bytes were taken, 0 when the buffer is full.
func (w tryWriter) write(b []byte) (n int, err error) {
	if w.raw == nil || len(b) == 0 {
		return 0, nil
	}
	// The socket is in non-blocking mode; returning true means: don't wait.
	ctlErr := w.raw.Write(func(fd uintptr) bool {
		n, err = syscall.Write(int(fd), b)
		return true
	})
	switch {
	case ctlErr != nil:
		return 0, ctlErr
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.EINTR):
		return 0, nil
	case err != nil:
		return 0, err
	}
	return n, nil
}
