package pace

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// link is one player's connection to the relay and back. It keeps messages in order.
type link struct {
	oneWay Time
	shake  Time
	stall  func(now Time) Time // extra delay for messages sent at now
	clock  float64             // speed of the player's clock; 1 is exact
}

type player struct {
	link
	Pacer
	up       []arrival // to the relay
	down     []arrival // from the relay
	arrived  int32     // tics whose ticcmds have arrived at the relay: all below this one
	startAt  Time
	bundles  []Time // when each arrived
	built    []Time
	delays   []Time
	lastDown Time
	lastUp   Time
}

type arrival struct {
	at  Time
	tic int32
}

// network runs players against a relay that seals a tic when it has every ticcmd (it never
// fills one here), in steps of a tenth of a millisecond.
func network(t *testing.T, seconds int, links ...link) []*player {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	const step = millisecond / 10
	var players []*player
	for i, l := range links {
		if l.clock == 0 {
			l.clock = 1
		}
		p := &player{link: l, startAt: Time(i) * 40 * millisecond}
		p.Start(0, 0, 0)
		players = append(players, p)
	}
	way := func(p *player, now Time, last *Time) Time {
		at := now + p.oneWay
		if p.shake > 0 {
			at += Time(rng.Int64N(int64(p.shake)))
		}
		if p.stall != nil {
			at += p.stall(now)
		}
		*last = max(*last, at)
		return *last
	}
	sealed := int32(0)
	for now := Time(0); now < Time(seconds)*1000*millisecond; now += step {
		for _, p := range players {
			local := Time(float64(now) * p.clock)
			if now < p.startAt {
				continue
			}
			if now == p.startAt {
				p.Start(local, 0, 0)
				for range 8 {
					var u, d Time
					p.RTT(max(1, way(p, now, &u)-now+way(p, now, &d)-now))
				}
			}
			if now%(500*millisecond) == 0 {
				var u, d Time
				p.RTT(max(1, way(p, now, &u)-now+way(p, now, &d)-now))
			}
			for len(p.down) > 0 && p.down[0].at <= now {
				tic := p.down[0].tic
				p.down = p.down[1:]
				p.Bundle(local, tic, true)
				p.bundles = append(p.bundles, now)
				p.delays = append(p.delays, now-p.built[tic])
			}
			for {
				tic, ok := p.Due(local)
				if !ok {
					break
				}
				if int(tic) != len(p.built) {
					t.Fatalf("ticcmd for tic %d after %d others", tic, len(p.built))
				}
				p.built = append(p.built, now)
				p.up = append(p.up, arrival{way(p, now, &p.lastUp), tic})
			}
			for len(p.up) > 0 && p.up[0].at <= now {
				p.arrived = p.up[0].tic + 1
				p.up = p.up[1:]
			}
		}
		for {
			ready := true
			for _, p := range players {
				ready = ready && p.arrived > sealed
			}
			if !ready {
				break
			}
			for _, p := range players {
				p.down = append(p.down, arrival{way(p, now, &p.lastDown), sealed})
			}
			sealed++
		}
	}
	return players
}

// after returns the gaps and delays from a moment on.
func (p *player) after(from Time) (gaps, delays []Time) {
	for i := 1; i < len(p.bundles); i++ {
		if p.bundles[i] >= from {
			gaps = append(gaps, p.bundles[i]-p.bundles[i-1])
			delays = append(delays, p.delays[i])
		}
	}
	slices.Sort(gaps)
	slices.Sort(delays)
	return gaps, delays
}

func quantile(sorted []Time, q float64) Time { return sorted[int(q*float64(len(sorted)-1))] }

// rate returns the bundles per second from a moment on.
func (p *player) rate(from Time) float64 {
	i, _ := slices.BinarySearch(p.bundles, from)
	last := p.bundles[len(p.bundles)-1]
	return float64(len(p.bundles)-1-i) * 1e9 / float64(last-p.bundles[i])
}

