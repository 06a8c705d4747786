package discovery

import (
	"net/netip"
	"strings"

	"github.com/miekg/dns"
)

// claim is a name that a host claims: a service instance, or a host name.
type claim struct {
	instance string // raw; empty for a host name
	id       string // of the instance's text; may be empty
	text     bool   // the instance's text was in the message
	host     string // a full name in small letters; empty for an instance
	addr     netip.Addr
}

// claims lists the instances of the service and the host names that a response claims.
// Goodbyes claim nothing.
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
