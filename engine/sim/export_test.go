package sim

import (
	"testing"
)

// CheckSight is checkSight for benchmarks.
func (g *Game) CheckSight(a, b *Mobj) bool { return g.checkSight(a, b) }

// Fault is what is wrong with a snapshot.
func (s *Snapshot) Fault() string { return s.fault() }

// Body is what stands between the header and the digest of an encoded state.
func Body(data []byte, seal Seal) []byte {
	body, err := openSeal(data, seal)
	if err != nil {
		panic(err)
	}
	return body
}

// Reseal makes a body an encoded state whose header and digest are in order.
func Reseal(body []byte, seal Seal) []byte {
	b := append([]byte(stateMagic), stateVersion, 0)
	b = append(b, seal.Content[:]...)
	b = append(append(b, byte(len(seal.Build))), seal.Build...)
	b = append(appendU32(b, uint32(len(body))), body...)
	return appendU64(b, digest(body))
}

// wantIdle fails where a marked object is not idle; how many are marked.
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
			t.Fatalf("tic %d: thinker %d (%+v) rests and has something to do: %+v", g.GameTic, i, th, *g.mobjs.at(th.Index))
		}
	}
	return n
}

// WantIdle is wantIdle for tests of recorded games.
func (g *Game) WantIdle(t testing.TB) int { t.Helper(); return g.wantIdle(t) }

// Params is what the session was started with.
func (s *Snapshot) Params() Params { return s.state.Params }
