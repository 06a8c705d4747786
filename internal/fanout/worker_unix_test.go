//go:build unix

package fanout

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"

	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
)

// webSockets opens count WebSockets. It returns the host's ends, and the descriptors of the
// peers' ends, which Go's poller does not manage.
func webSockets(t testing.TB, count int, wrap func(net.Listener) net.Listener) ([]*transport.WebSocket, []int) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accepted := make(chan *transport.WebSocket)
	start := time.Now()
	closers := new(sync.WaitGroup)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := transport.Accept(w, r, transport.Options{
			Clock:      func() time.Duration { return time.Since(start) },
			WriteStall: time.Minute, MaxMessage: 64, ReadBuffer: 64,
			Closers: closers, Closed: func(*transport.WebSocket) {},
		})
		if err != nil {
			t.Error(err)
		}
		accepted <- c
	})}
	addr := l.Addr().String()
	go func() { _ = server.Serve(wrap(l)) }()
	var conns []*transport.WebSocket
	var fds []int
	t.Cleanup(func() {
		_ = server.Close()
		for i, fd := range fds {
			conns[i].Abort()
			_ = syscall.Close(fd)
		}
		closers.Wait()
	})
	for range count {
		fd := dialRaw(t, addr)
		conns, fds = append(conns, <-accepted), append(fds, fd)
	}
	return conns, fds
}

// overSockets returns a worker whose set has count spectators on real sockets, the game's
// log, and the descriptors of the peers' ends.
func overSockets(t testing.TB, count int) (*worker, *relay.Log, []int) {
	conns, fds := webSockets(t, count, func(l net.Listener) net.Listener { return l })
	game := newGame()
	s := newSet(1)
	for _, c := range conns {
		s.Add(NewCursor(c, game, 0))
	}
	return s.workers[0], game.Log, fds
}

// dialRaw opens a WebSocket and returns its descriptor, in blocking mode.
func dialRaw(t testing.TB, addr string) int {
	in, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := fmt.Fprintf(in, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", addr); err != nil {
		t.Fatal(err)
	}
	for answer := []byte(nil); !bytes.HasSuffix(answer, []byte("\r\n\r\n")); {
		var b [1]byte
		if _, err := in.Read(b[:]); err != nil {
			t.Fatal(err)
		}
		answer = append(answer, b[0])
	}
	f, err := in.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var fd int
	ctlErr := f.Control(func(own uintptr) { fd, err = syscall.Dup(int(own)) })
	if err := errors.Join(err, ctlErr, syscall.SetNonblock(fd, false)); err != nil {
		t.Fatal(err)
	}
	return fd
}

// BenchmarkSpectators measures the cost of one new tic for a thousand spectators: the time,
// and the processor time for each spectator.
func BenchmarkSpectators(b *testing.B) {
	const count = 1000
	w, log, peers := overSockets(b, count)
	var waiting sync.WaitGroup
	defer waiting.Wait()
	cpu := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	var used time.Duration
	buf := make([]byte, 100*transport.BundleFrame)
	b.ReportAllocs()
	b.ResetTimer()
	for tic := range lockstep.Tic(b.N) {
		if err := log.Append(&lockstep.Bundle{Tic: tic}); err != nil {
			b.Fatal(err)
		}
		before := cpu()
		w.sendLive(&waiting)
		used += cpu() - before
		if tic%64 == 63 {
			b.StopTimer()
			for _, fd := range peers {
				if _, err := syscall.Read(fd, buf); err != nil {
					b.Fatal(err)
				}
			}
			b.StartTimer()
		}
	}
	b.ReportMetric(float64(used.Nanoseconds())/float64(b.N)/count, "cpu-ns/spectator")
}

func TestSpectatorsGetEveryTicWithoutAllocations(t *testing.T) {
	const count, tics = 20, 200
	w, log, peers := overSockets(t, count)
	var waiting sync.WaitGroup
	defer waiting.Wait()
	var tic lockstep.Tic
	play := func() {
		if err := log.Append(&lockstep.Bundle{Tic: tic}); err != nil {
			t.Fatal(err)
		}
		tic++
		w.sendLive(&waiting)
	}
	play() // the worker adds them
	if n := testing.AllocsPerRun(tics-2, play); n != 0 {
		t.Errorf("%v allocations a tic", n)
	}
	buf := make([]byte, tics*transport.BundleFrame)
	for _, fd := range peers {
		for got := 0; got < len(buf); {
			n, err := syscall.Read(fd, buf[got:])
			if err != nil || n == 0 {
				t.Fatalf("%d bytes of %d came, then %v", got, len(buf), err)
			}
			got += n
		}
		for want := range lockstep.Tic(tics) {
			b, _, err := lockstep.DecodeBundle(buf[int(want)*transport.BundleFrame+transport.FrameHeader:])
			if err != nil || b.Tic != want {
				t.Fatalf("bundle %d is of tic %d, %v", want, b.Tic, err)
			}
		}
	}
}

func TestNoWriteAfterClose(t *testing.T) {
	w, log, peers := overSockets(t, 1)
	if err := log.Append(new(lockstep.Bundle)); err != nil {
		t.Fatal(err)
	}
	v := w.set.incoming[0]
	v.conn.(*transport.WebSocket).Abort()
	// Another file may already use the descriptor's number.
	if how := v.push(); how != pushedFailed {
		t.Errorf("a push is %d", how)
	}
	if n, err := syscall.Read(peers[0], make([]byte, 1)); n != 0 || err != nil {
		t.Errorf("%d bytes came, %v", n, err)
	}
}

// dup duplicates a descriptor.
func dup(t testing.TB, fd int) int {
	t.Helper()
	n, err := syscall.Dup(fd)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
