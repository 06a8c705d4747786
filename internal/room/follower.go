package room

import (
	"context"
	"runtime"

	"doomhost/internal/system/thread"
	"doomhost/lockstep"
)

// Follower reads every game as it is played. Follow runs on its own goroutine and thread
// for each game. It returns soon after ctx is done, and soon after the game ends. The
// thread has half the scheduling weight of the relay's threads.
type Follower interface {
	Follow(ctx context.Context, g *Game)
	// Name returns the name of the thread. The system's tools show the cost under it.
	Name() string
}

// HashReceiver is a Follower that also receives the state hashes that clients report. The
// executor's owner calls ReceiveHash, which must neither wait nor call the room; g is the
// running game.
type HashReceiver interface {
	ReceiveHash(g *Game, slot lockstep.Slot, tic lockstep.Tic, hash uint64)
}

// follow runs a follower on its own thread with lowered priority. A follower with a lot of
// work also pauses voluntarily: thread.LowerPriority explains why its weight is not the
// lowest.
func follow(ctx context.Context, f Follower, g *Game) {
	runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
	thread.SetName(f.Name())
	thread.LowerPriority()
	f.Follow(ctx, g)
}
