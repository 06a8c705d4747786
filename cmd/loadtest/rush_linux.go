package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"syscall"

	"doomhost/lockstep"
)

// runner is a player in a rush.
type runner struct {
	*raw
	fd        int
	sent, got lockstep.Tic
}

// rush plays tics tics at full speed, with up to inFlight ticcmds in flight. One thread
// with one epoll runs all players, because goroutines would add costs that are not the
// host's.
func (g *game) rush(inFlight, tics int) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ep, err := syscall.EpollCreate1(0)
	if err != nil {
		return err
	}
	defer syscall.Close(ep)
	last := g.next + lockstep.Tic(tics)
	runners := make(map[int32]*runner)
	for _, c := range g.players {
		r := &runner{raw: c, sent: g.next, got: g.next}
		if r.fd, err = peekSocket(c.nc); err != nil {
			return err
		}
		runners[int32(r.fd)] = r
		ev := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(r.fd)}
		if err := syscall.EpollCtl(ep, syscall.EPOLL_CTL_ADD, r.fd, &ev); err != nil {
			return err
		}
		if err := r.fill(last, inFlight); err != nil {
			return err
		}
	}
	events := make([]syscall.EpollEvent, len(runners))
	for left := len(runners); left > 0; {
		n, err := awaitEvents(ep, events)
		if err != nil {
			return err
		}
		for _, ev := range events[:n] {
			r := runners[ev.Fd]
			if err := r.run(last, inFlight); err != nil {
				return fmt.Errorf("play fast: %w", err)
			}
			if r.got == last {
				left--
			}
		}
	}
	g.next = last
	runtime.KeepAlive(g)
	return nil
}

// run reads the received bundles and sends as many ticcmds.
func (r *runner) run(last lockstep.Tic, inFlight int) error {
	n, err := read(r.fd, r.room())
	if errors.Is(err, syscall.EAGAIN) {
		return nil
	}
	if err == nil && n == 0 {
		err = io.EOF
	}
	if err != nil {
		return err
	}
	r.raw.got = r.buf[:len(r.raw.got)+n]
	if _, err := r.take(func([]byte) { r.got++ }); err != nil {
		return err
	}
	return r.fill(last, inFlight)
}

// fill sends ticcmds until inFlight of them are in flight.
func (r *runner) fill(last lockstep.Tic, inFlight int) error {
	var room [4096]byte
	out := room[:0]
	for ; r.sent < min(last, r.got+lockstep.Tic(inFlight)); r.sent++ {
		out = append(out, ticFrame(r.sent)...)
	}
	if len(out) == 0 {
		return nil
	}
	if n, err := write(r.fd, out); err != nil || n < len(out) {
		return fmt.Errorf("%d of %d bytes sent: %w", n, len(out), errors.Join(err, io.ErrShortWrite))
	}
	return nil
}

// peekSocket returns the descriptor of a connection, which still owns it.
func peekSocket(nc net.Conn) (fd int, err error) {
	raw, err := nc.(*net.TCPConn).SyscallConn()
	if err != nil {
		return 0, err
	}
	err = raw.Control(func(own uintptr) { fd = int(own) })
	return fd, err
}
