package discovery

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/miekg/dns"
)

// party is a registration whose instance name has every character that needs an escape.
func party() registration {
	return newRegistration("Jürgen's party. (2)", "party", 8666, []string{"txtvers=1", "id=abc"})
}

func askFor(name string, types ...uint16) *dns.Msg {
	m := &dns.Msg{}
	m.Id = 77
	for _, typ := range types {
		m.Question = append(m.Question, dns.Question{Name: name, Qtype: typ, Qclass: dns.ClassINET})
	}
	return m
}

// kinds lists the types of records; those of the additional section are behind a bar.
func kinds(m *dns.Msg) string {
	if m == nil {
		return "nothing"
	}
	var out []string
	for _, rr := range m.Answer {
		out = append(out, dns.TypeToString[rr.Header().Rrtype])
	}
	if len(m.Extra) > 0 {
		out = append(out, "|")
	}
	for _, rr := range m.Extra {
		out = append(out, dns.TypeToString[rr.Header().Rrtype])
	}
	return strings.Join(out, " ")
}

// overTheWire returns a message as others receive it.
func overTheWire(t *testing.T, m *dns.Msg) *dns.Msg {
	t.Helper()
	packet, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	got := &dns.Msg{}
	if err := got.Unpack(packet); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestAnswersToQuestions(t *testing.T) {
	both := []netip.Addr{netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("fd00::1")}
	for _, c := range []struct {
		what  string
		query *dns.Msg
		addrs []netip.Addr
		want  string
	}{
		{"A", askFor("party.local.", dns.TypeA), both, "A | AAAA"},
		{"capitals", askFor("PARTY.local.", dns.TypeA), both, "A | AAAA"},
		{"AAAA", askFor("party.local.", dns.TypeAAAA), both, "AAAA | A"},
		{"ANY", askFor("party.local.", dns.TypeANY), both, "A AAAA"},
		{"two questions", askFor("party.local.", dns.TypeA, dns.TypeAAAA), both, "A AAAA"},
		{"a question twice", askFor("party.local.", dns.TypeA, dns.TypeA), both, "A | AAAA"},
		{"what is not there", askFor("party.local.", dns.TypeAAAA), both[:1], "NSEC"},
		{"without addresses", askFor("party.local.", dns.TypeA), nil, "nothing"},
		{"another name", askFor("party-2.local.", dns.TypeA), both, "nothing"},
		{"another type", askFor("party.local.", dns.TypeTXT), both, "nothing"},
		{"browsing", askFor(serviceName, dns.TypePTR), both, "PTR | SRV TXT A AAAA"},
		{"browsing for all types", askFor(typesName, dns.TypePTR), both, "PTR"},
		{"browsing by another record", askFor(serviceName, dns.TypeTXT), both, "nothing"},
		{"the server", askFor(party().instance, dns.TypeSRV), both, "SRV | A AAAA"},
		{"the text", askFor(party().instance, dns.TypeTXT), both, "TXT"},
		{"server and text", askFor(party().instance, dns.TypeSRV, dns.TypeTXT), both, "SRV TXT | A AAAA"},
		{"all of the instance", askFor(party().instance, dns.TypeANY), both, "SRV TXT | A AAAA"},
		{"another instance", askFor(instanceName("Jürgen's party"), dns.TypeANY), both, "nothing"},
		{"without addresses, browsing", askFor(serviceName, dns.TypePTR), nil, "nothing"},
	} {
		reply := answer(overTheWire(t, c.query), party(), c.addrs, false)
		if got := kinds(reply); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		if reply == nil {
			continue
		}
		if reply.Id != 0 || len(reply.Question) != 0 || !reply.Authoritative {
			t.Errorf("%s: not as multicast DNS wants it: %v", c.what, reply)
		}
		for _, rr := range append(reply.Answer, reply.Extra...) {
			// Other hosts have PTR records of the same names.
			if flush := rr.Header().Class&cacheFlush != 0; flush == (rr.Header().Rrtype == dns.TypePTR) {
				t.Errorf("%s: the wrong class: %v", c.what, rr)
			}
		}
	}
	for _, query := range []*dns.Msg{askFor("party.local.", dns.TypeA), askFor(serviceName, dns.TypePTR)} {
		legacy := answer(query, party(), both, true)
		if legacy.Id != 77 || len(legacy.Question) != 1 || legacy.Answer[0].Header().Ttl > 10 || legacy.Answer[0].Header().Class != dns.ClassINET {
			t.Errorf("a plain resolver gets %v", legacy)
		}
		if answer(query, registration{}, both, false) != nil {
			t.Error("who has nothing registered answers")
		}
		query.Response = true
		if answer(query, party(), both, false) != nil {
			t.Error("a response is answered")
		}
	}
}

func TestWhoKnowsTheAnswerGetsNone(t *testing.T) {
	addrs := []netip.Addr{netip.MustParseAddr("10.0.0.1")}
	query := askFor(serviceName, dns.TypePTR)
	known := &dns.PTR{Hdr: dns.RR_Header{Name: serviceName, Rrtype: dns.TypePTR, Class: dns.ClassINET}, Ptr: party().instance}
	query.Answer = []dns.RR{known}
	for ttl, want := range map[uint32]string{
		otherTTL: "nothing", otherTTL / 2: "nothing", otherTTL/2 - 1: "PTR | SRV TXT A", 0: "PTR | SRV TXT A",
	} {
		known.Hdr.Ttl = ttl
		if got := kinds(answer(overTheWire(t, query), party(), addrs, false)); got != want {
			t.Errorf("known for %d s more: %s, want %s", ttl, got, want)
		}
	}
	known.Hdr.Ttl, known.Ptr = otherTTL, instanceName("Another's")
	if got := kinds(answer(overTheWire(t, query), party(), addrs, false)); got != "PTR | SRV TXT A" {
		t.Errorf("who knows another's: %s", got)
	}
}

func TestAnnouncementsAreTakenBackButForWhatOthersHave(t *testing.T) {
	addrs := []netip.Addr{netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("fd00::1")}
	hello, goodbye := overTheWire(t, party().announcement(addrs)), overTheWire(t, party().goodbye(addrs))
	if got := kinds(hello); got != "PTR PTR SRV TXT A AAAA" || !hello.Response {
		t.Errorf("announced: %s", got)
	}
	if got := kinds(goodbye); got != "PTR SRV TXT A AAAA" || !goodbye.Response {
		t.Errorf("taken back: %s", got)
	}
	for _, rr := range goodbye.Answer {
		if rr.Header().Ttl != 0 || rr.Header().Name == typesName {
			t.Errorf("the goodbye has %v", rr)
		}
	}
	got := claims(hello)
	if len(got) != 3 || got[0].instance != "Jürgen's party. (2)" || got[0].id != "abc" || got[1].host != "party.local." {
		t.Errorf("others read %+v", got)
	}
	if got := claims(goodbye); len(got) != 0 {
		t.Errorf("a goodbye claims %+v", got)
	}
}
