package room

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
)

// Game is a running session as followers see it. The followers are the referee and the
// replay recorder. They read its log at their own pace and never delay the relay.
type Game struct {
	// ID numbers the games since the host started, from 1.
	ID int
	// Params, Slots and Names are the values at the launch.
	Params wire.Params
	Slots  []lockstep.Slot
	Names  [lockstep.NumSlots]string
	// Log holds the bundles. It may be read at any time, even after the end.
	Log *relay.Log

	ended atomic.Bool // set while mu is held

	mu      sync.Mutex // guards all following fields
	waiters []waiter
}

// waiter is a call of Wait.
type waiter struct {
	tic    lockstep.Tic
	sealed chan struct{} // closed when the tic is sealed, or never will be
}

func newGame(id int, params wire.Params, names [lockstep.NumSlots]string, slots []lockstep.Slot, log *relay.Log) *Game {
	return &Game{ID: id, Params: params, Names: names, Slots: slots, Log: log}
}

// Wait returns true when tic is sealed. It returns false when the game ends before that,
// or when ctx is done.
func (g *Game) Wait(ctx context.Context, tic lockstep.Tic) bool {
	g.mu.Lock()
	if sealed := g.Log.Frontier() > tic; sealed || g.ended.Load() {
		g.mu.Unlock()
		return sealed
	}
	w := waiter{tic, make(chan struct{})}
	g.waiters = append(g.waiters, w)
	g.mu.Unlock()
	select {
	case <-w.sealed:
		return g.Log.Frontier() > tic
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiters = slices.DeleteFunc(g.waiters, func(o waiter) bool { return o == w })
	return false
}

// From returns framed bundles from tic on. See fanout.Source.
func (g *Game) From(tic lockstep.Tic) ([]byte, error) { return g.Log.From(tic) }

// Frontier returns the next tic to be sealed.
func (g *Game) Frontier() lockstep.Tic { return g.Log.Frontier() }

// Ended reports whether no more tics will be sealed.
func (g *Game) Ended() bool { return g.ended.Load() }

// announce wakes the waiters whose tic is now sealed, and no others: waking a thread for
// each tic costs the relay more than the tic itself.
func (g *Game) announce(ended bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if ended {
		g.ended.Store(true)
	}
	frontier := g.Log.Frontier()
	kept := g.waiters[:0]
	for _, w := range g.waiters {
		if ended || w.tic < frontier {
			close(w.sealed)
		} else {
			kept = append(kept, w)
		}
	}
	clear(g.waiters[len(kept):])
	g.waiters = kept
}
