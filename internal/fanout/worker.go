package fanout

import (
	"context"
	"runtime"
	"sync"
	"time"

	"doomhost/internal/system/thread"
	"doomhost/relay"
)

// worker sends bundles to spectators, and history to receivers that lag. After each new tic
// it serves all spectators that are up to date. Between tics it sends one slice of history
// to one receiver that lags. Thousands of joiners therefore share the time that live
// spectators leave. Players wait for neither, because the goroutine that seals a tic sends
// it to them.
//
// A worker spends only part of the time on history, so that the machine always has time
// for the players, however many spectators join.
//
// There are fewer workers than Ps, and each has a thread with lowered priority: a player's
// ticcmd and the engine in the host's own browser take precedence.
type worker struct {
	set   *Set
	lobby *Broadcaster  // the first worker's
	index int           // its index among the set's workers
	wake  chan struct{} // has one element when there may be work
	rest  time.Duration // rest from history, as a multiple of the time spent on it
	owed  time.Duration // rest still due for the history sent
}

// turnLimit is the longest time that a turn takes on a processor of its own. A longer turn
// was interrupted and counts as turnLimit.
const turnLimit = 2 * time.Millisecond

// The workers together spend 1/historyShare of one processor on history. minRest is the
// shortest rest that is worth a timer.
const (
	historyShare = 3
	minRest      = time.Millisecond
)

// yieldEvery is how many writes a worker makes before it yields, about every 100 µs.
const yieldEvery = 16

// newWorker makes the worker with the given index among workers.
func newWorker(s *Set, index, workers int) *worker {
	return &worker{
		set: s, index: index, wake: make(chan struct{}, 1),
		rest: time.Duration(historyShare*workers - 1),
	}
}

// notify tells the worker that there may be work.
func (w *worker) notify() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// run runs the worker until ctx is done and all goroutines that it started have ended.
func (w *worker) run(ctx context.Context) {
	var waiting sync.WaitGroup
	defer waiting.Wait()
	// The thread is never unlocked, so it ends with the goroutine.
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

// sendLive sends new tics to the spectators until all batches have been taken.
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

// sendHistory sends one lagging cursor its slice and reports whether there was a cursor.
func (w *worker) sendHistory(waiting *sync.WaitGroup) bool {
	c := w.set.nextLagging()
	if c == nil {
		return false
	}
	w.serve(c, waiting)
	return true
}

// serve sends a receiver at most a slice and then passes its cursor on. The worker owns the
// cursor at first. Afterwards the set owns it if it lags; otherwise nobody does.
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

// finish closes a receiver that has received the whole game.
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
