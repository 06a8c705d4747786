// Package fanout sends one game's bundles, and the lobby's messages, to many connections
// without a queue or a goroutine for each.
//
// Each receiver of bundles has a [Cursor] in the game's log. The goroutine that seals a tic
// pushes it to the players at once (Push). Workers push the tic to spectators, and history
// to receivers that lag. The first worker also delivers the lobby's messages (the
// [Broadcaster]).
//
// Goroutines. Run runs the workers, each on its own thread with lowered priority. A player
// whose socket is full, and a lobby connection that reads nothing, each get a goroutine
// that waits for them. Run returns when all of these have ended.
//
// Locks: Set.mu guards the set, Broadcaster.mu its inbox, sendQueue.mu a queue. No lock is
// held while anything waits. None is held while another is taken, except that
// Broadcaster.mu is taken under a sendQueue.mu. The goroutine that changed a Cursor's state
// to busy owns the Cursor.
//
// The package does not parse messages and makes no decisions about a game.
package fanout

import (
	"context"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"doomhost/lockstep"
)

// Config configures a Set.
type Config struct {
	// Now is the host's clock.
	Now func() time.Duration
	// SpareProcessors lets the set run more threads than there are processors while
	// many spectators watch. It sets GOMAXPROCS, so it is meant for a program that does
	// little besides hosting. If the environment sets GOMAXPROCS, that value wins.
	SpareProcessors bool
}

// Set holds every connection that the workers serve: spectators get each new tic, and
// receivers that lag get history. Workers take one batch at a time, so that a worker that
// loses its processor delays one batch and not half of the set.
type Set struct {
	workers []*worker
	lobby   *Broadcaster
	// watching counts the spectators. When it is 0, sealing a tic does not wake the
	// workers.
	watching atomic.Int32
	waiting  sync.WaitGroup // the goroutines of awaitPlayer

	mu         sync.Mutex   // guards all following fields
	incoming   []*Cursor    // new spectators, idle
	lagging    []*Cursor    // owned by the set, in the order of their turns
	spectators []*Cursor    // in the order of service; a batch's elements are never overwritten
	taken      int          // how many of them have been taken in this round
	someDead   bool         // some of them may be dead
	source     Source       // the game that they watch
	passed     lockstep.Tic // the frontier when this round began
	last       bool         // this is the game's last round
	processors int          // GOMAXPROCS without spare Ps; 0 to leave it unchanged
	spared     bool         // there are spare Ps
}

// batchSize is the most spectators that a worker takes at once. Their writes take a quarter
// of a millisecond.
const batchSize = 32

// New makes a set. Run runs its workers.
func New(cfg Config) *Set {
	processors := runtime.GOMAXPROCS(0)
	s := newSet(max(1, processors/2))
	if cfg.SpareProcessors && os.Getenv("GOMAXPROCS") == "" {
		s = newSpareSet(processors)
	}
	s.lobby.now = cfg.Now
	return s
}

// newSet makes a set with the given number of workers, and does not run them.
func newSet(workers int) *Set {
	s := new(Set)
	for i := range workers {
		s.workers = append(s.workers, newWorker(s, i, workers))
	}
	s.lobby = &Broadcaster{wake: s.workers[0].notify}
	s.workers[0].lobby = s.lobby
	return s
}

// manySpectators is how many spectators keep the workers busy long enough to delay other
// goroutines; spareProcs is how many Ps the set adds in that case.
const (
	manySpectators = 16
	spareProcs     = 2
)

// newSpareSet makes a set that adds Ps while spectators watch, so that workers cannot
// starve the netpoller: on a small machine they would use every P, and then Go polls the
// network only every 10 ms. A spare P's thread waits in the poller, and the system wakes
// it at once. Without spectators the set removes the spare Ps: Go would wake each of them
// for nothing, which costs an eighth of the tics a second.
func newSpareSet(processors int) *Set {
	s := newSet((processors + spareProcs) / 2)
	s.processors = processors
	return s
}

// Lobby returns the broadcaster of the lobby's messages.
func (s *Set) Lobby() *Broadcaster { return s.lobby }

// Run runs the workers until ctx is done. It returns when every goroutine of the set has
// ended; the connections must be closed by then.
func (s *Set) Run(ctx context.Context) {
	var workers sync.WaitGroup
	for _, w := range s.workers {
		workers.Go(func() { w.run(ctx) })
	}
	workers.Wait()
	s.mu.Lock()
	s.setSpare(false)
	s.mu.Unlock()
	s.lobby.waiting.Wait()
	s.waiting.Wait()
}

// adjustSpare adds spare Ps when many spectators watch, and removes them when none does.
// mu is held.
func (s *Set) adjustSpare() {
	switch n := s.watching.Load(); {
	case n >= manySpectators:
		s.setSpare(true)
	case n == 0:
		s.setSpare(false)
	}
}

