package discovery

import (
	"net/netip"
	"strings"

	"github.com/miekg/dns"
)

// hostTTL is how long, in seconds, an address may be remembered (RFC 6762, 10).
const hostTTL = 120

// legacyTTL is the same for those who ask without being a multicast responder.
const legacyTTL = 10

// cacheFlush marks a record that replaces all others of its name and type.
const cacheFlush = 1 << 15

// answer makes the answer to what a query asks about host, a full name such as
// "party.local."; it is nil where the query asks nothing of the kind, or asks
// for a family of which there is no address and there is none of the other
// either. A legacy query came from another port than 5353 and expects plain DNS.
func answer(query *dns.Msg, host string, addrs []netip.Addr, legacy bool) *dns.Msg {
	if query.Response || query.Opcode != dns.OpcodeQuery {
		return nil
	}
	var v4, v6 []dns.RR
	header := func(typ uint16) dns.RR_Header {
		if legacy {
			return dns.RR_Header{Name: host, Rrtype: typ, Class: dns.ClassINET, Ttl: legacyTTL}
		}
		return dns.RR_Header{Name: host, Rrtype: typ, Class: dns.ClassINET | cacheFlush, Ttl: hostTTL}
	}
	for _, a := range addrs {
		if a.Is4() {
			v4 = append(v4, &dns.A{Hdr: header(dns.TypeA), A: a.AsSlice()})
		} else {
			v6 = append(v6, &dns.AAAA{Hdr: header(dns.TypeAAAA), AAAA: a.WithZone("").AsSlice()})
		}
	}
	// Who asks for what is not there shall not wait for it.
	none := func(types ...uint16) []dns.RR {
		return []dns.RR{&dns.NSEC{Hdr: header(dns.TypeNSEC), NextDomain: host, TypeBitMap: types}}
	}
	reply := &dns.Msg{}
	reply.Response, reply.Authoritative = true, true
	reply.Compress = true
	for _, q := range query.Question {
		if !strings.EqualFold(q.Name, host) || q.Qclass&^cacheFlush != dns.ClassINET && q.Qclass&^cacheFlush != dns.ClassANY {
			continue
		}
		switch {
		case len(v4)+len(v6) == 0:
			return nil
		case q.Qtype == dns.TypeANY:
			reply.Answer = append(append(reply.Answer, v4...), v6...)
		case q.Qtype == dns.TypeA && len(v4) > 0:
			reply.Answer, reply.Extra = append(reply.Answer, v4...), append(reply.Extra, v6...)
		case q.Qtype == dns.TypeAAAA && len(v6) > 0:
			reply.Answer, reply.Extra = append(reply.Answer, v6...), append(reply.Extra, v4...)
		case q.Qtype == dns.TypeA:
			reply.Answer = append(reply.Answer, none(dns.TypeAAAA)...)
		case q.Qtype == dns.TypeAAAA:
			reply.Answer = append(reply.Answer, none(dns.TypeA)...)
		default:
			continue
		}
		if legacy {
			reply.Question = append(reply.Question, q)
		}
	}
	if len(reply.Answer) == 0 {
		return nil
	}
	if legacy {
		reply.Id = query.Id
	}
	return reply
}

// claim is what somebody says is theirs: a service instance, or a host name.
type claim struct {
	instance string // raw; empty for a host name
	id       string // of the instance's text; may be empty
	text     bool   // the instance's text was in the message
	host     string // a full name in small letters; empty for an instance
	addr     netip.Addr
}

// claims lists what a response says of instances of the service and of host
// names. Goodbyes claim nothing.
func claims(m *dns.Msg) []claim {
	if !m.Response {
		return nil
	}
	suffix := "." + service + "." + domain + "."
	var list []claim
	instances := map[string]int{}
	for _, section := range [][]dns.RR{m.Answer, m.Ns, m.Extra} {
		for _, rr := range section {
			h := rr.Header()
			if h.Ttl == 0 {
				continue
			}
			label, ours := strings.CutSuffix(h.Name, suffix)
			var at int
			switch rr.(type) {
			case *dns.SRV, *dns.TXT:
				if !ours {
					continue
				}
				var known bool
				if at, known = instances[h.Name]; !known {
					at = len(list)
					instances[h.Name] = at
					list = append(list, claim{instance: unescape(label)})
				}
			}
			switch rr := rr.(type) {
			case *dns.TXT:
				list[at].text, list[at].id = true, textID(rr.Txt)
			case *dns.A:
				if a, ok := netip.AddrFromSlice(rr.A); ok {
					list = append(list, claim{host: strings.ToLower(h.Name), addr: a.Unmap()})
				}
			case *dns.AAAA:
				if a, ok := netip.AddrFromSlice(rr.AAAA); ok {
					list = append(list, claim{host: strings.ToLower(h.Name), addr: a})
				}
			}
		}
	}
	return list
}
