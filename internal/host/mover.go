package host

import (
	"context"
	"runtime"
	"sync"
	"time"

	"doomhost/relay"
)

// mover sends bundles to the crowd, and history to whoever lags. It takes
// turns: after each new tic all spectators that are up to date get it; between
// that, one slice of history for one that lags. So those who join by the thousand
// share what the live ones leave, and players, who are served by whoever seals
// their tic, wait for neither.
//
// History is sent for a part of the time only, so that the machine has time for
// the players at any moment, however many join.
//
// There are fewer movers than Go runs threads at once, and a mover has a thread of
// its own that gives way to all others where the system has too few processors:
// a player's ticcmd, and the engine in the host's own browser, go before a crowd's
// bundles.
type mover struct {
	crowd *crowd
	crier *crier        // the first mover's
	index int           // which of the crowd's movers it is
	wake  chan struct{} // has one element when there is something to do
	rest  time.Duration // how many times as long it rests from history as that took
	owed  time.Duration // rest that is due for history sent
}

// turnMost is how long a turn takes at most that has its processor to itself; what
// is above is no reason to rest.
const turnMost = 2 * time.Millisecond

// historyShare is the part of one processor that all movers together spend on
// history, 1/historyShare; restLeast is the shortest rest worth a timer.
const (
	historyShare = 3
	restLeast    = time.Millisecond
)

// breather is how many writes a mover makes before it gives way: a hundred
// microseconds of them.
const breather = 16

// newMover makes one of so many movers.
func newMover(c *crowd, index, movers int) *mover {
	return &mover{crowd: c, index: index, wake: make(chan struct{}, 1), rest: time.Duration(historyShare*movers - 1)}
}

// nudge tells the mover that there may be something to do.
func (m *mover) nudge() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// run works until ctx is done and all that it waits for has ended.
func (m *mover) run(ctx context.Context) {
	var parked sync.WaitGroup
	defer parked.Wait()
	// The thread ends with the goroutine, as it is not unlocked.
	runtime.LockOSThread()
	stepBack()
	stayOn(m.index, len(m.crowd.movers))
	rest := time.NewTimer(time.Hour)
	rest.Stop()
	defer rest.Stop()
	resting := false
	for ctx.Err() == nil {
		m.live(&parked)
		if m.crier != nil && m.crier.deliver() {
			continue
		}
		if !resting {
			begin := time.Now()
			if m.history(&parked) {
				if m.owed += m.rest * min(time.Since(begin), turnMost); m.owed < restLeast {
					continue
				}
				rest.Reset(m.owed)
				m.owed, resting = 0, true
			}
		}
		select {
		case <-m.wake:
		case <-rest.C:
			resting = false
		case <-ctx.Done():
		}
	}
}

// live sends what is new to spectators that are up to date, until all have it.
func (m *mover) live(parked *sync.WaitGroup) {
	for {
		some := m.crowd.newest()
		if len(some) == 0 {
			return
		}
		for i, v := range some {
			if i%breather == breather-1 {
				giveWay()
			}
			if v.own() {
				m.turn(v, parked)
			}
		}
	}
}

// history gives one lagging viewer its slice and reports whether there was one.
func (m *mover) history(parked *sync.WaitGroup) bool {
	v := m.crowd.oldest()
	if v == nil {
		return false
	}
	m.turn(v, parked)
	return true
}

// turn sends a viewer what it may get now and sees to what becomes of it. The
// mover owns the viewer before, and the crowd does afterwards, only where it lags.
func (m *mover) turn(v *viewer, parked *sync.WaitGroup) {
	if v.dead.Load() {
		return
	}
	how := v.push()
	for how == pushedAll {
		if v.game.Ended() && v.cursor == v.game.Log.Frontier() {
			m.finish(v)
			return
		}
		if v.release() {
			return
		}
		how = v.push()
	}
	switch how {
	case pushedAll: // seen to above
	case pushedSome:
		m.crowd.enqueue(v)
	case pushedBlocked:
		parked.Go(func() {
			if v.wait() != nil {
				m.fail(v)
				return
			}
			m.crowd.enqueue(v)
		})
	case pushedFailed:
		m.fail(v)
	}
}

// finish tells a viewer that it has seen all there is.
func (m *mover) finish(v *viewer) {
	v.dead.Store(true)
	m.crowd.bury()
	v.conn.Close(uint16(relay.CloseNormal), "the game is over")
}

// fail gives up a viewer that takes nothing.
func (m *mover) fail(v *viewer) {
	v.fail()
	m.crowd.bury()
}
