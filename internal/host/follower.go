package host

import (
	"context"
	"runtime"

	"doomhost/relay/wire"
)

// Follower reads along with every game. Follow has a goroutine and a thread of
// its own for each game; it returns soon after ctx is done, and soon after the
// game's end. The thread has less weight than those of the relay.
type Follower interface {
	Follow(ctx context.Context, g *Game)
	// Name is its thread's, so that the system's tools show what a follower costs.
	Name() string
}

// HashTaker is a Follower that also wants to know what state hashes the clients
// report. TakeHash is called by whoever works on the relay and must neither wait nor post; g is
// the game that runs.
type HashTaker interface {
	TakeHash(g *Game, slot wire.Slot, tic wire.Tic, hash uint64)
}

// follow lets a follower follow a game on a thread of its own.
//
// The thread has half the weight of others, as a mover's, and not the least that
// the system knows: while it runs it holds one of Go's few processors, and the
// garbage collector waits for it. One that gets what others leave would hold up
// every player on a machine that leaves nothing. So a follower with much to do
// rests by itself.
func follow(ctx context.Context, f Follower, g *Game) {
	runtime.LockOSThread() // for good: the thread ends with the goroutine
	nameThread(f.Name())
	stepBack()
	f.Follow(ctx, g)
}

// YieldCPU lets threads that wait for the caller's processor have it. A follower
// calls it now and then while it has much to do.
func YieldCPU() { giveWay() }
