package host

import (
	"net"
	"time"
)

// gate is a listener that lets connections in one after the other: gateBurst
// at once, then one every gateStep. A thousand who come at the same moment shake
// hands over a second, and the players' goroutines wait behind one of them, not
// behind them all. The rest wait in the system's queue.
type gate struct {
	net.Listener
	next time.Time // when the next one may come; Accept's own
}

const (
	gateStep  = time.Millisecond
	gateBurst = 16
)

// Accept is called by one goroutine.
func (g *gate) Accept() (net.Conn, error) {
	c, err := g.Listener.Accept()
	if err != nil {
		return nil, err
	}
	now := time.Now()
	var wait time.Duration
	g.next, wait = gatePass(g.next, now)
	time.Sleep(wait)
	return c, nil
}

// gatePass returns when the one after may come and how long one who comes now
// waits, where next is what the call before returned.
func gatePass(next, now time.Time) (time.Time, time.Duration) {
	if least := now.Add(-gateBurst * gateStep); next.Before(least) {
		next = least
	}
	next = next.Add(gateStep)
	return next, max(0, next.Sub(now))
}
