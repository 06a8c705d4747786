//go:build linux && (amd64 || arm64 || arm || riscv64 || loong64 || ppc64le)

package host

import (
	"syscall"
	"unsafe"
)

// trySend sends to a socket without waiting. It tells Go's scheduler nothing of
// the call, which is over in microseconds, and takes the short way in the
// kernel: together a tenth of what a bundle costs otherwise.
func trySend(fd uintptr, b []byte) (int, error) {
	n, _, errno := syscall.RawSyscall6(syscall.SYS_SENDTO, fd, uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)),
		syscall.MSG_DONTWAIT|syscall.MSG_NOSIGNAL, 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}
