//go:build unix

package host

import (
	"errors"
	"net"
	"sync"
	"syscall"
	"testing"
	"time"

	"doomhost/relay"
	"doomhost/relay/wire"
)

// crowdOf returns a mover with so many spectators on real sockets, and the
// descriptors of the other ends of these, which Go's poller doesn't know.
func crowdOf(t testing.TB, count int) (*mover, *relay.Log, []int) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	log := relay.NewLog(bundlePrefix)
	game := newGame(1, wire.Params{}, [wire.NumSlots]string{}, nil, log)
	c := newCrowd(1)
	m := c.movers[0]
	var peers []int
	start := time.Now()
	for range count {
		in, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		out, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		conn := new(wsConn)
		raw := &conn.raw
		raw.open(out, func() time.Duration { return time.Since(start) }, patienceOfTests)
		f, err := in.(*net.TCPConn).SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		var fd int
		ctlErr := f.Control(func(own uintptr) { fd, err = syscall.Dup(int(own)) })
		if err := errors.Join(err, ctlErr, in.Close(), syscall.SetNonblock(fd, false)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = syscall.Close(fd), raw.Close() })
		peers = append(peers, fd)
		c.add(&viewer{conn: conn, game: game})
	}
	return m, log, peers
}

// BenchmarkCrowd is what one new tic for a thousand spectators costs: the time,
// and the processor time of each.
func BenchmarkCrowd(b *testing.B) {
	const count = 1000
	m, log, peers := crowdOf(b, count)
	var parked sync.WaitGroup
	defer parked.Wait()
	cpu := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	var used time.Duration
	buf := make([]byte, 100*bundleFrame)
	b.ReportAllocs()
	b.ResetTimer()
	for tic := range wire.Tic(b.N) {
		if err := log.Append(&wire.Bundle{Tic: tic}); err != nil {
			b.Fatal(err)
		}
		before := cpu()
		m.live(&parked)
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

func TestCrowdGetsEveryTicAndCostsNoMemory(t *testing.T) {
	const count, tics = 20, 200
	m, log, peers := crowdOf(t, count)
	var parked sync.WaitGroup
	defer parked.Wait()
	var tic wire.Tic
	play := func() {
		if err := log.Append(&wire.Bundle{Tic: tic}); err != nil {
			t.Fatal(err)
		}
		tic++
		m.live(&parked)
	}
	play() // the mover gets to know them
	if n := testing.AllocsPerRun(tics-2, play); n != 0 {
		t.Errorf("%v allocations a tic", n)
	}
	buf := make([]byte, tics*bundleFrame)
	for _, fd := range peers {
		for got := 0; got < len(buf); {
			n, err := syscall.Read(fd, buf[got:])
			if err != nil || n == 0 {
				t.Fatalf("%d bytes of %d came, then %v", got, len(buf), err)
			}
			got += n
		}
		for want := range wire.Tic(tics) {
			b, _, err := wire.DecodeBundle(buf[int(want)*bundleFrame+FrameHeader:])
			if err != nil || b.Tic != want {
				t.Fatalf("bundle %d is of tic %d, %v", want, b.Tic, err)
			}
		}
	}
}

func TestNothingIsSentOnAClosedSocket(t *testing.T) {
	m, log, peers := crowdOf(t, 1)
	if err := log.Append(new(wire.Bundle)); err != nil {
		t.Fatal(err)
	}
	v := m.crowd.incoming[0]
	raw := &v.conn.(*wsConn).raw
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	// Its descriptor's number may be another's by now.
	if how := v.push(); how != pushedFailed {
		t.Errorf("a push is %d", how)
	}
	if n, err := syscall.Read(peers[0], make([]byte, 1)); n != 0 || err != nil {
		t.Errorf("%d bytes came, %v", n, err)
	}
}
