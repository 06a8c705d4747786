package lanaddr

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// recentAge is how old an answer of Recent may be.
const recentAge = time.Second

// Recent remembers for a second what a Finder found. To ask the system takes a list of
// all interfaces, the addresses of each, and two sockets; a program that answers strangers
// with its addresses asks once, however many they are. The zero value is ready for
// use, from any goroutine.
type Recent struct {
	now func() time.Time // nil means time.Now

	mu   sync.Mutex // guards all following fields; held while the system is asked
	at   time.Time
	last []netip.Addr
}

// Reachable is what f finds, or found a moment ago.
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
