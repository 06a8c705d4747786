package room

import (
	"context"
	"runtime"
	"testing"

	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
)

// Wait returns for the tic that a follower waits for and for the end of the game, and for
// nothing else.
func TestWaitIsForOneTic(t *testing.T) {
	t.Parallel()
	g := newGame(1, wire.DefaultParams(), [lockstep.NumSlots]string{}, nil, relay.NewLog(nil))
	seal := func() {
		if err := g.Log.Append(&lockstep.Bundle{Tic: g.Log.Frontier()}); err != nil {
			t.Fatal(err)
		}
		g.announce(false)
	}
	waiting := func(want int) {
		t.Helper()
		g.mu.Lock()
		defer g.mu.Unlock()
		if len(g.waiters) != want {
			t.Fatalf("%d wait, want %d", len(g.waiters), want)
		}
	}
	registered := func(want int) {
		for n := -1; n < want; runtime.Gosched() {
			g.mu.Lock()
			n = len(g.waiters)
			g.mu.Unlock()
		}
	}
	wait := func(tic lockstep.Tic) chan bool {
		done := make(chan bool, 1)
		go func() { done <- g.Wait(t.Context(), tic) }()
		return done
	}
	soon := wait(0)
	registered(1)
	late := wait(2)
	registered(2)
	never := wait(9)
	registered(3)
	seal()
	if !<-soon {
		t.Error("tic 0 is sealed and not seen")
	}
	waiting(2)
	seal()
	waiting(2)
	seal()
	if !<-late {
		t.Error("tic 2 is sealed and not seen")
	}
	if !g.Wait(t.Context(), 1) {
		t.Error("tic 1 is sealed already and not seen")
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if g.Wait(gone, 7) {
		t.Error("tic 7 is not sealed")
	}
	waiting(1) // a canceled Wait is removed
	g.announce(true)
	if <-never {
		t.Error("tic 9 is seen in a game that ended before")
	}
	if g.Wait(t.Context(), 9) || !g.Wait(t.Context(), 2) {
		t.Error("an ended game has other tics than before")
	}
}
