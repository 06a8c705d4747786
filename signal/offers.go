package rtc

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// Answering an offer takes milliseconds, a dozen goroutines and some work on the sockets,
// even if no channel results. Config.MaxPeers bounds the concurrent peers; these constants
// limit the rate of offers from peers that come and go.
const (
	offersBurst   = 16 // burst for the players, or the spectators, of one address
	offersRefill  = 2  // a second
	offersAll     = 64 // burst for all together
	offersAllFill = 16 // a second
	// maxNames is how many of a peer's .local candidate names are looked up. Each lookup
	// asks the whole network. A browser has one name for each of its addresses.
	maxNames = 8
)

// offerLimiter limits the rate of new connections. Its owner guards it.
type offerLimiter struct {
	each map[Asker]*rate.Limiter
	all  *rate.Limiter
	room int // the hub's MaxPeers; more room allows larger bursts
}

func newOfferLimiter(room int) *offerLimiter {
	return &offerLimiter{
		each: make(map[Asker]*rate.Limiter), room: room,
		all: rate.NewLimiter(offersAllFill, max(offersAll, room)),
	}
}

// allow reports whether a may make an offer now.
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

// network returns the key that an address is limited by. All addresses of an IPv6 /64 count
// as one machine, because a machine can take as many of them as it likes. A link-local
// address is its own key.
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
