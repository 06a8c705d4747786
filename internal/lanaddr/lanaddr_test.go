package lanaddr

import (
	"net/netip"
	"slices"
	"testing"
)

func addrs(list ...string) []netip.Addr {
	var out []netip.Addr
	for _, s := range list {
		out = append(out, netip.MustParseAddr(s))
	}
	return out
}

func TestChooseTakesWhatOthersReach(t *testing.T) {
	got := Choose([]Interface{
		{Name: "lo", Up: true, Loopback: true, Addrs: addrs("127.0.0.1", "::1")},
		{Name: "eth0", Up: true, Addrs: addrs("fe80::1", "2001:db8::5", "192.168.1.5")},
		{Name: "docker0", Up: true, Addrs: addrs("172.17.0.1")},
		{Name: "vethab12", Up: true, Addrs: addrs("169.254.3.4")},
		{Name: "vEthernet (WSL)", Up: true, Addrs: addrs("172.30.0.1")},
		{Name: "wlan0", Up: true, Addrs: addrs("10.1.2.3", "192.168.1.5")},
		{Name: "eth1", Up: false, Addrs: addrs("192.168.9.9")},
		{Name: "eth2", Up: true, Addrs: addrs("203.0.113.9", "169.254.9.9")},
	})
	want := addrs("192.168.1.5", "10.1.2.3", "203.0.113.9", "2001:db8::5")
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSystemHasALoopback(t *testing.T) {
	list, err := Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(list, func(i Interface) bool { return i.Loopback && len(i.Addrs) > 0 }) {
		t.Errorf("no loopback among %+v", list)
	}
}
