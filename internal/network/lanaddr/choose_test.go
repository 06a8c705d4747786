package lanaddr

import (
	"net/netip"
	"slices"
	"testing"
)

func TestLANOmitsVirtualInterfaces(t *testing.T) {
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

func addrs(list ...string) []netip.Addr {
	var out []netip.Addr
	for _, s := range list {
		out = append(out, netip.MustParseAddr(s))
	}
	return out
}

func TestChooseReturnsReachableAddresses(t *testing.T) {
	got := Choose([]Interface{
		{Name: "lo", Up: true, Loopback: true, Addrs: addrs("127.0.0.1", "::1")},
		{Name: "eth0", Up: true, Addrs: addrs("fe80::1", "2001:db8::5", "192.168.1.5")},
		{Name: "docker0", Up: true, Addrs: addrs("172.17.0.1")},
		{Name: "vethab12", Up: true, Addrs: addrs("169.254.3.4")},
		{Name: "vEthernet (WSL)", Up: true, Addrs: addrs("172.30.0.1")},
		{Name: "wlan0", Up: true, Addrs: addrs("10.1.2.3", "192.168.1.5")},
		{Name: "eth1", Up: false, Addrs: addrs("192.168.9.9")},
		{Name: "eth2", Up: true, Addrs: addrs("203.0.113.9", "169.254.9.9")},
	}, nil, false)
	want := addrs("192.168.1.5", "10.1.2.3", "203.0.113.9", "2001:db8::5")
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestChooseOrders(t *testing.T) {
	up := func(name string, list ...string) Interface {
		return Interface{Name: name, Up: true, Addrs: addrs(list...)}
	}
	for _, c := range []struct {
		what  string
		list  []Interface
		route []netip.Addr
		all   bool
		want  []netip.Addr
	}{
		{"the default route's interface comes first", []Interface{up("eth1", "10.0.0.5"), up("eth0", "192.168.1.5"), up("eth2", "172.16.0.5")},
			addrs("192.168.1.5"), false, addrs("192.168.1.5", "10.0.0.5", "172.16.0.5")},
		{"a public address on it comes after private ones", []Interface{up("eth0", "203.0.113.9"), up("eth1", "10.0.0.5")},
			addrs("203.0.113.9"), false, addrs("10.0.0.5", "203.0.113.9")},
		{"IPv6 has a route of its own", []Interface{up("eth0", "2001:db8::5", "10.0.0.5", "2001:db8::6")},
			addrs("10.0.0.5", "2001:db8::6"), false, addrs("10.0.0.5", "2001:db8::6", "2001:db8::5")},
		{"a route through an omitted interface adds nothing", []Interface{up("tun0", "10.8.0.2"), up("eth0", "192.168.1.5")},
			addrs("10.8.0.2"), false, addrs("192.168.1.5")},
		{"a VPN counts if requested", []Interface{up("lo0"), up("tailscale0", "100.99.1.2", "fd7a::2")},
			nil, true, addrs("100.99.1.2", "fd7a::2")},
		{"a LAN comes before a VPN", []Interface{up("wg0", "10.9.0.2"), up("eth0", "192.168.1.5")},
			nil, true, addrs("192.168.1.5", "10.9.0.2")},
		{"containers come last", []Interface{up("docker0", "172.17.0.1"), up("ztabcdef", "10.147.17.5"), up("tailscale0", "100.99.1.2")},
			nil, true, addrs("10.147.17.5", "100.99.1.2", "172.17.0.1")},
	} {
		if got := Choose(c.list, c.route, c.all); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.what, got, c.want)
		}
	}
}
