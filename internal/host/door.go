package host

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// door bounds the HTTP connections from one address and in all, so that nobody
// keeps others out by opening many and saying nothing. WebSockets are counted by
// the census; they leave the door's count when they become that.
type door struct {
	most int // from one address, 0 for any number
	all  int // from all together, 0 for any number

	mu    sync.Mutex // guards all following fields
	open  map[string]int
	total int
}

// httpShare is how many times as many HTTP connections as WebSockets an
// address may have; httpLeast is how many there may be in all, however few
// WebSockets: a browser opens six for a page.
const (
	httpShare = 2
	httpLeast = 256
)

func newDoor(l Limits) *door {
	d := &door{most: max(0, l.ConnsPerAddress*httpShare), open: make(map[string]int)}
	if l.Conns > 0 {
		d.all = max(httpLeast, l.Conns)
	}
	return d
}

// watch is the server's ConnState hook.
func (d *door) watch(c net.Conn, state http.ConnState) {
	addr := c.RemoteAddr().String()
	if p, err := netip.ParseAddrPort(addr); err == nil {
		addr = p.Addr().Unmap().WithZone("").String()
	}
	d.mu.Lock()
	over := false
	switch state {
	case http.StateNew:
		d.total++
		d.open[addr]++
		over = d.most > 0 && d.open[addr] > d.most || d.all > 0 && d.total > d.all
	case http.StateClosed, http.StateHijacked:
		d.total--
		if d.open[addr]--; d.open[addr] <= 0 {
			delete(d.open, addr)
		}
	case http.StateActive, http.StateIdle:
	}
	d.mu.Unlock()
	if over {
		_ = c.Close()
	}
}
