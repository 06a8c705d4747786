// Package fanout sends one game's bundles, and the lobby's messages, to many connections
// without a queue or a goroutine for each.
//
// A receiver of bundles is a [Cursor] in the game's log. Whoever seals a tic pushes it to
// the players at once (Push); workers push it to spectators, and history to whoever lags.
// The first worker also delivers the lobby's messages (the [Broadcaster]).
//
// Goroutines. Run runs the workers, each on a thread of its own with lowered priority. A
// player whose socket is full, and a lobby connection that reads nothing, get a goroutine
// that waits for them. Run returns when all of these have ended.
//
// Locks: Set.mu guards the set, Broadcaster.mu its inbox, sendQueue.mu a queue. None is
// held while another is taken, but for Broadcaster.mu under a sendQueue.mu, or while
// anything waits. A Cursor is owned by whoever changed its state to busy.
//
// The package parses no message and decides nothing about a game.
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

// Config says how a Set works.
type Config struct {
	// Now is the host's clock.
	Now func() time.Duration
	// SpareProcessors lets the set run more threads than there are processors while
	// many spectators watch. It sets GOMAXPROCS, so it is for a program that hosts and
	// does little else; where the environment sets GOMAXPROCS, that wins.
	SpareProcessors bool
}

// Set is every connection that the workers send bundles to: spectators, each new tic, and
// whoever lags, history. Workers take a batch at a time, so that a worker that loses its
// processor delays one batch and not half of the set.
type Set struct {
	workers []*worker
	lobby   *Broadcaster
	// watching is how many spectators there are; whoever seals a tic wakes no worker
	// when it is 0.
	watching atomic.Int32
	waiting  sync.WaitGroup // the goroutines of awaitPlayer

	mu         sync.Mutex   // guards all following fields
	incoming   []*Cursor    // idle spectators that are new
	lagging    []*Cursor    // owned by the set, in the order of their turns
	spectators []*Cursor    // in the order in which they are served; a batch is never written to
	taken      int          // how many of them have been taken in this round
	someDead   bool         // some of them may be dead
	source     Source       // what they see
	passed     lockstep.Tic // the frontier at the beginning of this round
	last       bool         // this round is the game's last
	processors int          // GOMAXPROCS without spare Ps; 0 to leave it alone
	spared     bool         // there are spare Ps
}

// batchSize is how many spectators a worker takes at once: a quarter of a millisecond of
// writes.
const batchSize = 32

// New makes a set whose workers Run runs.
func New(cfg Config) *Set {
	processors := runtime.GOMAXPROCS(0)
	s := newSet(max(1, processors/2))
	if cfg.SpareProcessors && os.Getenv("GOMAXPROCS") == "" {
		s = newSpareSet(processors)
	}
	s.lobby.now = cfg.Now
	return s
}

// newSet makes a set with so many workers, which nobody runs yet.
func newSet(workers int) *Set {
	s := new(Set)
	for i := range workers {
		s.workers = append(s.workers, newWorker(s, i, workers))
	}
	s.lobby = &Broadcaster{wake: s.workers[0].notify}
	s.workers[0].lobby = s.lobby
	return s
}

// manySpectators is how many spectators keep the workers busy for long enough to delay
// others; spareProcs is how many Ps are added then.
const (
	manySpectators = 16
	spareProcs     = 2
)

// newSpareSet makes a set that adds Ps while spectators watch, so that workers cannot
// starve the netpoller: on a small machine they would use every P, and then Go polls the
// network only every 10 ms. A spare P's thread waits in the poller, and the system wakes
// it at once. Without spectators there are none: Go would wake each of them in vain, at
// an eighth of the tics a second.
func newSpareSet(processors int) *Set {
	s := newSet((processors + spareProcs) / 2)
	s.processors = processors
	return s
}

// Lobby delivers the lobby's messages.
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

// adjustSpare adds spare Ps when many watch, and removes them when nobody does. mu is
// held.
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

// Notify tells the workers that there may be something to do.
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

// Push sends a player what its connection accepts at once, unless a worker is sending to
// it; a worker sends the rest.
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

// Remove takes a cursor out whose connection is closed.
func (s *Set) Remove(c *Cursor) {
	c.dead.Store(true)
	s.markDead()
}

// enqueue gives the set a cursor that lags, and its ownership.
func (s *Set) enqueue(c *Cursor) {
	s.mu.Lock()
	s.lagging = append(s.lagging, c)
	s.mu.Unlock()
	s.Notify()
}

// awaitPlayer brings a player up to date that lacks little and whose connection accepts
// nothing now. A goroutine of its own waits, so that the player does not wait behind
// others' history. The set gets the cursor when it lags, or when the game is over. Its
// caller owns the cursor.
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

// nextBatch returns spectators to send what is new, none when all have been taken since
// the last tic. Those of an ended game are taken once more.
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

// begin begins a new round if there is a reason for one. mu is held.
func (s *Set) begin() bool {
	if s.someDead {
		s.compact()
	}
	if s.source == nil {
		return false
	}
	// In this order: what was sealed before the end is in the last round.
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

// compact removes the dead from the list. It makes a new one, as workers may still read
// the old. mu is held, and no round is under way.
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
		s.source = nil // lets the log go
	}
}

// markDead notes that a cursor is dead.
func (s *Set) markDead() {
	s.mu.Lock()
	s.someDead = true
	over := s.last
	s.mu.Unlock()
	if over { // no tic will wake the workers
		s.Notify()
	}
}

// nextLagging returns the cursor whose turn it is to get history, or nil.
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
