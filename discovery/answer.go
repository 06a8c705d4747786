package discovery

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/miekg/dns"
)

// answer returns the response to a query about a registration, from an interface with these
// addresses. It returns nil if the query asks for none of the records, if the querier knows
// all of them, or if the interface has no address. A legacy query came from another port than
// 5353 and expects plain DNS.
//
// All responses except legacy ones go to the group, even if the querier would accept unicast:
// several programs on its machine may share its port, and only one of them receives a unicast
// packet.
func answer(query *dns.Msg, own registration, addrs []netip.Addr, legacy bool) *dns.Msg {
	if query.Response || query.Opcode != dns.OpcodeQuery || own.host == "" || len(addrs) == 0 {
		return nil
	}
	set := own.records(addrs, legacy)
	reply := newResponse()
	for _, q := range query.Question {
		if class := q.Qclass &^ cacheFlush; class != dns.ClassINET && class != dns.ClassANY {
			continue
		}
		answers, further := set.about(q, own)
		if answers == nil {
			continue
		}
		reply.Answer = appendNew(reply.Answer, answers)
		reply.Extra = appendNew(reply.Extra, further)
		if legacy {
			reply.Question = append(reply.Question, q)
		}
	}
	if legacy {
		reply.Id = query.Id
	} else {
		reply.Answer = slices.DeleteFunc(reply.Answer, func(rr dns.RR) bool { return knows(query.Answer, rr) })
	}
	if len(reply.Answer) == 0 {
		return nil
	}
	reply.Extra = slices.DeleteFunc(reply.Extra, func(rr dns.RR) bool { return slices.Contains(reply.Answer, rr) })
	return reply
}

// about returns the records that answer a question, and those that the querier will ask for
// next (RFC 6763, 12).
func (s records) about(q dns.Question, own registration) (answers, further []dns.RR) {
	is := func(name string, types ...uint16) bool {
		return strings.EqualFold(q.Name, name) && (q.Qtype == dns.TypeANY || slices.Contains(types, q.Qtype))
	}
	addrs := slices.Concat(s.v4, s.v6)
	switch {
	case is(typesName, dns.TypePTR):
		return []dns.RR{s.kind}, nil
	case is(serviceName, dns.TypePTR):
		return []dns.RR{s.pointer}, append([]dns.RR{s.server, s.text}, addrs...)
	case is(own.instance, dns.TypeSRV, dns.TypeTXT):
		switch q.Qtype {
		case dns.TypeSRV:
			return []dns.RR{s.server}, addrs
		case dns.TypeTXT:
			return []dns.RR{s.text}, nil
		}
		return []dns.RR{s.server, s.text}, addrs
	case is(own.host, dns.TypeA, dns.TypeAAAA):
		switch {
		case q.Qtype == dns.TypeANY:
			return addrs, nil
		case q.Qtype == dns.TypeA && len(s.v4) > 0:
			return s.v4, s.v6
		case q.Qtype == dns.TypeAAAA && len(s.v6) > 0:
			return s.v6, s.v4
		case q.Qtype == dns.TypeA: // the querier need not wait for records that do not exist
			return []dns.RR{s.none(dns.TypeAAAA)}, nil
		}
		return []dns.RR{s.none(dns.TypeA)}, nil
	}
	return nil, nil
}

// appendNew appends the records that the list does not have yet.
func appendNew(list, more []dns.RR) []dns.RR {
	for _, rr := range more {
		if !slices.Contains(list, rr) {
			list = append(list, rr)
		}
	}
	return list
}

// knows reports whether a querier has a record and will have it for a while: a query lists the
// records that the querier has (RFC 6762, 7.1).
func knows(known []dns.RR, rr dns.RR) bool {
	plain := dns.Copy(rr)
	plain.Header().Class &^= cacheFlush
	return slices.ContainsFunc(known, func(k dns.RR) bool {
		return dns.IsDuplicate(k, plain) && k.Header().Ttl >= plain.Header().Ttl/2
	})
}
