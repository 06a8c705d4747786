package main

import (
	"errors"
	"net"
	"syscall"
	"time"
	"unsafe"
)

// These calls go past Go's scheduler, which would otherwise look after each of
// them, with threads that it wakes for that, in a process that should leave the
// machine to the host.

// takeSocket returns the descriptor of a connection, which is the caller's from now
// on. Go's own poller knows nothing of it: it would wake up for each bundle.
func takeSocket(nc net.Conn) (fd int, err error) {
	raw, err := nc.(*net.TCPConn).SyscallConn()
	if err != nil {
		return 0, err
	}
	ctlErr := raw.Control(func(own uintptr) { fd, err = syscall.Dup(int(own)) })
	return fd, errors.Join(err, ctlErr, nc.Close())
}

// read reads what there is.
func read(fd int, b []byte) (int, error) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// write writes what the socket's buffer takes.
func write(fd int, b []byte) (int, error) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// nap sleeps for a while.
func nap(d time.Duration) {
	t := syscall.NsecToTimespec(int64(d))
	_, _, _ = syscall.RawSyscall(syscall.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&t)), 0, 0)
}

// awaitEvents waits up to a tenth of a second until there is something to read.
func awaitEvents(ep int, events []syscall.EpollEvent) (int, error) {
	const ms = 100
	n, _, errno := syscall.RawSyscall6(syscall.SYS_EPOLL_PWAIT, uintptr(ep), uintptr(unsafe.Pointer(unsafe.SliceData(events))),
		uintptr(len(events)), ms, 0, 0)
	if errno == syscall.EINTR {
		return 0, nil
	}
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}
