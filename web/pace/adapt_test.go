package pace

import "testing"

// moves returns a link whose delay grows by that much after ten seconds, and drops back after
// thirty.
func moves(by Time) link {
	return link{oneWay: 2 * millisecond, stall: func(now Time) Time {
		if now > 10_000*millisecond && now < 30_000*millisecond {
			return by
		}
		return 0
	}}
}

// between returns the bundles per second between two moments.
func (p *player) between(from, to Time) float64 {
	n := 0
	for _, at := range p.bundles {
		if at >= from && at < to {
			n++
		}
	}
	return float64(n) * 1e9 / float64(to-from)
}

// The clock follows a route that becomes longer or shorter in mid-game: it slows players down
// only while the route changes, and the delay returns to what it was.
func TestDelayFollowsTheWay(t *testing.T) {
	for _, by := range []Time{20 * millisecond, 70 * millisecond} {
		players := network(t, 50, link{oneWay: millisecond}, moves(by))
		for i, p := range players {
			for at := 12_000 * millisecond; at < 29_000*millisecond; at += 1000 * millisecond {
				if r := p.between(at, at+1000*millisecond); r < 33.9 || r > 36.1 {
					t.Errorf("way longer by %.0f ms: player %d gets %.1f tics/s in the second from %.0f s", ms(by), i, r, ms(at)/1000)
				}
			}
		}
		far := players[1]
		if _, delays := far.after(38_000 * millisecond); quantile(delays, 0.9) > 25*millisecond {
			t.Errorf("way short again after %.0f ms more: the delay is still %.1f ms", ms(by), ms(quantile(delays, 0.9)))
		}
	}
}

// The clock gives 35 ticcmds a second at any frame rate of the page and with coarse timers.
func TestThirtyFiveAtEveryFrameRate(t *testing.T) {
	for _, hertz := range []Time{20, 35, 60, 75, 120, 144, 240, 1000} {
		var p Pacer
		p.Start(0, 0, 2*millisecond)
		n := 0
		const seconds = 20
		for frame := Time(0); frame < seconds*hertz; frame++ {
			now := frame * 1_000_000_000 / hertz
			for {
				tic, ok := p.Due(now)
				if !ok {
					break
				}
				n++
				p.Bundle(now+2*millisecond, tic, true)
			}
		}
		if n < seconds*35-2 || n > seconds*35+2 {
			t.Errorf("asked %d times a second it gives %d ticcmds in %d s, want %d", hertz, n, seconds, seconds*35)
		}
	}
}

// The delay never changes by more than a tic at a time.
func TestDelayChangesByATicAtMost(t *testing.T) {
	if slideLimit > Period {
		t.Errorf("one adjustment is up to %.1f ms", ms(slideLimit))
	}
	players := network(t, 50, link{oneWay: millisecond}, moves(70*millisecond))
	for i, p := range players {
		last := p.built[0]
		for tic, at := range p.built[1:] {
			if tic > 35 && at-last > 2*Period && (at < 9_900*millisecond || at > 12_000*millisecond && at < 29_900*millisecond || at > 32_000*millisecond) {
				t.Errorf("player %d builds its ticcmd for tic %d %.1f ms after the one before", i, tic+1, ms(at-last))
			}
			last = at
		}
	}
}
