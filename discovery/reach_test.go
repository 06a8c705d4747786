package discovery

import (
	"net/netip"
	"strings"
	"testing"
	"time"
)

func TestWhichAddressesAreAskedForOthers(t *testing.T) {
	lan := []Interface{{Name: "eth0", Prefixes: []netip.Prefix{
		netip.MustParsePrefix("192.168.1.5/24"), netip.MustParsePrefix("192.0.2.2/24"), netip.MustParsePrefix("2001:db8::5/64"),
	}}}
	// The system routes 10.8.0.0/24 and 172.17.0.0/16 through other interfaces than the LAN's.
	source := func(a netip.Addr) (netip.Addr, bool) {
		switch {
		case strings.HasPrefix(a.String(), "10.8.0."):
			return netip.MustParseAddr("10.8.0.2"), true
		case strings.HasPrefix(a.String(), "172.17."):
			return netip.MustParseAddr("172.17.0.1"), true
		case a.Is6():
			return netip.MustParseAddr("2001:db8::5"), true
		}
		return netip.MustParseAddr("192.168.1.5"), true
	}
	for a, want := range map[string]bool{
		"192.168.1.9": true, "192.168.7.9": true, "192.0.2.2": true, "192.0.2.77": true, "2001:db8::77": true, "fd00::1": true,
		"fe80::1%eth0": true, "::ffff:192.168.1.9": true,
		"8.8.8.8": false, "192.0.3.1": false, "2001:db8:1::1": false, "10.8.0.9": false, "172.17.0.2": false,
		"169.254.169.254": false, "100.64.0.9": false, "127.0.0.1": false, "::1": false, "0.0.0.0": false, "224.0.0.251": false,
		"fe80::1%docker0": false, "fe80::1": false,
	} {
		if got := (reach{lan, source}).near(netip.MustParseAddr(a)); got != want {
			t.Errorf("%s: %v", a, got)
		}
	}
	vpn := []Interface{{Name: "tailscale0", Prefixes: []netip.Prefix{netip.MustParsePrefix("100.99.1.2/32")}}}
	through := func(netip.Addr) (netip.Addr, bool) { return netip.MustParseAddr("100.99.1.2"), true }
	if !(reach{vpn, through}).near(netip.MustParseAddr("100.99.7.7")) {
		t.Error("a member of a VPN that counts is not asked")
	}
}

func TestStrangersShortTextsDoNothingToATerminal(t *testing.T) {
	info, err := parseInfo([]byte(`{"id":"abc","protocol":1,"state":"lobby","map":"E1\u009b2JM\u202e1","mode":"co\u001bop","wad":"d\u2066.wad","version":"v\u007f1"}`))
	if err != nil || info.Map != "E12JM1" || info.Mode != "coop" || info.WAD != "d.wad" || info.Version != "v1" {
		t.Errorf("%+v, %v", info, err)
	}
}

func TestRivalsDriveNobodyThroughAllNumbers(t *testing.T) {
	s := &announcing{Advertiser: NewAdvertiser(AdvertiserConfig{Name: "vm"}), number: 1, labelNo: 1, game: Game{ID: "m"}, responder: &responder{}}
	now := time.Unix(1000, 0)
	gaveWay := 0
	for range 1000 {
		s.published = true
		if s.rival(claim{text: true, instance: s.instance(), id: "a"}, now) {
			gaveWay++
		}
		if now = now.Add(time.Second); now == time.Unix(1010, 0) && gaveWay != 1 {
			t.Errorf("it gives way %d times in ten seconds", gaveWay)
		}
	}
	if gaveWay == 0 || s.number > maxTries {
		t.Errorf("it gave way %d times and is number %d", gaveWay, s.number)
	}
}
