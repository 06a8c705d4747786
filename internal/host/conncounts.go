package host

// connCounts counts WebSockets, in all and from each address. The host's countMu guards it.
type connCounts struct {
	all      int
	byAddr   map[string]int
	refusing int // connections over a limit that are being told so
}

// maxRefusals is how many connections over a limit are told so at a time, which takes
// seconds if they do not listen. Further ones get no WebSocket.
const maxRefusals = 16

// allowRefusal counts one more connection over a limit, and reports whether there is time
// to tell it so.
func (c *connCounts) allowRefusal() bool {
	if c.refusing >= maxRefusals {
		return false
	}
	c.refusing++
	return true
}

// enter counts one more connection from addr and reports whether it is within the limits.
// One that is not is not counted.
func (c *connCounts) enter(addr string, l *Limits) bool {
	if l.Conns > 0 && c.all >= l.Conns || l.ConnsPerAddress > 0 && c.byAddr[addr] >= l.ConnsPerAddress {
		return false
	}
	c.all++
	c.byAddr[addr]++
	return true
}

// leave takes one connection from addr off the count.
func (c *connCounts) leave(addr string) {
	c.all--
	if c.byAddr[addr]--; c.byAddr[addr] <= 0 {
		delete(c.byAddr, addr)
	}
}
