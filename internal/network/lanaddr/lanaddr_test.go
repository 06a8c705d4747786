package lanaddr

import (
	"errors"
	"net/netip"
	"slices"
	"testing"
)

func TestSystemHasALoopback(t *testing.T) {
	list, err := Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(list, func(i Interface) bool { return i.Loopback && len(i.Addrs) > 0 }) {
		t.Errorf("no loopback among %+v", list)
	}
}

func TestRouteReturnsOwnAddresses(t *testing.T) {
	list, err := Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range Route() {
		if !slices.ContainsFunc(list, func(i Interface) bool { return slices.Contains(i.Addrs, a) }) {
			t.Errorf("%v is none of %+v", a, list)
		}
	}
}

func TestFinderUsesInterfacesAndRoute(t *testing.T) {
	f := Finder{
		Interfaces: func() ([]Interface, error) {
			return []Interface{
				{Name: "eth0", Up: true, Addrs: addrs("192.168.1.5")}, {Name: "wlan0", Up: true, Addrs: addrs("192.168.2.5")},
				{Name: "tailscale0", Up: true, Addrs: addrs("100.99.1.2")},
			}, nil
		},
		Route: func() []netip.Addr { return addrs("192.168.2.5") },
	}
	if got, want := f.Reachable(), addrs("192.168.2.5", "192.168.1.5"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	f.All = true
	if got, want := f.Reachable(), addrs("192.168.2.5", "192.168.1.5", "100.99.1.2"); !slices.Equal(got, want) {
		t.Errorf("all: got %v, want %v", got, want)
	}
	f.Interfaces = func() ([]Interface, error) { return nil, errors.New("no") }
	if got := f.Reachable(); got != nil {
		t.Errorf("without interfaces: %v", got)
	}
}
