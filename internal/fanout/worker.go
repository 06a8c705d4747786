package fanout

import (
	"context"
	"runtime"
	"sync"
	"time"

	"doomhost/internal/system/thread"
	"doomhost/relay"
)

// worker sends bundles to spectators, and history to whoever lags. After each new tic it
// serves all spectators that are up to date; between that, one slice of history for one
// that lags. So joiners by the thousand share what the live spectators leave, and players,
// who are served by whoever seals their tic, wait for neither.
//
// History is sent for a part of the time only, so that the machine has time for the
// players at any moment, however many join.
//
// There are fewer workers than Ps, and each has a thread with lowered priority: a player's
// ticcmd, and the engine in the host's own browser, go first.
type worker struct {
	set   *Set
	lobby *Broadcaster  // the first worker's
	index int           // which of the set's workers it is
	wake  chan struct{} // has one element when there is something to do
	rest  time.Duration // how many times as long it rests from history as that took
	owed  time.Duration // rest that is due for history sent
}

// turnLimit is the longest that a turn takes with a processor to itself; a longer one was
// interrupted, and counts as this long.
const turnLimit = 2 * time.Millisecond

// All workers together spend 1/historyShare of one processor on history. minRest is the
// shortest rest that is worth a timer.
const (
	historyShare = 3
	minRest      = time.Millisecond
)

// yieldEvery is how many writes a worker makes before it yields: a hundred microseconds.
const yieldEvery = 16

// newWorker makes one of so many workers.
func newWorker(s *Set, index, workers int) *worker {
	return &worker{
		set: s, index: index, wake: make(chan struct{}, 1),
		rest: time.Duration(historyShare*workers - 1),
	}
}

// notify tells the worker that there may be something to do.
func (w *worker) notify() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// run works until ctx is done and all goroutines that it started have ended.
func (w *worker) run(ctx context.Context) {
	var waiting sync.WaitGroup
	defer waiting.Wait()
	// The thread ends with the goroutine, as it is not unlocked.
	runtime.LockOSThread()
	thread.LowerPriority()
	thread.PinCPU(w.index, len(w.set.workers))
	rest := time.NewTimer(time.Hour)
	rest.Stop()
	defer rest.Stop()
	resting := false
	for ctx.Err() == nil {
		w.sendLive(&waiting)
		if w.lobby != nil && w.lobby.deliver() {
			continue
		}
		if !resting {
			begin := time.Now()
			if w.sendHistory(&waiting) {
				if w.owed += w.rest * min(time.Since(begin), turnLimit); w.owed < minRest {
					continue
				}
				rest.Reset(w.owed)
				w.owed, resting = 0, true
			}
		}
		select {
		case <-w.wake:
		case <-rest.C:
			resting = false
		case <-ctx.Done():
		}
	}
}

// sendLive sends what is new to spectators that are up to date, until all have it.
func (w *worker) sendLive(waiting *sync.WaitGroup) {
	for {
		batch := w.set.nextBatch()
		if len(batch) == 0 {
			return
		}
		for i, c := range batch {
			if i%yieldEvery == yieldEvery-1 {
				thread.YieldCPU()
			}
			if c.acquire() {
				w.serve(c, waiting)
			}
		}
	}
}

// sendHistory gives one lagging cursor its slice and reports whether there was one.
func (w *worker) sendHistory(waiting *sync.WaitGroup) bool {
	c := w.set.nextLagging()
	if c == nil {
		return false
	}
	w.serve(c, waiting)
	return true
}

// serve sends a receiver a slice at most, and decides what becomes of its cursor. The
// worker owns the cursor; afterwards the set does if it lags, and nobody otherwise.
func (w *worker) serve(c *Cursor, waiting *sync.WaitGroup) {
	if c.dead.Load() {
		return
	}
	result := c.push()
	for result == pushedAll {
		if c.source.Ended() && c.next == c.source.Frontier() {
			w.finish(c)
			return
		}
		if c.release() {
			return
		}
		result = c.push()
	}
	switch result {
	case pushedAll: // handled above
	case pushedSome:
		w.set.enqueue(c)
	case pushedBlocked:
		waiting.Go(func() {
			if c.wait() != nil {
				w.fail(c)
				return
			}
			w.set.enqueue(c)
		})
	case pushedFailed:
		w.fail(c)
	}
}

// finish closes a receiver that has the whole game.
func (w *worker) finish(c *Cursor) {
	c.dead.Store(true)
	w.set.markDead()
	c.conn.Close(uint16(relay.CloseNormal), "the game is over")
}

// fail closes a receiver that reads nothing.
func (w *worker) fail(c *Cursor) {
	c.fail()
	w.set.markDead()
}
