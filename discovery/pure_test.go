package discovery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/miekg/dns"
)

func TestNamesFitIntoALabel(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Ada's room", "Ada's room"},
		{"  .dots. ", "dots"},
		{"\x00\n\u202e", "doomhost"},
		{"", "doomhost"},
		{"bad\xffbytes", "badbytes"},
	} {
		if got := CleanName(c.in); got != c.want {
			t.Errorf("%q became %q, want %q", c.in, got, c.want)
		}
	}
	long := strings.Repeat("ü", 40)
	for n := range maxTries + 1 {
		got := numbered(CleanName(long), n)
		if len(got) > maxLabel || !utf8.ValidString(got) {
			t.Errorf("number %d: %q has %d bytes", n, got, len(got))
		}
	}
	if got := numbered("Party", 2); got != "Party (2)" {
		t.Errorf("the second is %q", got)
	}
}

func TestHostLabels(t *testing.T) {
	for _, c := range []struct{ name, own, want string }{
		{"Romero's game", "box", "romeros-game"},
		{"Jürgen & Ñu", "box", "jurgen-nu"},
		{"box", "box.example.org", "box-game"},
		{"日本", "box", "doomhost"},
		{"1993", "box", "doomhost-1993"},
		{"-a--b-", "box", "a-b"},
	} {
		if got := hostLabel(c.name, c.own); got != c.want {
			t.Errorf("%q became %q, want %q", c.name, got, c.want)
		}
	}
	if list := HostNames("Party"); list[0] != "party.local" || list[1] != "party-2.local" {
		t.Errorf("names: %v", list)
	}
}

