package e2e

import (
	"fmt"
	"net"
	"sync"
	"testing"
	"time"
)

// link is a player's way to the host that can be cut, or held up so that nothing
// passes though nothing is closed, as in a bad minute of Wi-Fi.
type link struct {
	t    testing.TB
	host string
	l    net.Listener

	mu    sync.Mutex // guards all following fields
	conns map[net.Conn]bool
	dead  bool          // new connections are refused
	gate  chan struct{} // closed while data may pass
	up    chan struct{} // closed while what players send may pass, too
	lost  chan struct{} // where what was held up stays for good, until the test is over

	answered int64 // bytes from the host
	flips    int   // how many bytes of them are still to be changed,
	flipAt   int64 // the next one here
	every    int64 // and then one after so many more

	rate int       // bytes a second that pass from the host, 0: as many as come
	free time.Time // when the next one may
}

// through makes a link to a host.
func through(t testing.TB, h *doomhost) *link {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	open := make(chan struct{})
	close(open)
	k := &link{t: t, host: fmt.Sprintf("127.0.0.1:%d", h.port), l: listener, conns: map[net.Conn]bool{}, gate: open, up: open, lost: make(chan struct{})}
	go k.accept()
	t.Cleanup(func() {
		_ = listener.Close()
		k.cut()
		k.hold(false)
		k.mute(false)
		close(k.lost)
	})
	return k
}

// page is the client's address at the link's end. A data channel would go round
// the link, so the page is told to keep to the socket.
func (k *link) page(name string) string {
	return fmt.Sprintf("http://%s:%d/?debug&channel=socket", name, k.port())
}

func (k *link) port() int { return k.l.Addr().(*net.TCPAddr).Port }

func (k *link) accept() {
	for {
		near, err := k.l.Accept()
		if err != nil {
			return
		}
		k.mu.Lock()
		dead := k.dead
		k.mu.Unlock()
		if dead {
			_ = near.Close()
			continue
		}
		far, err := net.Dial("tcp", k.host)
		if err != nil {
			_ = near.Close()
			continue
		}
		k.mu.Lock()
		k.conns[near], k.conns[far] = true, true
		k.mu.Unlock()
		go k.pass(near, far, false)
		go k.pass(far, near, true)
	}
}

// pass copies bytes one way; answers are those from the host.
func (k *link) pass(from, to net.Conn, answers bool) {
	defer func() {
		_ = from.Close()
		_ = to.Close()
		k.mu.Lock()
		delete(k.conns, from)
		k.mu.Unlock()
	}()
	buffer := make([]byte, 16<<10)
	for {
		n, err := from.Read(buffer)
		k.mu.Lock()
		gate, up := k.gate, k.up
		var free time.Time
		if answers && n > 0 && k.rate > 0 {
			if now := time.Now(); k.free.Before(now) {
				k.free = now
			}
			k.free = k.free.Add(time.Duration(n) * time.Second / time.Duration(k.rate))
			free = k.free
		}
		if answers && n > 0 {
			k.answered += int64(n)
			if k.flips > 0 && k.answered >= k.flipAt {
				buffer[n-1] ^= 1
				k.flips--
				k.flipAt += k.every
			}
		}
		k.mu.Unlock()
		select {
		case <-gate:
		case <-k.lost:
		}
		if !answers {
			select {
			case <-up:
			case <-k.lost:
			}
		}
		if !free.IsZero() {
			time.Sleep(time.Until(free))
		}
		if _, werr := to.Write(buffer[:n]); err != nil || werr != nil {
			return
		}
	}
}

// cut breaks all connections, as a router that restarts.
func (k *link) cut() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for c := range k.conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // a reset, no goodbye
		}
		_ = c.Close()
	}
}

// refuse says whether new connections are refused.
func (k *link) refuse(on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dead = on
}

// hold lets nothing pass, or all again.
func (k *link) hold(on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.gate = turned(k.gate, on)
}

// mute lets nothing pass that players send, or all again.
func (k *link) mute(on bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.up = turned(k.up, on)
}

// turned is a gate that is shut or open, whichever it was.
func turned(gate chan struct{}, shut bool) chan struct{} {
	select {
	case <-gate:
		if shut {
			return make(chan struct{})
		}
	default:
		if !shut {
			close(gate)
		}
	}
	return gate
}

// limit lets so many bytes a second pass from the host, in all; 0: as many as come.
func (k *link) limit(rate int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.rate = rate
}

// strand leaves the connections by which something is held up as they are, for
// good, and lets all others pass.
func (k *link) strand() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.gate = make(chan struct{})
	close(k.gate)
}

// damage changes a byte of what comes from the host 10 MB from now, and then
// one after every so many bytes.
func (k *link) damage(times int, every int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.flips, k.flipAt, k.every = times, k.answered+10<<20, every
}

// rate measures a page's tics a second for a while.
func rate(p *page, length time.Duration) float64 {
	begin, tic := time.Now(), p.tic()
	time.Sleep(length)
	n := p.tic() - tic
	return float64(n) / time.Since(begin).Seconds()
}
