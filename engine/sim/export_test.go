package sim

import (
	"testing"
)

// CheckSight is checkSight for benchmarks.
func (g *Game) CheckSight(a, b *Mobj) bool { return g.checkSight(a, b) }

// Fault returns the fault in a snapshot, "" for none.
func (s *Snapshot) Fault() string { return s.fault() }

// Body returns the part of an encoded state between the header and the digest.
func Body(data []byte, seal Seal) []byte {
	body, err := openSeal(data, seal)
	if err != nil {
		panic(err)
	}
	return body
}

// Reseal turns a body into an encoded state with a valid header and digest.
func Reseal(body []byte, seal Seal) []byte {
	b := append([]byte(stateMagic), stateVersion, 0)
	b = append(b, seal.Content[:]...)
	b = append(append(b, byte(len(seal.Build))), seal.Build...)
	b = append(appendU32(b, uint32(len(body))), body...)
	return appendU64(b, digest(body))
}

// wantIdle fails the test if a marked object is not idle, and returns the number of
// marked objects.
func (g *Game) wantIdle(t testing.TB) int {
	t.Helper()
	n := 0
	for i, rests := range g.resting {
		th := g.Thinkers[i]
		if !rests || th.Kind == ThinkRemoved {
			continue
		}
		n++
		if th.Kind != ThinkMobj || !g.idle(g.mobjs.at(th.Index)) {
			t.Fatalf("tic %d: thinker %d (%+v) rests but is not idle: %+v", g.GameTic, i, th, *g.mobjs.at(th.Index))
		}
	}
	return n
}

// WantIdle is wantIdle for tests of recorded games.
func (g *Game) WantIdle(t testing.TB) int { t.Helper(); return g.wantIdle(t) }

// Params is what the session was started with.
func (s *Snapshot) Params() Params { return s.state.Params }
