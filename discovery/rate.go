package discovery

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// perSecond lets so many pass in a second, and a second's worth at once.
func perSecond(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(n), n) }

// checks bounds how often addresses are checked for people: for each of them, and
// for all together. The zero value is ready for use; one goroutine uses it.
type checks struct {
	each map[netip.Prefix]*rate.Limiter
	all  *rate.Limiter
}

const (
	checksEach = 5 // a second
	checksAll  = 50
)

// take reports whether one more may be checked for somebody. All addresses of a
// network of IPv6 are one person's.
func (c *checks) take(now time.Time, from netip.Addr) bool {
	if c.each == nil {
		c.each, c.all = map[netip.Prefix]*rate.Limiter{}, perSecond(checksAll)
	}
	from = from.Unmap()
	who, err := from.Prefix(min(64, from.BitLen()))
	if err != nil {
		return false
	}
	own := c.each[who]
	if own == nil {
		for k, old := range c.each {
			if old.TokensAt(now) >= checksEach {
				delete(c.each, k)
			}
		}
		own = perSecond(checksEach)
		c.each[who] = own
	}
	return own.AllowN(now, 1) && c.all.AllowN(now, 1)
}
