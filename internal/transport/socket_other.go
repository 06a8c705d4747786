//go:build !unix

package transport

import "net"

// socket writes nothing: without non-blocking writes, each write needs a goroutine that
// waits.
type socket struct{}

func (*socket) open(net.Conn) {}

func (*socket) close() {}

func (*socket) nonBlocking() bool { return false }

func (*socket) read(nc net.Conn, b []byte) (int, error) { return nc.Read(b) }

func (*socket) write([]byte) (int, error) { return 0, nil }