func TestEverybodyKeepsThirtyFive(t *testing.T) {
	const settle = 8000 * millisecond
	for _, c := range []struct {
		name     string
		links    []link
		maxDelay []Time // p90 after settling
		maxGap   Time   // p99
	}{
		{"one", []link{{oneWay: millisecond}}, []Time{3 * millisecond}, 30 * millisecond},
		{"two on a LAN",
			[]link{{oneWay: millisecond}, {oneWay: millisecond}},
			[]Time{12 * millisecond, 12 * millisecond}, 33 * millisecond},
		{"one far away",
			[]link{{oneWay: millisecond}, {oneWay: 50 * millisecond}},
			[]Time{14 * millisecond, 112 * millisecond}, 33 * millisecond},
		{"very far away",
			[]link{{oneWay: 110 * millisecond}, {oneWay: millisecond}},
			[]Time{232 * millisecond, 14 * millisecond}, 33 * millisecond},
		{"slow clock and fast clock",
			[]link{{oneWay: millisecond, clock: 0.9999}, {oneWay: millisecond, clock: 1.0001}},
			[]Time{16 * millisecond, 16 * millisecond}, 34 * millisecond},
		{"one on bad wireless",
			[]link{{oneWay: millisecond}, {oneWay: 3 * millisecond, shake: 25 * millisecond}, {oneWay: millisecond}},
			[]Time{62 * millisecond, 120 * millisecond, 62 * millisecond}, 46 * millisecond},
	} {
		players := network(t, 40, c.links...)
		for i, p := range players {
			gaps, delays := p.after(settle)
			rate := p.rate(settle)
			if rate < 34.9 || rate > 35.1 {
				t.Errorf("%s: player %d got %.2f tics a second", c.name, i, rate)
			}
			if d := quantile(delays, 0.9); d > c.maxDelay[i] {
				t.Errorf("%s: player %d waits %.1f ms for its own tics, at most %.1f wanted", c.name, i, ms(d), ms(c.maxDelay[i]))
			}
			if g := quantile(gaps, 0.99); g > c.maxGap && c.links[i].shake == 0 {
				t.Errorf("%s: player %d has gaps of %.1f ms, at most %.1f wanted", c.name, i, ms(g), ms(c.maxGap))
			}
		}
	}
}

func ms(t Time) float64 { return float64(t) / float64(millisecond) }

func TestDelayGoesBackAfterAStall(t *testing.T) {
	stall := link{oneWay: millisecond, stall: func(now Time) Time {
		if now > 10_000*millisecond && now < 10_200*millisecond {
			return 10_200*millisecond - now
		}
		return 0
	}}
	players := network(t, 20, link{oneWay: millisecond}, stall)
	for i, p := range players {
		if _, delays := p.after(13_000 * millisecond); quantile(delays, 0.9) > 16*millisecond {
			t.Errorf("player %d still waits %.1f ms three seconds after a stall", i, ms(quantile(delays, 0.9)))
		}
	}
}

func TestSealedWithoutUs(t *testing.T) {
	var p Pacer
	p.Start(0, 0, 40*millisecond)
	for {
		if _, ok := p.Due(0); !ok {
			break
		}
	}
	for tic := range int32(100) {
		p.Bundle(40*millisecond+Time(tic)*Period, tic, tic < 1)
	}
	now, want := 40*millisecond+99*Period, int32(100)
	for {
		tic, ok := p.Due(now)
		if !ok {
			break
		}
		if tic != want {
			t.Errorf("ticcmd for tic %d, want %d", tic, want)
		}
		want++
	}
	if want != 102 {
		t.Errorf("ticcmds up to tic %d at once, want up to 101: a round trip ahead", want-1)
	}
	if late := p.Stats().Late; late != 99 {
		t.Errorf("%d late tics counted, want 99", late)
	}
}

func TestBuildsAheadByHalfTheRoundTrip(t *testing.T) {
	for _, c := range []struct {
		rtt  Time
		want int
	}{{0, 1}, {10 * millisecond, 1}, {57 * millisecond, 1}, {58 * millisecond, 2}, {200 * millisecond, 4}} {
		var p Pacer
		p.Start(0, 0, c.rtt)
		n := 0
		for {
			if _, ok := p.Due(0); !ok {
				break
			}
			n++
		}
		if n != c.want {
			t.Errorf("round trip %.0f ms: %d ticcmds at the start, want %d", ms(c.rtt), n, c.want)
		}
	}
}

func TestSleepIsNotMadeGood(t *testing.T) {
	var p Pacer
	p.Start(0, 0, 0)
	p.Due(0)
	p.Bundle(millisecond, 0, true)
	n := 0
	for now := 3_600_000 * millisecond; ; n++ {
		tic, ok := p.Due(now)
		if !ok {
			break
		}
		p.Bundle(now, tic, true)
	}
	if n > MaxAhead+1 {
		t.Errorf("%d ticcmds in a burst after an hour's sleep", n)
	}
}

func TestPacerAllocatesNothing(t *testing.T) {
	var p Pacer
	p.Start(0, 0, 30*millisecond)
	now := Time(0)
	if n := testing.AllocsPerRun(1000, func() {
		now += Period
		for {
			tic, ok := p.Due(now)
			if !ok {
				break
			}
			p.Bundle(now, tic, true)
		}
		p.RTT(20 * millisecond)
	}); n != 0 {
		t.Errorf("%v allocations a tic", n)
	}
}
