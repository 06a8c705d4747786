package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"doomhost/relay/wire"
)

// measured is how many spectators of a crowd are read at once and measured. The
// others read what they have now and then, as others' machines would without
// taking this one's time.
const (
	measured = 200
	lazily   = 250 * time.Millisecond
)

// watch is a process of many spectators: one thread and one epoll, so that as
// much of the machine as can be is the host's. It says "ready" when all are
// there, starts measuring at the first line on its standard input, and at the
// second says what it measured and ends.
func watch(ctx context.Context, addr string, count int, from wire.Tic) error {
	ep, err := syscall.EpollCreate1(0)
	if err != nil {
		return err
	}
	defer syscall.Close(ep)
	rest := make(map[int32][]byte, count)
	var lazy []int
	for i := range count {
		c, err := dial(addr, fmt.Sprintf("/ws/spectate?from=%d", from))
		if err != nil {
			return err
		}
		f, err := c.nc.(*net.TCPConn).File()
		if err != nil {
			return err
		}
		fd := int(f.Fd())
		if err := syscall.SetNonblock(fd, true); err != nil {
			return err
		}
		defer f.Close()
		if err := c.nc.Close(); err != nil {
			return err
		}
		if i*measured/count == (i-1)*measured/count && i > 0 && count > measured {
			lazy = append(lazy, fd)
			continue
		}
		ev := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)}
		if err := syscall.EpollCtl(ep, syscall.EPOLL_CTL_ADD, fd, &ev); err != nil {
			return err
		}
		rest[int32(fd)] = c.got
	}
	var phase atomic.Int32 // 1 measures, 2 ends
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			phase.Add(1)
		}
		phase.Store(2)
	}()
	go func() {
		sink := make([]byte, 64<<10)
		for ctx.Err() == nil && len(lazy) > 0 {
			time.Sleep(lazily)
			for _, fd := range lazy {
				_, _ = syscall.Read(fd, sink)
			}
		}
	}()
	fmt.Println("ready")
	var all sample
	events := make([]syscall.EpollEvent, 1024)
	buf := make([]byte, 64<<10)
	for phase.Load() < 2 && ctx.Err() == nil {
		n, err := syscall.EpollWait(ep, events, 100)
		if err != nil && err != syscall.EINTR {
			return err
		}
		for _, ev := range events[:max(0, n)] {
			kept := copy(buf, rest[ev.Fd])
			got, err := syscall.Read(int(ev.Fd), buf[kept:])
			if err == syscall.EAGAIN {
				continue
			}
			if err != nil || got == 0 {
				return fmt.Errorf("a spectator was cut off: %w", io.ErrUnexpectedEOF)
			}
			run := buf[:kept+got]
			for ; len(run) >= bundleFrame; run = run[bundleFrame:] {
				if d, ok := age(run); ok && phase.Load() == 1 {
					all = append(all, d)
				}
			}
			rest[ev.Fd] = append(rest[ev.Fd][:0], run...)
		}
	}
	slots := []string{}
	for _, p := range []float64{0.5, 0.99, 0.999, 1} {
		slots = append(slots, strconv.FormatInt(int64(all.p(p)), 10))
	}
	fmt.Println(strings.Join(append(slots, strconv.Itoa(len(all))), " "))
	return nil
}
