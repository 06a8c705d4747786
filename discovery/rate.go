package discovery

import (
	"net/netip"
	"time"
)

// rate lets so many pass in a second, and a second's worth at once. The zero
// value lets nothing pass. One goroutine uses it.
type rate struct {
	perSecond float64
	left      float64
	at        time.Time
}

func newRate(perSecond float64) rate { return rate{perSecond: perSecond, left: perSecond} }

// take reports whether one more may pass.
func (r *rate) take(now time.Time) bool {
	if !r.at.IsZero() {
		r.left = min(r.perSecond, r.left+now.Sub(r.at).Seconds()*r.perSecond)
	}
	r.at = now
	if r.left < 1 {
		return false
	}
	r.left--
	return true
}

// checks bounds how often addresses are checked for people: for each of them, and
// for all together. The zero value is ready for use; one goroutine uses it.
type checks struct {
	each map[netip.Prefix]*rate
	all  rate
}

const (
	checksEach = 5 // a second
	checksAll  = 50
)

// take reports whether one more may be checked for somebody. All addresses of a
// network of IPv6 are one person's.
func (c *checks) take(now time.Time, from netip.Addr) bool {
	if c.each == nil {
		c.each, c.all = map[netip.Prefix]*rate{}, newRate(checksAll)
	}
	from = from.Unmap()
	who, err := from.Prefix(min(64, from.BitLen()))
	if err != nil {
		return false
	}
	r := c.each[who]
	if r == nil {
		for k, old := range c.each { // those who are back at a second's worth
			if now.Sub(old.at) > time.Second {
				delete(c.each, k)
			}
		}
		fresh := newRate(checksEach)
		r = &fresh
		c.each[who] = r
	}
	return r.take(now) && c.all.take(now)
}
