package lanaddr

import (
	"net/netip"
	"slices"
	"testing"
	"time"
)

func TestRecentQueriesOnceASecond(t *testing.T) {
	var (
		asked int
		now   = time.Unix(1000, 0)
		here  = addrs("192.168.1.2")
		f     = Finder{
			Interfaces: func() ([]Interface, error) {
				asked++
				return []Interface{{Name: "eth0", Up: true, Addrs: here}}, nil
			},
			Route: func() []netip.Addr { return nil },
		}
		r = Recent{now: func() time.Time { return now }}
	)
	for range 1000 {
		got := r.Reachable(f)
		if !slices.Equal(got, here) {
			t.Fatalf("found %v", got)
		}
		got[0] = netip.Addr{} // the caller owns the slice
	}
	if asked != 1 {
		t.Errorf("a thousand calls made %d queries", asked)
	}
	here = addrs("10.0.0.9")
	now = now.Add(recentAge)
	if got := r.Reachable(f); !slices.Equal(got, here) || asked != 2 {
		t.Errorf("a second later: %v after %d queries", got, asked)
	}
}

// BenchmarkReachable measures one query and one cached result.
func BenchmarkReachable(b *testing.B) {
	b.Run("system", func(b *testing.B) {
		for range b.N {
			Finder{}.Reachable()
		}
	})
	b.Run("recent", func(b *testing.B) {
		var r Recent
		for range b.N {
			r.Reachable(Finder{})
		}
	})
}
