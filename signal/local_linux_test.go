package rtc

import (
	"context"
	"net/netip"
	"testing"

	"doomhost/internal/testkit/netlab"
)

// TestHiddenNamesAreFound asks a real mDNS responder on another machine for its address, as
// a hub does for a browser's name in a candidate.
func TestHiddenNamesAreFound(t *testing.T) {
	m := netlab.New(t).Neighbours("10.80.0.1/24", "10.80.0.2/24")
	host, guest := m[0], m[1]
	guest.Avahi("hidden")

	r := newResolver(loggers{quiet})
	defer r.close()
	if err := host.Enter(func() error {
		_, err := r.open()
		return err
	}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	addr, err := r.lookup(ctx, "hidden.local")
	if want := netip.MustParseAddr("10.80.0.2"); err != nil || addr != want {
		t.Errorf("hidden.local is %v, %v; want %v", addr, err, want)
	}
	if addr, err := r.lookup(ctx, "nobody.local"); err == nil {
		t.Errorf("nobody.local is %v", addr)
	}
}
