package discovery

import (
	"cmp"
	"net/netip"
	"slices"
	"time"
)

// Source is how a host was found; several bits may be set.
type Source uint8

// The sources.
const (
	FromMDNS Source = 1 << iota
	FromBeacon
	FromProbe
	FromAddress // somebody typed it
)

// String lists the sources, such as "mdns+beacon".
func (s Source) String() string {
	text := ""
	for i, name := range [...]string{"mdns", "beacon", "probe", "address"} {
		if s&(1<<i) != 0 {
			if text != "" {
				text += "+"
			}
			text += name
		}
	}
	return text
}

// Sighting is an unverified claim that there is a host.
type Sighting struct {
	Source    Source
	ID        string // empty if it is not known yet
	Name      string // empty if it is not known yet
	Endpoints []netip.AddrPort
}

// Check is a request to ask a host at its addresses.
type Check struct {
	Key       int
	Endpoints []netip.AddrPort // the most likely first; at least one
	Known     bool             // it has answered before
}

// Found is a host that answers.
type Found struct {
	Info
	Endpoint  netip.AddrPort   // the address that answered
	Endpoints []netip.AddrPort // all addresses known for it
	Ping      time.Duration    // round trip
	Source    Source
}

// Limits of a List.
const (
	maxEntries   = 128
	maxEndpoints = 16

	checkEvery  = 3 * time.Second  // for hosts that answer
	dropAfter   = 9 * time.Second  // without an answer
	firstRetry  = 2 * time.Second  // for hosts that never answered; doubles
	lastRetry   = 30 * time.Second // the longest retry interval
	forgetAfter = time.Minute      // without a sighting or an answer
)

// List merges sightings into hosts and says which hosts to ask when. It is pure: no clock, no
// network, no goroutine. Only one goroutine uses it.
//
// Invariants: no two entries have the same id unless it is empty; an entry has at least one
// endpoint; there are at most maxEntries entries of at most maxEndpoints each.
type List struct {
	entries []*entry
	nextKey int
}

type entry struct {
	key       int
	id        string
	name      string // from mDNS, which numbers hosts of the same name
	endpoints []netip.AddrPort
	source    Source
	seen      time.Time // last sighting
	answered  time.Time // last answer, zero before the first
	due       time.Time
	checking  bool
	asked     int // number of endpoints in the last check
	failures  int // since the last answer
	info      Info
	endpoint  netip.AddrPort
	ping      time.Duration
}

// Saw adds a sighting.
func (l *List) Saw(now time.Time, s Sighting) {
	s.Endpoints = slices.DeleteFunc(slices.Clone(s.Endpoints), func(ap netip.AddrPort) bool {
		return ap.Port() == 0 || !ap.Addr().IsValid()
	})
	if len(s.Endpoints) == 0 {
		return
	}
	e := l.find(s)
	if e == nil {
		if !l.room(now) {
			return
		}
		l.nextKey++
		e = &entry{key: l.nextKey, id: s.ID, due: now}
		l.entries = append(l.entries, e)
	}
	if e.id == "" {
		e.id = s.ID
	}
	if s.Name != "" && s.Source&FromMDNS != 0 {
		e.name = s.Name
	}
	if e.add(s.Endpoints) && (e.answered.IsZero() || linkLocal(e.endpoint)) {
		e.due = now
	}
	if s.Source&(FromAddress|FromProbe) != 0 && e.answered.IsZero() {
		e.due = now // somebody is waiting for it
	}
	e.source |= s.Source
	e.seen = now
}

// find returns the entry that a sighting belongs to, or nil.
func (l *List) find(s Sighting) *entry {
	if s.ID != "" {
		for _, e := range l.entries {
			if e.id == s.ID {
				return e
			}
		}
	}
	for _, e := range l.entries {
		if s.ID != "" && e.id != "" {
			continue // another run, at an address that a host has reused
		}
		if slices.ContainsFunc(s.Endpoints, func(ap netip.AddrPort) bool { return slices.Contains(e.endpoints, ap) }) {
			return e
		}
	}
	return nil
}

// room makes room for one more entry. If the list is full, it removes one that does not
// answer.
func (l *List) room(now time.Time) bool {
	if len(l.entries) < maxEntries {
		return true
	}
	var worst *entry
	for _, e := range l.entries {
		if !e.shown(now) && !e.checking && (worst == nil || e.seen.Before(worst.seen)) {
			worst = e
		}
	}
	if worst == nil {
		return false
	}
	l.remove(worst)
	return true
}

func (l *List) remove(e *entry) {
	l.entries = slices.DeleteFunc(l.entries, func(x *entry) bool { return x == e })
}