// setSpare adds or removes spare Ps. mu is held.
func (s *Set) setSpare(on bool) {
	if s.processors == 0 || s.spared == on {
		return
	}
	procs := s.processors
	if on {
		procs += spareProcs
	}
	s.spared = on
	runtime.GOMAXPROCS(procs)
}

// Notify tells the workers that there may be work.
func (s *Set) Notify() {
	for _, w := range s.workers {
		w.notify()
	}
}

// Add adds a spectator.
func (s *Set) Add(c *Cursor) {
	s.mu.Lock()
	s.watching.Add(1)
	s.incoming = append(s.incoming, c)
	s.adjustSpare()
	s.mu.Unlock()
	s.Notify()
}

// Sealed tells the workers that there are new tics.
func (s *Set) Sealed() {
	if s.watching.Load() > 0 {
		s.Notify()
	}
}

// Push sends a player as much as its connection accepts at once, unless a worker is sending
// to it. A worker sends the rest.
func (s *Set) Push(c *Cursor) {
	if c.dead.Load() || !c.acquire() {
		return
	}
	switch c.push() {
	case pushedAll:
		if !c.release() {
			s.enqueue(c)
		}
	case pushedSome:
		s.enqueue(c)
	case pushedBlocked:
		if c.lag() > upToDate {
			s.enqueue(c)
		} else {
			s.awaitPlayer(c)
		}
	case pushedFailed:
		c.fail()
	}
}

// Remove removes a cursor whose connection is closed.
func (s *Set) Remove(c *Cursor) {
	c.dead.Store(true)
	s.markDead()
}

// enqueue gives the set a cursor that lags, along with its ownership.
func (s *Set) enqueue(c *Cursor) {
	s.mu.Lock()
	s.lagging = append(s.lagging, c)
	s.mu.Unlock()
	s.Notify()
}

// awaitPlayer brings a player up to date that lacks few tics but whose connection accepts
// nothing now. A separate goroutine waits for the connection, so that the player does not
// wait behind other receivers' history. The set gets the cursor if it falls further behind
// or the game is over. The caller of awaitPlayer owns the cursor.
func (s *Set) awaitPlayer(c *Cursor) {
	s.waiting.Go(func() {
		for c.wait() == nil {
			switch lag := c.lag(); {
			case lag > upToDate || c.source.Ended():
				s.enqueue(c)
				return
			case lag == 0 && c.release():
				return
			}
		}
		c.fail()
		s.markDead()
	})
}

// nextBatch returns the next spectators that need new tics. It returns none when all have
// been taken since the last tic. The spectators of an ended game are taken once more.
func (s *Set) nextBatch() []*Cursor {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.incoming) > 0 {
		fresh := s.incoming[:min(batchSize, len(s.incoming))]
		if s.incoming = s.incoming[len(fresh):]; len(s.incoming) == 0 {
			s.incoming = nil
		}
		if c := fresh[len(fresh)-1]; c.source != s.source {
			s.source, s.passed, s.last = c.source, 0, false
		}
		s.spectators = append(s.spectators, fresh...)
		return fresh
	}
	if s.taken == len(s.spectators) && !s.begin() {
		return nil
	}
	batch := s.spectators[s.taken:min(s.taken+batchSize, len(s.spectators))]
	s.taken += len(batch)
	return batch
}

// begin starts a new round if there are new tics or the game has ended. mu is held.
func (s *Set) begin() bool {
	if s.someDead {
		s.compact()
	}
	if s.source == nil {
		return false
	}
	// The order matters: the last round must include every tic sealed before the end.
	ended := s.source.Ended()
	frontier := s.source.Frontier()
	if frontier == s.passed && (!ended || s.last) {
		return false
	}
	s.passed, s.last, s.taken = frontier, ended, 0
	if ended && len(s.spectators) == 0 {
		s.source = nil
	}
	return len(s.spectators) > 0
}

// compact removes dead cursors from the list. It makes a new list, because workers may
// still read the old one. mu is held, and no round is under way.
func (s *Set) compact() {
	alive := make([]*Cursor, 0, len(s.spectators))
	for _, c := range s.spectators {
		if !c.dead.Load() {
			alive = append(alive, c)
		}
	}
	s.watching.Add(int32(len(alive) - len(s.spectators)))
	s.spectators, s.taken, s.someDead = alive, len(alive), false
	s.adjustSpare()
	if s.last && len(alive) == 0 {
		s.source = nil // releases the log
	}
}

// markDead records that a cursor is dead.
func (s *Set) markDead() {
	s.mu.Lock()
	s.someDead = true
	over := s.last
	s.mu.Unlock()
	if over { // no new tic will wake the workers
		s.Notify()
	}
}

// nextLagging returns the next cursor to get history, or nil.
func (s *Set) nextLagging() *Cursor {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.lagging) == 0 {
		s.lagging = nil
		return nil
	}
	c := s.lagging[0]
	s.lagging[0] = nil
	s.lagging = s.lagging[1:]
	return c
}
