package discovery

import (
	"cmp"
	"net/netip"
	"slices"
	"time"
)

// Source is a way by which a host was found; several may be set.
type Source uint8

// The ways.
const (
	FromMDNS Source = 1 << iota
	FromBeacon
	FromProbe
	FromAddress // somebody typed it
)

// String lists the ways, such as "mdns+beacon".
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

// Sighting is a claim that there is a host. Nothing of it is believed.
type Sighting struct {
	Source    Source
	ID        string // empty where it is not known yet
	Name      string // empty where it is not known yet
	Endpoints []netip.AddrPort
}

// Check is a request to ask a host at its addresses.
type Check struct {
	Key       int
	Endpoints []netip.AddrPort // the likely ones first; at least one
	Known     bool             // it has answered before
}

// Found is a host that answers.
type Found struct {
	Info
	Endpoint  netip.AddrPort   // where it answered
	Endpoints []netip.AddrPort // where else it may
	Ping      time.Duration    // round trip
	Source    Source
}

// Bounds of a List.
const (
	maxEntries   = 128
	maxEndpoints = 16

	checkEvery  = 3 * time.Second  // for hosts that answer
	dropAfter   = 9 * time.Second  // without an answer
	firstRetry  = 2 * time.Second  // for those that never answered; doubles
	lastRetry   = 30 * time.Second // and stops to double here
	forgetAfter = time.Minute      // without a sighting or an answer
)

// List merges sightings into hosts and says which have to be asked when. It is
// pure: no clock, no network, no goroutine; one goroutine uses it.
//
// Invariants: no two entries have the same id unless it is empty; an entry has
// at least one endpoint; at most maxEntries entries of at most maxEndpoints.
type List struct {
	entries []*entry
	nextKey int
}

type entry struct {
	key       int
	id        string
	name      string // by mDNS: it tells hosts of one name apart
	endpoints []netip.AddrPort
	source    Source
	seen      time.Time // last sighting
	answered  time.Time // last answer, zero before the first
	due       time.Time
	checking  bool
	asked     int // endpoints in the last check
	failures  int // since the last answer
	info      Info
	endpoint  netip.AddrPort
	ping      time.Duration
}

// Saw takes a sighting.
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
		e.due = now // somebody waits for it
	}
	e.source |= s.Source
	e.seen = now
}

// find looks for the entry that a sighting belongs to.
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
			continue // another run, at an address that was another's before
		}
		if slices.ContainsFunc(s.Endpoints, func(ap netip.AddrPort) bool { return slices.Contains(e.endpoints, ap) }) {
			return e
		}
	}
	return nil
}

// room makes room for one more entry, where one can go that does not answer.
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

// add takes endpoints and reports whether one was new. The oldest go where
// there are too many.
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

// linkLocal reports whether browsers cannot open an endpoint, so that any other is
// better.
func linkLocal(ap netip.AddrPort) bool { return ap.Addr().Is6() && ap.Addr().IsLinkLocalUnicast() }

func (e *entry) shown(now time.Time) bool {
	return !e.answered.IsZero() && now.Sub(e.answered) <= dropAfter
}

// Due lists the hosts that have to be asked now. Each must be followed by
// Answered or Failed.
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

// rank orders endpoints: where it answered last, IPv4, IPv6, link-local.
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

// Answered takes a host's answer.
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
		e.due = now // one of those that it did not know yet may be better
	}
}

// Failed takes that a host did not answer at any of its addresses.
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

// Deadline is when Due or Games may say something new.
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

// Games are the hosts that answer, by name.
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
