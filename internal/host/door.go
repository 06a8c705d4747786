package host

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// door bounds the HTTP connections from one address, so that nobody keeps
// others out by opening many and saying nothing. WebSockets are counted by
// the census; they leave the door's count when they become that.
type door struct {
	most int // from one address, 0 for any number

	mu   sync.Mutex // guards open
	open map[string]int
}

// httpShare is how many times as many HTTP connections as WebSockets an
// address may have.
const httpShare = 2

func newDoor(l Limits) *door {
	return &door{most: max(0, l.ConnsPerAddress*httpShare), open: make(map[string]int)}
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
		d.open[addr]++
		over = d.most > 0 && d.open[addr] > d.most
	case http.StateClosed, http.StateHijacked:
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
