package host

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"doomhost/relay"
	"doomhost/relay/wire"
)

// mover sends bundles to spectators, and history to whoever lags. It takes
// turns: after each new tic all spectators that are up to date get it; between
// that, one slice of history for one that lags. So those who join by the thousand
// share what the live ones leave, and players, whom the relay's own goroutine
// serves, wait for neither.
//
// History is sent for a part of the time only, so that the machine has time for
// the players at any moment, however many join.
//
// There are fewer movers than Go runs threads at once, and a mover has a thread of
// its own that gives way to all others where the system has too few processors:
// a player's ticcmd, and the engine in the host's own browser, go before a crowd's
// bundles.
type mover struct {
	wake chan struct{} // has one element when there is something to do
	rest time.Duration // how many times as long it rests from history as that took
	// watching is how many spectators it has; who seals a tic wakes no mover
	// that has none.
	watching atomic.Int32

	mu       sync.Mutex // guards all following fields
	incoming []*viewer  // idle spectators that are new
	lagging  []*viewer  // owned by the mover, in the order of their turns

	// The mover's goroutine's own.
	spectators []*viewer
	passed     wire.Tic // the frontier that all idle spectators have seen
	game       *Game
	owed       time.Duration // rest that is due for history sent
}

// historyShare is the part of one processor that all movers together spend on
// history, 1/historyShare; restLeast is the shortest rest worth a timer.
const (
	historyShare = 3
	restLeast    = time.Millisecond
)

// breather is how many writes a mover makes before it gives way: fifty
// microseconds of them.
const breather = 8

// newMover makes one of so many movers.
func newMover(movers int) *mover {
	return &mover{wake: make(chan struct{}, 1), rest: time.Duration(historyShare*movers - 1)}
}

// nudge tells the mover that there may be something to do.
func (m *mover) nudge() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// add gives the mover a new spectator to look after.
func (m *mover) add(v *viewer) {
	m.mu.Lock()
	m.watching.Add(1)
	m.incoming = append(m.incoming, v)
	m.mu.Unlock()
	m.nudge()
}

// sealed tells the mover that there are new tics.
func (m *mover) sealed() {
	if m.watching.Load() > 0 {
		m.nudge()
	}
}

// enqueue gives the mover a viewer that lags, and the ownership of it.
func (m *mover) enqueue(v *viewer) {
	m.mu.Lock()
	m.lagging = append(m.lagging, v)
	m.mu.Unlock()
	m.nudge()
}

// run works until ctx is done and all that it waits for has ended.
func (m *mover) run(ctx context.Context) {
	var parked sync.WaitGroup
	defer parked.Wait()
	// The thread ends with the goroutine, as it is not unlocked.
	runtime.LockOSThread()
	stepBack()
	rest := time.NewTimer(time.Hour)
	rest.Stop()
	defer rest.Stop()
	resting := false
	for ctx.Err() == nil {
		m.live(&parked)
		if !resting {
			begin := time.Now()
			if m.history(&parked) {
				if m.owed += m.rest * time.Since(begin); m.owed < restLeast {
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

// live sends what is new to all spectators that are up to date.
func (m *mover) live(parked *sync.WaitGroup) {
	m.mu.Lock()
	fresh := m.incoming
	m.incoming = nil
	m.mu.Unlock()
	for _, v := range fresh {
		if v.game != m.game {
			m.game, m.passed = v.game, 0
		}
		if v.own() {
			m.turn(v, parked)
		}
	}
	m.spectators = append(m.spectators, fresh...)
	if m.game == nil {
		return
	}
	frontier, ended := m.game.Log.Frontier(), m.game.Ended()
	if frontier == m.passed && !ended {
		return
	}
	m.passed = frontier
	kept := m.spectators[:0]
	for i, v := range m.spectators {
		if i%breather == breather-1 {
			giveWay()
		}
		if v.dead.Load() {
			continue
		}
		kept = append(kept, v)
		if v.own() {
			m.turn(v, parked)
		}
	}
	m.watching.Add(int32(len(kept) - len(m.spectators)))
	clear(m.spectators[len(kept):])
	m.spectators = kept
	if ended && len(kept) == 0 {
		m.game = nil
	}
}

// history gives one lagging viewer its slice and reports whether there was one.
func (m *mover) history(parked *sync.WaitGroup) bool {
	m.mu.Lock()
	if len(m.lagging) == 0 {
		m.lagging = nil
		m.mu.Unlock()
		return false
	}
	v := m.lagging[0]
	m.lagging[0] = nil
	m.lagging = m.lagging[1:]
	m.mu.Unlock()
	m.turn(v, parked)
	return true
}

// turn sends a viewer what it may get now and sees to what becomes of it. The
// mover owns the viewer before, and afterwards only where it lags.
func (m *mover) turn(v *viewer, parked *sync.WaitGroup) {
	if v.dead.Load() {
		return
	}
	how := v.push()
	for how == pushedAll {
		if v.game.Ended() && v.cursor == v.game.Log.Frontier() {
			v.finish()
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
		m.enqueue(v)
	case pushedBlocked:
		parked.Go(func() {
			if v.wait() != nil {
				v.fail()
				return
			}
			m.enqueue(v)
		})
	case pushedFailed:
		v.fail()
	}
}

// finish tells a viewer that it has seen all there is.
func (v *viewer) finish() {
	v.dead.Store(true)
	v.conn.Close(uint16(relay.CloseNormal), "the game is over")
}

// fail gives up a viewer that takes nothing.
func (v *viewer) fail() {
	v.dead.Store(true)
	v.conn.Close(closePolicy, "too slow a reader")
}
