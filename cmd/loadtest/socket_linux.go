package main

import (
	"errors"
	"net"
	"syscall"
	"time"
	"unsafe"
)

// These calls bypass Go's scheduler, which would wake threads to supervise each of them, in
// a process that should leave the machine to the host.

// takeSocket returns a descriptor of a connection, which the caller owns. Go's poller does
// not know it and so does not wake up for each bundle.
func takeSocket(nc net.Conn) (fd int, err error) {
	raw, err := nc.(*net.TCPConn).SyscallConn()
	if err != nil {
		return 0, err
	}
	ctlErr := raw.Control(func(own uintptr) { fd, err = syscall.Dup(int(own)) })
	return fd, errors.Join(err, ctlErr, nc.Close())
}

// read reads the available bytes.
func read(fd int, b []byte) (int, error) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// write writes as much as the socket's buffer takes.
func write(fd int, b []byte) (int, error) {
	n, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}

// sleep sleeps for d.
func sleep(d time.Duration) {
	t := syscall.NsecToTimespec(int64(d))
	_, _, _ = syscall.RawSyscall(syscall.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&t)), 0, 0)
}

// awaitEvents waits up to a tenth of a second for readable sockets.
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
