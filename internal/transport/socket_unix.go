//go:build unix

package transport

import (
	"errors"
	"io"
	"net"
	"sync"
	"syscall"
)

// socket is a TCP connection's descriptor, for system calls that never block and bypass
// Go's scheduler. If the connection is not a socket, write writes nothing.
//
// The net package says that a descriptor is valid only inside Control, because its number
// may be reused after a close. Here only close ends the connection, and mu keeps it apart
// from write.
type socket struct {
	mu sync.Mutex // guards fd
	fd int        // negative when there is none or it is closed

	raw  syscall.RawConn
	once func(fd uintptr) (done bool)

	// once reads into in and leaves its results in n and err. One goroutine reads.
	in  []byte
	n   int
	err error
}

// open takes the descriptor of a connection.
func (s *socket) open(nc net.Conn) {
	s.fd = -1
	sc, ok := nc.(syscall.Conn)
	if !ok {
		return
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return
	}
	if raw.Control(func(fd uintptr) { s.fd = int(fd) }) != nil {
		return
	}
	// The closure is made once, so that a read allocates nothing.
	s.once = func(fd uintptr) bool {
		for {
			if s.n, s.err = tryReceive(fd, s.in); !errors.Is(s.err, syscall.EINTR) {
				return !errors.Is(s.err, syscall.EAGAIN)
			}
		}
	}
	s.raw = raw
}

// close invalidates the descriptor; its caller closes the connection afterwards.
func (s *socket) close() {
	s.mu.Lock()
	s.fd = -1
	s.mu.Unlock()
}

// nonBlocking reports whether write works.
func (s *socket) nonBlocking() bool { return s.raw != nil }

// read waits for bytes with Go's poller and reads them.
func (s *socket) read(nc net.Conn, b []byte) (int, error) {
	if s.raw == nil || len(b) == 0 {
		return nc.Read(b)
	}
	s.in = b
	err := s.raw.Read(s.once)
	s.in = nil
	switch {
	case err != nil:
		return 0, err
	case s.err != nil:
		return 0, &net.OpError{Op: "read", Net: "tcp", Err: s.err}
	case s.n == 0:
		return 0, io.EOF
	}
	return s.n, nil
}

// write writes what fits into the socket's buffer. It returns 0 when the buffer is full.
func (s *socket) write(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fd < 0 {
		if s.raw != nil {
			return 0, net.ErrClosed
		}
		return 0, nil
	}
	n, err := trySend(uintptr(s.fd), b)
	if err == nil || err == syscall.EAGAIN || err == syscall.EINTR {
		return n, nil
	}
	return 0, err
}
