package jobqueue

import (
	"errors"
	"net/http"
	"net/netip"

	"doomhost/internal/answer"
)

// Address returns the key under which queues count a request: an IPv4 address or an IPv6
// network.
func Address(r *http.Request) string {
	p, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return AddressOf(p.Addr())
}

// homeBits is the length of an IPv6 network's prefix: one machine can have any number of
// addresses under it.
const homeBits = 64

// AddressOf returns the key under which queues count an address.
func AddressOf(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() && !a.IsLinkLocalUnicast() {
		if p, err := a.Prefix(homeBits); err == nil {
			return p.Addr().String()
		}
	}
	return a.String()
}

// Budget is the share of a queue's bytes that one answer holds.
type Budget struct {
	q        *Queue
	addr     string
	releases []func()
}

// Take reserves n more bytes before their allocation; see Queue.Hold.
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

// Serve runs f as a job for a request. Then it calls the function that f returns, which
// sends the answer; that takes as long as the client takes, so it does not occupy the
// queue. Serve answers 503 if the queue is full.
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

// Download calls send, which sends an existing file and so needs only a connection and a
// descriptor. It answers 503 if the address has reached its limit of downloads.
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

// Refuse answers 503 and lets the client retry after a second.
func Refuse(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	answer.Fail(w, http.StatusServiceUnavailable, ErrBusy.Error())
}
