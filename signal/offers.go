package rtc

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// To answer an offer takes milliseconds, a dozen goroutines and some sockets' attention,
// whether a channel comes of it or not. Room bounds how many there are at a time; who offers
// and goes again and again is bounded by these.
const (
	offersBurst   = 16 // at once, of one address's players or of its spectators
	offersRefill  = 2  // a second
	offersAll     = 64 // at once, of all
	offersAllFill = 16 // a second
	// maxNames is how many .local names among its candidates a peer has looked up, each
	// of which is asked of the whole network. A browser has one for each of its addresses.
	maxNames = 8
)

// offerLimiter bounds how often connections are made. Its owner guards it.
type offerLimiter struct {
	each map[Asker]*rate.Limiter
	all  *rate.Limiter
	room int // the hub's; where there is more of it, more may come at once
}

func newOfferLimiter(room int) *offerLimiter {
	return &offerLimiter{
		each: make(map[Asker]*rate.Limiter), room: room,
		all: rate.NewLimiter(offersAllFill, max(offersAll, room)),
	}
}

// allow reports whether a may offer now.
func (o *offerLimiter) allow(now time.Time, a Asker) bool {
	a.Addr = network(a.Addr)
	own := o.each[a]
	if own == nil {
		for k, old := range o.each {
			if old.TokensAt(now) >= float64(old.Burst()) {
				delete(o.each, k)
			}
		}
		own = rate.NewLimiter(offersRefill, max(offersBurst, o.room/share))
		o.each[a] = own
	}
	return own.AllowN(now, 1) && o.all.AllowN(now, 1)
}

// network is whose an address is: all of a network of IPv6 are one machine's, which has as
// many as it likes. Link-local ones stand for themselves.
func network(addr string) string {
	a, err := netip.ParseAddr(addr)
	if err != nil || a.Is4() || a.IsLinkLocalUnicast() {
		return addr
	}
	p, err := a.Prefix(64)
	if err != nil {
		return addr
	}
	return p.String()
}
