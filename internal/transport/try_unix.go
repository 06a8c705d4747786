//go:build unix && !(linux && (amd64 || arm64 || arm || riscv64 || loong64 || ppc64le))

package transport

import "syscall"

// trySend writes to a socket in non-blocking mode.
func trySend(fd uintptr, b []byte) (int, error) {
	n, err := syscall.Write(int(fd), b)
	return max(n, 0), err
}

// tryReceive reads from a socket in non-blocking mode.
func tryReceive(fd uintptr, b []byte) (int, error) {
	n, err := syscall.Read(int(fd), b)
	return max(n, 0), err
}
