package room

import (
	"context"
	"runtime"

	"doomhost/internal/system/thread"
	"doomhost/lockstep"
)

// Follower reads along with every game. Follow has a goroutine and a thread of its own for
// each game; it returns soon after ctx is done, and soon after the game's end. The thread
// has half the weight of the relay's.
type Follower interface {
	Follow(ctx context.Context, g *Game)
	// Name names its thread, so that the system's tools show what a follower costs.
	Name() string
}

// HashReceiver is a Follower that also gets the state hashes that clients report. The
// executor's owner calls ReceiveHash, which must neither wait nor call the room; g is the game
// that runs.
type HashReceiver interface {
	ReceiveHash(g *Game, slot lockstep.Slot, tic lockstep.Tic, hash uint64)
}

// follow runs a follower on a thread of its own with lowered priority. A follower with much
// to do also rests by itself: see thread.LowerPriority for why its weight is not the
// lowest.
func follow(ctx context.Context, f Follower, g *Game) {
	runtime.LockOSThread() // for good: the thread ends with the goroutine
	thread.SetName(f.Name())
	thread.LowerPriority()
	f.Follow(ctx, g)
}
