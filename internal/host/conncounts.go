package host

// connCounts counts WebSockets, in total and by address. The host's countMu guards it.
type connCounts struct {
	all      int
	byAddr   map[string]int
	refusing int // refused connections that still wait for their goodbye
}

// maxRefusals limits the connections over a limit that get a WebSocket to learn why they
// are refused. A peer that does not read its goodbye holds one for seconds. Further
// connections get an HTTP error.
const maxRefusals = 16

// allowRefusal counts one more refused connection, and reports whether it may have a
// WebSocket for its goodbye.
func (c *connCounts) allowRefusal() bool {
	if c.refusing >= maxRefusals {
		return false
	}
	c.refusing++
	return true
}

// enter counts one more connection from addr if it is within the limits, and reports
// whether it is.
func (c *connCounts) enter(addr string, l *Limits) bool {
	if l.Conns > 0 && c.all >= l.Conns || l.ConnsPerAddress > 0 && c.byAddr[addr] >= l.ConnsPerAddress {
		return false
	}
	c.all++
	c.byAddr[addr]++
	return true
}

// leave removes one connection from addr from the count.
func (c *connCounts) leave(addr string) {
	c.all--
	if c.byAddr[addr]--; c.byAddr[addr] <= 0 {
		delete(c.byAddr, addr)
	}
}
