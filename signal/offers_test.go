package rtc

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

// A peer that keeps making offers and leaving gets channels as often as a player needs
// them, and takes nobody else's.
func TestOffersOfOneAddressAreBounded(t *testing.T) {
	o := newOfferLimiter(64)
	now := time.Unix(1000, 0)
	allowed := func(n int, a Asker) (count int) {
		for range n {
			if o.allow(now, a) {
				count++
			}
		}
		return count
	}
	one, other := Asker{Addr: "10.0.0.1"}, Asker{Addr: "10.0.0.2"}
	if n := allowed(1000, one); n != offersBurst {
		t.Errorf("%d of a thousand at once, want %d", n, offersBurst)
	}
	if n := allowed(3, other); n != 3 {
		t.Errorf("%d of another address's three", n)
	}
	if n := allowed(2, Asker{one.Addr, true}); n != 2 {
		t.Errorf("%d of the two of those who play there", n)
	}
	// An IPv6 network counts as one address, however many it has.
	count := 0
	for i := range 100 {
		count += allowed(1, Asker{Addr: fmt.Sprintf("2001:db8::%x", i+1)})
	}
	if count != offersBurst {
		t.Errorf("%d of a network's hundred, want %d", count, offersBurst)
	}
	now = now.Add(10 * time.Second)
	if n := allowed(1000, one); n != offersBurst {
		t.Errorf("%d of a thousand ten seconds later, want %d", n, offersBurst)
	}
	// Many addresses share one limit.
	now, count = now.Add(time.Minute), 0
	for i := range 250 {
		count += allowed(offersBurst, Asker{Addr: fmt.Sprint("10.1.0.", i)})
	}
	if count != offersAll {
		t.Errorf("%d of all, want %d", count, offersAll)
	}
	// The limiter forgets idle addresses.
	now = now.Add(time.Hour)
	allowed(1, one)
	if len(o.each) != 1 {
		t.Errorf("%d addresses are remembered", len(o.each))
	}
}

// An offer beyond the limit is refused like one without room, and creates nothing in the
// library.
func TestWhoOffersTooOftenIsRefused(t *testing.T) {
	h := newHub(t, Config{})
	a := Asker{Addr: "10.0.0.1"}
	// Each peer makes an offer and leaves before a channel can open.
	offer := `{"t":"offer","sdp":"v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n"}`
	full := 0
	for range 2 * offersBurst {
		s := serveAsker(h, a)
		if err := s.link.Write([]byte(offer)); err != nil {
			t.Fatal(err)
		}
		if errors.Is(s.ended(t), ErrFull) {
			full++
		}
	}
	if full == 0 || full > offersBurst {
		t.Errorf("%d of %d were refused", full, 2*offersBurst)
	}
	if n := h.Peers(); n != 0 {
		t.Errorf("%d peers are left", n)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s := serveAsker(h, Asker{Addr: "10.0.0.2"})
	c, err := Offer(ctx, s.link, OfferConfig{loopback: true, Log: quiet})
	if err != nil {
		t.Fatal("another address:", err)
	}
	c.Cut()
	_ = s.ended(t)
}
