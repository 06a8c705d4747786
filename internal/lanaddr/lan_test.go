package lanaddr

import (
	"net/netip"
	"slices"
	"testing"
)

func TestLANLeavesVirtualInterfacesOutUnlessAskedFor(t *testing.T) {
	some := []netip.Prefix{netip.MustParsePrefix("10.0.0.1/24")}
	list := []Interface{
		{Name: "lo", Up: true, Loopback: true, Prefixes: some},
		{Name: "eth0", Up: true, Prefixes: some},
		{Name: "docker0", Up: true, Prefixes: some},
		{Name: "wg0", Up: true, Prefixes: some},
		{Name: "vEthernet (Default Switch)", Up: true, Prefixes: some},
		{Name: "VMware Network Adapter VMnet8", Up: true, Prefixes: some},
		{Name: "br0", Up: true, Prefixes: some},
		{Name: "wlan0", Up: false, Prefixes: some},
		{Name: "eth1", Up: true},
	}
	names := func(list []Interface) (out []string) {
		for _, i := range list {
			out = append(out, i.Name)
		}
		return out
	}
	if got, want := names(LAN(list, false)), []string{"eth0", "br0"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := names(LAN(list, true)); len(got) != 6 || !slices.Contains(got, "docker0") {
		t.Errorf("all: %v", got)
	}
}
