package discovery

import (
	"net/netip"

	"github.com/miekg/dns"
)

// The service's type, and the domain of multicast DNS.
const (
	service = "_doomhost._tcp"
	domain  = "local"
)

// Full names of records.
const (
	// serviceName has a PTR record for each instance.
	serviceName = service + "." + domain + "."
	// typesName has a PTR record for each service type (RFC 6763, 9).
	typesName = "_services._dns-sd._udp." + domain + "."
)

// TTLs of records in seconds (RFC 6762, 10).
const (
	hostTTL  = 120  // records that contain or point to a host name
	otherTTL = 4500 // all others
	// legacyTTL limits the TTLs sent to queriers that are not multicast responders.
	legacyTTL = 10
)

// cacheFlush marks a record that replaces all others of its name and type.
const cacheFlush = 1 << 15

// registration is the data that a responder answers for: a host name and an instance of the
// service. The zero value answers for nothing.
type registration struct {
	host     string // full name
	instance string // full name, escaped
	port     uint16
	text     []string // escaped
}

func newRegistration(instance, label string, port int, text []string) registration {
	return registration{hostName(label), instanceName(instance), uint16(port), text}
}

func hostName(label string) string        { return label + "." + domain + "." }
func instanceName(instance string) string { return escapeLabel(instance) + "." + serviceName }

// records holds all records of a registration.
type records struct {
	kind, pointer, server, text dns.RR
	v4, v6                      []dns.RR
	none                        func(typ uint16) dns.RR // says that the host has addresses of this type only
}

// records returns the records for an interface with these addresses. A legacy querier gets
// plain DNS.
func (r registration) records(addrs []netip.Addr, legacy bool) records {
	shared := func(name string, typ uint16, ttl uint32) dns.RR_Header {
		if legacy {
			ttl = min(ttl, legacyTTL)
		}
		return dns.RR_Header{Name: name, Rrtype: typ, Class: dns.ClassINET, Ttl: ttl}
	}
	unique := func(name string, typ uint16, ttl uint32) dns.RR_Header {
		h := shared(name, typ, ttl)
		if !legacy {
			h.Class |= cacheFlush
		}
		return h
	}
	set := records{
		kind:    &dns.PTR{Hdr: shared(typesName, dns.TypePTR, otherTTL), Ptr: serviceName},
		pointer: &dns.PTR{Hdr: shared(serviceName, dns.TypePTR, otherTTL), Ptr: r.instance},
		server:  &dns.SRV{Hdr: unique(r.instance, dns.TypeSRV, hostTTL), Port: r.port, Target: r.host},
		text:    &dns.TXT{Hdr: unique(r.instance, dns.TypeTXT, otherTTL), Txt: r.text},
		none: func(typ uint16) dns.RR {
			return &dns.NSEC{Hdr: unique(r.host, dns.TypeNSEC, hostTTL), NextDomain: r.host, TypeBitMap: []uint16{typ}}
		},
	}
	for _, a := range addrs {
		if a.Is4() {
			set.v4 = append(set.v4, &dns.A{Hdr: unique(r.host, dns.TypeA, hostTTL), A: a.AsSlice()})
		} else {
			set.v6 = append(set.v6, &dns.AAAA{Hdr: unique(r.host, dns.TypeAAAA, hostTTL), AAAA: a.WithZone("").AsSlice()})
		}
	}
	return set
}

// announcement returns the unsolicited response with all records (RFC 6762, 8.3).
func (r registration) announcement(addrs []netip.Addr) *dns.Msg {
	set := r.records(addrs, false)
	m := newResponse()
	m.Answer = append(m.Answer, set.pointer, set.kind, set.server, set.text)
	m.Answer = append(append(m.Answer, set.v4...), set.v6...)
	return m
}

// goodbye returns the response that withdraws all records (RFC 6762, 10.1) except the one
// shared with other hosts: that the service type exists.
func (r registration) goodbye(addrs []netip.Addr) *dns.Msg {
	set := r.records(addrs, false)
	m := newResponse()
	m.Answer = append(m.Answer, set.pointer, set.server, set.text)
	m.Answer = append(append(m.Answer, set.v4...), set.v6...)
	for _, rr := range m.Answer {
		rr.Header().Ttl = 0
	}
	return m
}

func newResponse() *dns.Msg {
	m := &dns.Msg{Compress: true}
	m.Response, m.Authoritative = true, true
	return m
}
