package discovery

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// story feeds a List with events, a second or more apart, and keeps the checks that the List
// asked for.
type story struct {
	t    *testing.T
	list List
	now  time.Time
	due  map[int][]netip.AddrPort
}

func newStory(t *testing.T) *story {
	return &story{t: t, now: time.Unix(1000, 0), due: map[int][]netip.AddrPort{}}
}

func endpoints(s string) (list []netip.AddrPort) {
	for _, a := range strings.Fields(s) {
		list = append(list, netip.MustParseAddrPort(a))
	}
	return list
}

func (s *story) saw(source Source, id, name, at string) {
	s.list.Saw(s.now, Sighting{source, id, name, endpoints(at)})
}

// answer lets each due host answer if one of its addresses is in up, and fail otherwise; up
// maps an address to the id there.
func (s *story) answer(up map[string]string) {
	for _, c := range s.list.Due(s.now) {
		answered := false
		for _, ap := range c.Endpoints {
			if id, ok := up[ap.String()]; ok {
				s.list.Answered(s.now, c.Key, ap, Info{ID: id, Name: "name of " + id, State: "lobby"}, time.Millisecond)
				answered = true
				break
			}
		}
		if !answered {
			s.list.Failed(s.now, c.Key)
		}
	}
}

// pass lets time pass, one second at a time.
func (s *story) pass(seconds int, up map[string]string) {
	for range seconds {
		s.now = s.now.Add(time.Second)
		s.answer(up)
	}
}

// shows checks the list against entries such as "a@10.0.0.1:1".
func (s *story) shows(want ...string) {
	s.t.Helper()
	var got []string
	for _, f := range s.list.Games(s.now) {
		got = append(got, f.ID+"@"+f.Endpoint.String())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		s.t.Errorf("shown: %v, want %v", got, want)
	}
}

func TestNothingIsShownBeforeItAnswered(t *testing.T) {
	s := newStory(t)
	s.saw(FromMDNS, "a", "A", "10.0.0.1:1")
	s.shows()
	s.answer(nil)
	s.shows()
	s.pass(3, map[string]string{"10.0.0.1:1": "a"})
	s.shows("a@10.0.0.1:1")
}

func TestWhatStopsToAnswerIsDroppedWithin15Seconds(t *testing.T) {
	s := newStory(t)
	up := map[string]string{"10.0.0.1:1": "a"}
	s.saw(FromMDNS, "a", "A", "10.0.0.1:1")
	s.pass(60, up)
	s.shows("a@10.0.0.1:1")
	for died := s.now; len(s.list.Games(s.now)) > 0; s.pass(1, nil) {
		if s.now.Sub(died) >= 15*time.Second {
			t.Fatal("still shown")
		}
		s.saw(FromMDNS, "a", "A", "10.0.0.1:1") // other caches still have it
	}
	s.pass(1, nil)
	s.shows()
	s.pass(31, up)
	s.shows("a@10.0.0.1:1")
}

func TestOneHostOfManyWaysIsOneGame(t *testing.T) {
	s := newStory(t)
	up := map[string]string{"10.0.0.1:1": "a", "[fd00::1]:1": "a", "10.0.0.2:1": "b"}
	s.saw(FromProbe, "", "", "10.0.0.1:1")
	s.saw(FromBeacon, "a", "A", "[fd00::1]:1")
	s.saw(FromMDNS, "a", "A (2)", "[fd00::1]:1 10.0.0.1:1")
	s.saw(FromAddress, "", "", "10.0.0.2:1")
	s.pass(1, up)
	s.shows("a@10.0.0.1:1", "b@10.0.0.2:1")
	games := s.list.Games(s.now)
	if games[0].Name != "A (2)" || games[0].Source != FromProbe|FromBeacon|FromMDNS || len(games[0].Endpoints) != 2 {
		t.Errorf("merged: %+v", games[0])
	}
	if games[1].Name != "name of b" {
		t.Errorf("a typed address has the name %q", games[1].Name)
	}
}

func TestAnotherRunAtTheSameAddressReplacesTheFirst(t *testing.T) {
	s := newStory(t)
	s.saw(FromMDNS, "a", "A", "10.0.0.1:1")
	s.pass(1, map[string]string{"10.0.0.1:1": "a"})
	s.saw(FromMDNS, "b", "B", "10.0.0.1:1")
	s.pass(4, map[string]string{"10.0.0.1:1": "b"})
	s.shows("b@10.0.0.1:1")
}

func TestAnAddressForBrowsersIsLookedForAtOnce(t *testing.T) {
	s := newStory(t)
	up := map[string]string{"[fe80::1%eth0]:1": "a"}
	s.saw(FromMDNS, "a", "A", "[fe80::1%eth0]:1")
	s.answer(up)
	s.shows("a@[fe80::1%eth0]:1")
	up["10.0.0.1:1"] = "a"
	s.saw(FromMDNS, "a", "A", "10.0.0.1:1")
	s.answer(up)
	s.shows("a@10.0.0.1:1")
}

func TestAnAddressHeardDuringACheckIsAskedNext(t *testing.T) {
	s := newStory(t)
	s.saw(FromBeacon, "a", "A", "[fe80::1%eth0]:1")
	check := s.list.Due(s.now)[0]
	s.saw(FromMDNS, "a", "A", "10.0.0.1:1")
	s.list.Answered(s.now, check.Key, check.Endpoints[0], Info{ID: "a", Name: "A", State: "lobby", Addresses: endpoints("10.0.0.1:1")}, 0)
	s.answer(map[string]string{"10.0.0.1:1": "a"})
	s.shows("a@10.0.0.1:1")
}

func TestLiesDoNotFillTheList(t *testing.T) {
	s := newStory(t)
	s.saw(FromMDNS, "true", "True", "10.0.0.1:1")
	s.pass(1, map[string]string{"10.0.0.1:1": "true"})
	for i := range 10 * maxEntries {
		s.saw(FromMDNS, fmt.Sprintf("lie%d", i), "Lie", fmt.Sprintf("10.1.%d.%d:1", i/250, i%250+1))
	}
	if n := len(s.list.entries); n > maxEntries {
		t.Errorf("%d entries", n)
	}
	for i := range 100 {
		s.saw(FromBeacon, "true", "True", fmt.Sprintf("10.2.0.%d:1", i+1))
	}
	for _, e := range s.list.entries {
		if len(e.endpoints) > maxEndpoints {
			t.Errorf("%d endpoints", len(e.endpoints))
		}
	}
	s.pass(70, map[string]string{"10.0.0.1:1": "true"})
	s.saw(FromMDNS, "true", "True", "10.0.0.1:1")
	s.pass(31, map[string]string{"10.0.0.1:1": "true"})
	s.shows("true@10.0.0.1:1")
	if n := len(s.list.entries); n != 1 {
		t.Errorf("%d entries are still remembered", n)
	}
}

func TestDeadlineIsNeverMissed(t *testing.T) {
	s := newStory(t)
	s.saw(FromMDNS, "a", "A", "10.0.0.1:1")
	s.answer(map[string]string{"10.0.0.1:1": "a"})
	for range 20 {
		at, ok := s.list.Deadline()
		if !ok || at.Before(s.now) {
			t.Fatalf("deadline %v (%v) at %v", at, ok, s.now)
		}
		s.now = at
		before := len(s.list.Games(s.now))
		due := s.list.Due(s.now)
		if len(due) == 0 && before != 0 {
			t.Fatal("a deadline at which nothing happens")
		}
		for _, c := range due {
			s.list.Failed(s.now, c.Key)
		}
		if before == 0 {
			return
		}
	}
	t.Fatal("never dropped")
}