// add adds endpoints and reports whether one was new. It drops the oldest if there are too
// many.
func (e *entry) add(list []netip.AddrPort) bool {
	news := false
	for _, ap := range list {
		if !slices.Contains(e.endpoints, ap) {
			e.endpoints = append(e.endpoints, ap)
			news = true
		}
	}
	if over := len(e.endpoints) - maxEndpoints; over > 0 {
		e.endpoints = slices.Delete(e.endpoints, 0, over)
	}
	return news
}

// linkLocal reports whether an endpoint is link-local: browsers cannot open it, so any other
// is better.
func linkLocal(ap netip.AddrPort) bool { return ap.Addr().Is6() && ap.Addr().IsLinkLocalUnicast() }

func (e *entry) shown(now time.Time) bool {
	return !e.answered.IsZero() && now.Sub(e.answered) <= dropAfter
}

// Due lists the hosts to ask now. The caller must follow up each with Answered or Failed.
func (l *List) Due(now time.Time) []Check {
	l.forget(now)
	var list []Check
	for _, e := range l.entries {
		if e.checking || now.Before(e.due) {
			continue
		}
		e.checking, e.asked = true, len(e.endpoints)
		endpoints := slices.Clone(e.endpoints)
		slices.SortStableFunc(endpoints, func(a, b netip.AddrPort) int { return cmp.Compare(e.rank(a), e.rank(b)) })
		list = append(list, Check{e.key, endpoints, !e.answered.IsZero()})
	}
	return list
}

// rank orders endpoints: the last one that answered, IPv4, IPv6, link-local.
func (e *entry) rank(ap netip.AddrPort) int {
	a := ap.Addr()
	switch {
	case linkLocal(ap):
		return 3
	case ap == e.endpoint:
		return 0
	case a.Unmap().Is4():
		return 1
	}
	return 2
}

func (l *List) forget(now time.Time) {
	l.entries = slices.DeleteFunc(l.entries, func(e *entry) bool {
		return !e.checking && !e.shown(now) && now.Sub(e.seen) > forgetAfter
	})
}

func (l *List) byKey(key int) *entry {
	for _, e := range l.entries {
		if e.key == key {
			return e
		}
	}
	return nil
}

// Answered records a host's answer.
func (l *List) Answered(now time.Time, key int, at netip.AddrPort, info Info, ping time.Duration) {
	e := l.byKey(key)
	if e == nil {
		return
	}
	e.checking = false
	if e.id != "" && e.id != info.ID {
		e.name = "" // another run answers here
	}
	e.id = info.ID
	for _, other := range l.entries {
		if other != e && other.id == e.id {
			e.source |= other.source
			e.add(other.endpoints)
			e.name = cmp.Or(e.name, other.name)
			if other.seen.After(e.seen) {
				e.seen = other.seen
			}
			l.remove(other)
			break
		}
	}
	e.info, e.endpoint, e.ping = info, at, ping
	e.answered, e.failures, e.due = now, 0, now.Add(checkEvery)
	e.add(info.Addresses)
	e.add([]netip.AddrPort{at})
	if linkLocal(at) && len(e.endpoints) > e.asked {
		e.due = now // one of the new endpoints may be better
	}
}

// Failed records that a host did not answer at any of its addresses.
func (l *List) Failed(now time.Time, key int) {
	e := l.byKey(key)
	if e == nil {
		return
	}
	e.checking = false
	e.failures++
	if e.shown(now) {
		e.due = now.Add(checkEvery)
		return
	}
	e.due = now.Add(min(firstRetry<<min(e.failures-1, 8), lastRetry))
}

// Deadline returns the time at which the result of Due or Games may change.
func (l *List) Deadline() (at time.Time, ok bool) {
	earlier := func(t time.Time) {
		if !ok || t.Before(at) {
			at, ok = t, true
		}
	}
	for _, e := range l.entries {
		if !e.checking {
			earlier(e.due)
		}
		if !e.answered.IsZero() && e.failures > 0 {
			earlier(e.answered.Add(dropAfter + 1))
		}
	}
	return at, ok
}

// Games returns the hosts that answer, by name.
func (l *List) Games(now time.Time) []Found {
	list := []Found{}
	for _, e := range l.entries {
		if !e.shown(now) {
			continue
		}
		f := Found{Info: e.info, Endpoint: e.endpoint, Endpoints: slices.Clone(e.endpoints), Ping: e.ping, Source: e.source}
		f.Name = cmp.Or(e.name, f.Name)
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b Found) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return list
}