func TestEscapesAreThoseOfTheDNSLibrary(t *testing.T) {
	raw := "a b.c\\(d)\"e';@ü\x01\xff9"
	wire := append([]byte{byte(len(raw))}, raw...)
	name, _, err := dns.UnpackDomainName(append(wire, 0), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := escapeLabel(raw) + "."; got != name {
		t.Errorf("label: %s, the library writes %s", got, name)
	}
	m := &dns.Msg{Answer: []dns.RR{&dns.TXT{Hdr: dns.RR_Header{Name: "x.", Rrtype: dns.TypeTXT, Class: 1}, Txt: []string{escapeText(raw)}}}}
	b, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	var back dns.Msg
	if err := back.Unpack(b); err != nil {
		t.Fatal(err)
	}
	if got := unescape(back.Answer[0].(*dns.TXT).Txt[0]); got != raw {
		t.Errorf("text: %q came back as %q", raw, got)
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("a b.c")
	f.Add("\\032\\")
	f.Fuzz(func(t *testing.T, s string) {
		if got := unescape(escapeLabel(s)); got != s {
			t.Errorf("label %q came back as %q", s, got)
		}
		if got := unescape(escapeText(s)); got != s {
			t.Errorf("text %q came back as %q", s, got)
		}
		unescape(s)
	})
}

func TestWatcherNoticesInterfacesAndSleep(t *testing.T) {
	eth := func(a string) []Interface {
		return []Interface{{Index: 2, Name: "eth0", Prefixes: []netip.Prefix{netip.MustParsePrefix(a)}}}
	}
	var w watcher
	wall := time.Unix(1000, 0)
	look := func(step, wallStep time.Duration, list []Interface, mono *time.Duration) bool {
		*mono += step
		wall = wall.Add(wallStep)
		return w.look(list, wall, *mono)
	}
	var mono time.Duration
	for _, c := range []struct {
		what       string
		mono, wall time.Duration
		addr       string
		want       bool
	}{
		{"the first look", 0, 0, "10.0.0.1/24", true},
		{"nothing", time.Second, time.Second, "10.0.0.1/24", false},
		{"another address", time.Second, time.Second, "10.0.0.2/24", true},
		{"another mask", time.Second, time.Second, "10.0.0.2/16", true},
		{"a slow machine", 5 * time.Second, 5 * time.Second, "10.0.0.2/16", false},
		{"sleep where the clock stops", time.Second, time.Hour, "10.0.0.2/16", true},
		{"sleep where it does not", time.Hour, time.Hour, "10.0.0.2/16", true},
		{"a clock that is set back", time.Second, -time.Hour, "10.0.0.2/16", false},
	} {
		if got := look(c.mono, c.wall, eth(c.addr), &mono); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

func TestBroadcastAddress(t *testing.T) {
	for in, want := range map[string]string{
		"10.77.0.1/24": "10.77.0.255", "192.168.5.9/22": "192.168.7.255", "10.0.0.1/8": "10.255.255.255",
		"10.0.0.1/31": "invalid IP", "10.0.0.1/32": "invalid IP", "fd00::1/64": "invalid IP",
	} {
		if got := broadcast(netip.MustParsePrefix(in)).String(); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestProbeIsBounded(t *testing.T) {
	iface := func(list ...string) Interface {
		var i Interface
		for _, s := range list {
			i.Prefixes = append(i.Prefixes, netip.MustParsePrefix(s))
		}
		return i
	}
	for _, c := range []struct {
		what    string
		ifaces  []Interface
		hosts   int
		nets    string
		skipped string
	}{
		{"a /24", []Interface{iface("192.168.1.5/24")}, 253, "[192.168.1.0/24]", "[]"},
		{"a /22", []Interface{iface("192.168.5.5/22")}, 1021, "[192.168.4.0/22]", "[]"},
		{"a /16", []Interface{iface("10.1.2.3/16")}, 253, "[10.1.2.0/24]", "[10.1.0.0/16]"},
		{"the same twice", []Interface{iface("192.168.1.5/24"), iface("192.168.1.6/24")}, 252, "[192.168.1.0/24]", "[]"},
		{"IPv6 and a single host", []Interface{iface("fd00::1/64", "10.0.0.1/32")}, 0, "[]", "[]"},
	} {
		plan, hosts := probePlan(c.ifaces)
		if len(hosts) != c.hosts || plan.Hosts != c.hosts || stringOf(plan.Networks) != c.nets || stringOf(plan.Skipped) != c.skipped {
			t.Errorf("%s: %d hosts, %v, %v", c.what, len(hosts), plan.Networks, plan.Skipped)
		}
	}
	var many []Interface
	for i := range 40 {
		many = append(many, iface(netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(i), 0, 1}), 22).String()))
	}
	if _, hosts := probePlan(many); len(hosts) != probeMax {
		t.Errorf("%d hosts of forty networks", len(hosts))
	}
}

func TestProbeTriesFurtherPortsWhereAMachineIs(t *testing.T) {
	host := netip.MustParseAddr("10.0.0.1")
	for what, c := range map[string]struct {
		open, refuses string // ports
		tried, found  string
	}{
		"nobody":                 {"", "", "[1]", "[]"},
		"a host as a rule":       {"[1]", "[2 3]", "[1 2 3]", "[1]"},
		"a host that moved":      {"[2]", "[1 3]", "[1 2 3]", "[2]"},
		"two on one machine":     {"[1 2]", "[3]", "[1 2 3]", "[1 2]"},
		"a firewall behind port": {"[1]", "", "[1 2]", "[1]"},
	} {
		tried, found := []int{}, []int{}
		dial := func(_ context.Context, at netip.AddrPort) (open, there bool) {
			port := int(at.Port())
			tried = append(tried, port)
			open = strings.Contains(c.open, strconv.Itoa(port))
			return open, open || strings.Contains(c.refuses, strconv.Itoa(port))
		}
		knock(context.Background(), host, []int{1, 2, 3}, dial, func(at netip.AddrPort) { found = append(found, int(at.Port())) })
		if fmt.Sprint(tried) != c.tried || fmt.Sprint(found) != c.found {
			t.Errorf("%s: tried %v, found %v; want %s, %s", what, tried, found, c.tried, c.found)
		}
	}
}

func TestDialTellsRefusalFromSilence(t *testing.T) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := netip.MustParseAddrPort(l.Addr().String())
	if open, there := dial(context.Background(), at); !open || !there {
		t.Errorf("somebody listens: open %v, there %v", open, there)
	}
	_ = l.Close()
	if open, there := dial(context.Background(), at); open || !there {
		t.Errorf("nobody listens: open %v, there %v", open, there)
	}
	over, cancel := context.WithDeadline(context.Background(), time.Unix(1, 0))
	defer cancel()
	if open, there := dial(over, at); open || there {
		t.Errorf("no time: open %v, there %v", open, there)
	}
}

func stringOf(list []netip.Prefix) string {
	var out []string
	for _, p := range list {
		out = append(out, p.String())
	}
	return "[" + strings.Join(out, " ") + "]"
}

// FuzzPacketsFromTheGroup feeds the parser with packets that anybody may send to the mDNS
// port.
func FuzzPacketsFromTheGroup(f *testing.F) {
	q := &dns.Msg{Question: []dns.Question{
		{Name: "party.local.", Qtype: dns.TypeANY, Qclass: dns.ClassINET},
		{Name: serviceName, Qtype: dns.TypePTR, Qclass: dns.ClassINET},
		{Name: party().instance, Qtype: dns.TypeANY, Qclass: dns.ClassINET},
	}}
	r := &dns.Msg{Answer: []dns.RR{
		&dns.TXT{Hdr: dns.RR_Header{Name: `A\ b._doomhost._tcp.local.`, Rrtype: dns.TypeTXT, Class: 1, Ttl: 9}, Txt: []string{"id=abc"}},
		&dns.A{Hdr: dns.RR_Header{Name: "x.local.", Rrtype: dns.TypeA, Class: 1, Ttl: 9}, A: []byte{10, 0, 0, 1}},
	}}
	r.Response = true
	for _, m := range []*dns.Msg{q, r} {
		b, err := m.Pack()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	addrs := []netip.Addr{netip.MustParseAddr("10.0.0.1")}
	f.Fuzz(func(t *testing.T, b []byte) {
		var m dns.Msg
		if m.Unpack(b) != nil {
			return
		}
		claims(&m)
		for _, legacy := range []bool{false, true} {
			if reply := answer(&m, party(), addrs, legacy); reply != nil {
				if _, err := reply.Pack(); err != nil {
					t.Errorf("an answer that cannot be sent: %v", err)
				}
			}
		}
	})
}

func TestClaimsOfOthers(t *testing.T) {
	txt := &dns.TXT{Hdr: dns.RR_Header{Name: `My\ game._doomhost._tcp.local.`, Rrtype: dns.TypeTXT, Class: 1, Ttl: 9}, Txt: []string{"x", "id=abc"}}
	a := &dns.A{Hdr: dns.RR_Header{Name: "Party.local.", Rrtype: dns.TypeA, Class: 1, Ttl: 9}, A: []byte{10, 0, 0, 1}}
	m := &dns.Msg{Answer: []dns.RR{txt, a}}
	m.Response = true
	got := claims(m)
	want := []claim{{instance: "My game", id: "abc", text: true}, {host: "party.local.", addr: netip.MustParseAddr("10.0.0.1")}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	txt.Hdr.Ttl, a.Hdr.Ttl = 0, 0
	if got := claims(m); len(got) != 0 {
		t.Errorf("a goodbye claims %+v", got)
	}
}

func TestBeaconPackets(t *testing.T) {
	for _, p := range []packet{
		{kind: packetAsks},
		{kind: packetAnnounces, port: 8666, id: "0123456789abcdef", name: "Jürgen"},
		{kind: packetAnnounces, port: 1, id: "x", name: strings.Repeat("n", maxLabel)},
	} {
		b := p.append([]byte("before"))[len("before"):]
		got, err := parsePacket(b)
		if err != nil || got != p {
			t.Errorf("%+v came back as %+v, %v", p, got, err)
		}
		for n := range b {
			if _, err := parsePacket(b[:n]); err == nil {
				t.Errorf("cut to %d bytes it is still taken", n)
			}
		}
		if _, err := parsePacket(append(slices.Clone(b), 0)); err == nil {
			t.Error("a longer one is taken")
		}
		b[8] = 2
		if _, err := parsePacket(b); !errors.Is(err, errBadPacket) {
			t.Errorf("version 2: %v", err)
		}
	}
	if _, err := parsePacket([]byte("\x00\x01\x00\x00STUN")); !errors.Is(err, errForeignPacket) {
		t.Errorf("another's packet: %v", err)
	}
	ask, announce := packet{kind: packetAsks}.append(nil), packet{kind: packetAnnounces, port: 1, id: "x"}.append(nil)
	if len(ask) < len(announce) {
		t.Error("an answer is longer than its question: hosts could be used to flood others")
	}
}

func FuzzBeaconPacket(f *testing.F) {
	f.Add(packet{kind: packetAsks}.append(nil))
	f.Add(packet{kind: packetAnnounces, port: 8666, id: "abc", name: "Den"}.append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := parsePacket(b)
		if err != nil {
			return
		}
		if back := p.append(nil); !slices.Equal(back, b) {
			t.Errorf("%x was read as %+v, which is written %x", b, p, back)
		}
	})
}

func TestAddressesThatPeopleType(t *testing.T) {
	for in, want := range map[string]string{
		"192.168.1.5":              "http://192.168.1.5:8666/",
		" 192.168.1.5:9000 ":       "http://192.168.1.5:9000/",
		"http://192.168.1.5:9000/": "http://192.168.1.5:9000/",
		"HTTP://Party.local":       "http://party.local/",
		"party.local.":             "http://party.local:8666/",
		"[fd00::1]:9000":           "http://[fd00::1]:9000/",
		"fd00::1":                  "http://[fd00::1]:8666/",
		"[fd00::1]":                "http://[fd00::1]:8666/",
		"box-2":                    "http://box-2:8666/",
	} {
		got, err := ParseTarget(in, 8666)
		if err != nil || got.URL() != want {
			t.Errorf("%q: %s, %v, want %s", in, got.URL(), err, want)
		}
	}
	for _, in := range []string{
		"", " ", ":", ":80", "a:", "a:0", "a:65536", "a:+1", "a:b", "a b", "http://", "https://a", "ftp://a", "a/b", "a?b", "a#b", "user@a",
		"user:pw@a:1", "[a]:1", "[fd00::1", "[fd00::1]9000", "[10.0.0.1]:1", "-a", "a-", "a..b", "256.1.1.1", "1.2.3", "0x7f.1", "127.1",
		"javascript:alert(1)", "ünder", "a\x00b", "fe80::1%eth0", strings.Repeat("a", 64), strings.Repeat("a.", 150),
	} {
		if got, err := ParseTarget(in, 8666); !errors.Is(err, ErrAddress) {
			t.Errorf("%q is taken for %s (%v)", in, got, err)
		}
	}
}

func FuzzTarget(f *testing.F) {
	for _, s := range []string{"192.168.1.5:9000", "[fe80::1]:1", "http://party.local/", "a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		target, err := ParseTarget(s, 8666)
		if err != nil {
			return
		}
		again, err := ParseTarget(target.URL(), 1)
		if err != nil || again != target {
			t.Fatalf("%q gives %+v, and that %+v (%v)", s, target, again, err)
		}
	})
}

func TestForeignInfoIsCutToSize(t *testing.T) {
	good := map[string]any{
		"id": "abc", "protocol": 1, "name": "N\x00\u202eame", "state": "game", "map": strings.Repeat("m", 100), "players": -5, "maxPlayers": 1 << 40,
		"addresses": []string{"http://10.0.0.1:8666", "http://127.0.0.1:1", "https://10.0.0.1:1", "javascript:1", "http://name:1", "http://224.0.0.1:1"},
	}
	b, err := json.Marshal(good)
	if err != nil {
		t.Fatal(err)
	}
	info, err := parseInfo(b)
	if err != nil {
		t.Fatal(err)
	}
	if info.Name != "Name" || len(info.Map) != 40 || info.Players != 0 || info.MaxPlayers != 1<<16 || len(info.Addresses) != 1 {
		t.Errorf("%+v", info)
	}
	for what, change := range map[string]any{"id": "a b", "protocol": 0, "state": "on fire", "players": "many"} {
		bad := map[string]any{}
		for k, v := range good {
			bad[k] = v
		}
		bad[what] = change
		b, err := json.Marshal(bad)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parseInfo(b); !errors.Is(err, ErrNotOurs) {
			t.Errorf("%s: %v is taken (%v)", what, change, err)
		}
	}
}

func FuzzInfo(f *testing.F) {
	f.Add([]byte(`{"id":"abc","protocol":1,"name":"x","state":"lobby","addresses":["http://10.0.0.1:1"]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		info, err := parseInfo(b)
		if err == nil && (!validID(info.ID) || len(info.Name) > maxLabel || len(info.Addresses) > maxEndpoints) {
			t.Errorf("taken: %+v", info)
		}
	})
}
