package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"doomhost/lockstep"
)

// measured is the number of a crowd's spectators that are measured. The crowd reads them each
// pollInterval, so it finds a bundle up to that much late: a wake-up for each of seven
// thousand bundles a second would take the host's processor time.
const (
	measured     = 200
	pollInterval = 500 * time.Microsecond
)

// others are the spectators that are not measured. The crowd reads each once a second, to
// spend as little of this machine's time as spectators on other machines would. It reads a
// part of them after each tic, when the measured ones have their bundles and the host is
// idle.
type others struct {
	fds  []int
	at   int
	sink [64 << 10]byte
}

// read reads one tic's share of them.
func (o *others) read() {
	for range (len(o.fds) + lockstep.TicRate - 1) / lockstep.TicRate {
		_, _ = read(o.fds[o.at], o.sink[:])
		o.at = (o.at + 1) % len(o.fds)
	}
}

// watch runs a process of many spectators. It uses one thread and one epoll, to leave as
// much of the machine as possible to the host. If from is "bare", they watch the bare
// barrier; with pages, each has a lobby connection, too. It prints "ready" when all are
// connected, starts to measure at the first line of its standard input, and prints the
// result and ends at the second.
func watch(ctx context.Context, addr string, count int, from string, pages bool) error {
	ep, err := syscall.EpollCreate1(0)
	if err != nil {
		return err
	}
	defer syscall.Close(ep)
	path := "/ws/spectate?from=" + from
	if from == bare {
		path = ""
	}
	rest := make(map[int32][]byte, count)
	lazy := new(others)
	for i := range count {
		c, err := dial(addr, path)
		if err != nil {
			return err
		}
		fd, err := takeSocket(c.nc)
		if err != nil {
			return err
		}
		if i*measured/count == (i-1)*measured/count && i > 0 && count > measured {
			lazy.fds = append(lazy.fds, fd)
			continue
		}
		ev := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(fd)}
		if err := syscall.EpollCtl(ep, syscall.EPOLL_CTL_ADD, fd, &ev); err != nil {
			return err
		}
		rest[int32(fd)] = c.got
	}
	beside := new(lobbies)
	if pages {
		if beside, err = openLobbies(addr, count, pagePings); err != nil {
			return err
		}
	}
	var phase atomic.Int32 // 1 measures, 2 ends
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			phase.Add(1)
		}
		phase.Store(2)
	}()
	// The garbage collector would have to wait for the raw calls, and there is little
	// garbage.
	debug.SetGCPercent(-1)
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 2)
	runtime.LockOSThread()
	fmt.Println("ready")
	var all sample
	seen := 0 // bundles since the last read of the others
	events := make([]syscall.EpollEvent, 1024)
	buf := make([]byte, 64<<10)
	for phase.Load() < 2 && ctx.Err() == nil {
		sleep(pollInterval)
		n, err := awaitEvents(ep, events)
		if err != nil {
			return err
		}
		for _, ev := range events[:n] {
			kept := copy(buf, rest[ev.Fd])
			got, err := read(int(ev.Fd), buf[kept:])
			if err == syscall.EAGAIN {
				continue
			}
			if err != nil || got == 0 {
				return fmt.Errorf("a spectator was cut off: %w", io.ErrUnexpectedEOF)
			}
			run := buf[:kept+got]
			for ; len(run) >= bundleFrame; run = run[bundleFrame:] {
				seen++
				if d, ok := age(run); ok && phase.Load() == 1 {
					all = append(all, d)
				}
			}
			rest[ev.Fd] = append(rest[ev.Fd][:0], run...)
		}
		for ; len(rest) > 0 && seen >= len(rest); seen -= len(rest) {
			lazy.read()
			if err := beside.tic(); err != nil {
				return fmt.Errorf("a spectator's lobby: %w", err)
			}
		}
	}
	slots := []string{}
	for _, p := range []float64{0.5, 0.99, 0.999, 1} {
		slots = append(slots, strconv.FormatInt(int64(all.p(p)), 10))
	}
	fmt.Println(strings.Join(append(slots, strconv.Itoa(len(all))), " "))
	return nil
}
