package jobqueue

import (
	"errors"
	"net/http"
	"net/netip"

	"doomhost/internal/answer"
)

// Address is who asks, as queues count: an address of IPv4, a network of IPv6.
func Address(r *http.Request) string {
	p, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return AddressOf(p.Addr())
}

// homeBits is how much of an address of IPv6 is its network's: one machine has as many
// of the rest as it likes.
const homeBits = 64

// AddressOf is an address as queues count.
func AddressOf(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() && !a.IsLinkLocalUnicast() {
		if p, err := a.Prefix(homeBits); err == nil {
			return p.Addr().String()
		}
	}
	return a.String()
}

// Budget is what one answer holds of a queue's bytes.
type Budget struct {
	q        *Queue
	addr     string
	releases []func()
}

// Take holds n bytes more, before they are made; see Queue.Hold.
func (b *Budget) Take(n int) error {
	release, err := b.q.Hold(b.addr, int64(n))
	if err == nil {
		b.releases = append(b.releases, release)
	}
	return err
}

func (b *Budget) release() {
	for _, release := range b.releases {
		release()
	}
}

// Serve runs f for who asks, as a job, and then what f returns, which sends what f has
// made: that takes as long as the client does, and the queue does not wait for it. Where
// there is no room it answers 503.
func (q *Queue) Serve(w http.ResponseWriter, r *http.Request, f func(*Budget) (send func(), err error)) {
	var (
		b    = &Budget{q: q, addr: Address(r)}
		send func()
		err  error
	)
	defer b.release()
	if failed := q.Do(r.Context(), b.addr, func() { send, err = f(b) }); failed != nil {
		err = failed
	}
	switch {
	case err == nil:
		send()
	case errors.Is(err, ErrBusy):
		Refuse(w)
	case r.Context().Err() == nil:
		answer.Fail(w, http.StatusInternalServerError, err.Error())
	}
}

// Download runs send for who asks, which sends a file that is there: that takes nothing
// but a connection and a descriptor. Where the address has its share of those it answers
// 503.
func (q *Queue) Download(w http.ResponseWriter, r *http.Request, send func()) {
	addr := Address(r)
	q.mu.Lock()
	if q.downloads[addr] >= q.cfg.Downloads {
		q.mu.Unlock()
		Refuse(w)
		return
	}
	q.downloads[addr]++
	q.mu.Unlock()
	defer func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.downloads[addr]--; q.downloads[addr] == 0 {
			delete(q.downloads, addr)
		}
	}()
	send()
}

// Refuse answers 503: the client may ask again in a second.
func Refuse(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	answer.Fail(w, http.StatusServiceUnavailable, ErrBusy.Error())
}
