package host

import (
	"context"
	"sync"
	"sync/atomic"

	"doomhost/relay"
	"doomhost/relay/wire"
)

// Game is a running session as those see it who follow it: the referee, the
// recorder of replays. They read its log at their own pace; nothing that they
// do holds up the relay.
type Game struct {
	// ID is the number of the game since the host started, from 1.
	ID int
	// Params, Slots and Names are those of the launch.
	Params wire.Params
	Slots  []wire.Slot
	Names  [wire.NumSlots]string
	// Log has the bundles. It may be read at any time, also after the end.
	Log *relay.Log

	ended atomic.Bool // set while mu is held

	mu      sync.Mutex    // guards all following fields
	changed chan struct{} // closed and replaced when there is news
	waiting bool          // somebody waits for changed
}

func newGame(id int, params wire.Params, names [wire.NumSlots]string, slots []wire.Slot, log *relay.Log) *Game {
	return &Game{ID: id, Params: params, Names: names, Slots: slots, Log: log, changed: make(chan struct{})}
}

// Wait returns when tic is sealed (true), or when the game has ended before it
// was or ctx is done (false).
func (g *Game) Wait(ctx context.Context, tic wire.Tic) bool {
	for {
		g.mu.Lock()
		sealed, ended, changed := g.Log.Frontier() > tic, g.ended.Load(), g.changed
		g.waiting = g.waiting || !sealed
		g.mu.Unlock()
		if sealed || ended {
			return sealed
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

// Ended reports whether no more tics will be sealed.
func (g *Game) Ended() bool { return g.ended.Load() }

// announce wakes who waits.
func (g *Game) announce(ended bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if ended {
		g.ended.Store(true)
	}
	if g.waiting || ended {
		g.waiting = false
		close(g.changed)
		g.changed = make(chan struct{})
	}
}

// Follower reads along with every game. Follow has a goroutine of its own for
// each game; it returns soon after ctx is done, and soon after the game's end.
type Follower interface {
	Follow(ctx context.Context, g *Game)
}

// HashTaker is a Follower that also wants to know what state hashes the clients
// report. TakeHash is called by whoever works on the relay and must neither wait nor post; g is
// the game that runs.
type HashTaker interface {
	TakeHash(g *Game, slot wire.Slot, tic wire.Tic, hash uint64)
}
