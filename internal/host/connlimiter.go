package host

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// connLimiter limits the HTTP connections, by address and in total, so that nobody can lock
// others out with many silent connections. A connection that becomes a WebSocket moves from
// this count to connCounts.
type connLimiter struct {
	perAddress int // 0 means no limit
	inAll      int // 0 means no limit

	mu    sync.Mutex // guards all following fields
	open  map[string]int
	total int
}

const (
	// httpShare is the number of HTTP connections that an address may have for each
	// WebSocket that it may have.
	httpShare = 2
	// httpMin is the least limit on HTTP connections in total, however low the limit on
	// WebSockets: a browser opens six for a page.
	httpMin = 256
)

func newConnLimiter(l Limits) *connLimiter {
	limiter := &connLimiter{perAddress: max(0, l.ConnsPerAddress*httpShare), open: make(map[string]int)}
	if l.Conns > 0 {
		limiter.inAll = max(httpMin, l.Conns)
	}
	return limiter
}

// watch is the server's ConnState hook.
func (l *connLimiter) watch(c net.Conn, state http.ConnState) {
	addr := c.RemoteAddr().String()
	if p, err := netip.ParseAddrPort(addr); err == nil {
		addr = p.Addr().Unmap().WithZone("").String()
	}
	l.mu.Lock()
	over := false
	switch state {
	case http.StateNew:
		l.total++
		l.open[addr]++
		over = l.perAddress > 0 && l.open[addr] > l.perAddress || l.inAll > 0 && l.total > l.inAll
	case http.StateClosed, http.StateHijacked:
		l.total--
		if l.open[addr]--; l.open[addr] <= 0 {
			delete(l.open, addr)
		}
	case http.StateActive, http.StateIdle:
	}
	l.mu.Unlock()
	if over {
		_ = c.Close()
	}
}
