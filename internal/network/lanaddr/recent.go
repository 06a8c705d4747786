package lanaddr

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// recentAge is the time for which Recent keeps a result.
const recentAge = time.Second

// Recent caches the result of a Finder for a second. A query lists all interfaces with
// their addresses and opens two sockets, so a program that sends its addresses to strangers
// must not query for each of them. The zero value is ready for use, and safe for concurrent
// use.
type Recent struct {
	now func() time.Time // nil means time.Now

	mu   sync.Mutex // guards all following fields; held during a query
	at   time.Time
	last []netip.Addr
}

// Reachable returns the addresses that f finds, or has found within the last second.
func (r *Recent) Reachable(f Finder) []netip.Addr {
	now := time.Now
	if r.now != nil {
		now = r.now
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if age := now().Sub(r.at); r.at.IsZero() || age < 0 || age >= recentAge {
		r.last, r.at = f.Reachable(), now()
	}
	return slices.Clone(r.last)
}
