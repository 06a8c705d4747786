package discovery

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// perSecond returns a limiter of n a second, with a burst of n.
func perSecond(n int) *rate.Limiter { return rate.NewLimiter(rate.Limit(n), n) }

// checks limits the rate of address checks for people: for each person, and for all
// together. The zero value is ready for use; only one goroutine uses it.
type checks struct {
	each map[netip.Prefix]*rate.Limiter
	all  *rate.Limiter
}

const (
	checksEach = 5 // a second
	checksAll  = 50
)

// take reports whether from may check one more address. All addresses of an IPv6 network count
// as one person.
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
