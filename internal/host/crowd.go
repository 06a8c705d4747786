package host

import (
	"runtime"
	"sync"
	"sync/atomic"

	"doomhost/relay/wire"
)

// crowd is everybody who is sent bundles by the movers: spectators, each new tic,
// and whoever lags, history. Movers help themselves to it, a helping at a time, so
// that one whom the system takes the processor away delays a few and not its half of
// all.
type crowd struct {
	movers []*mover
	// watching is how many spectators there are; who seals a tic wakes no mover
	// when there are none.
	watching atomic.Int32
	waiting  sync.WaitGroup // players' goroutines of await

	mu         sync.Mutex // guards all following fields
	incoming   []*viewer  // idle spectators that are new
	lagging    []*viewer  // owned by the crowd, in the order of their turns
	spectators []*viewer  // in the order in which they are served; a helping is never written to
	at         int        // how many of them have been taken in this round
	thinned    bool       // some of them may be dead
	game       *Game      // what they see
	passed     wire.Tic   // the frontier at the beginning of this round
	last       bool       // this round is the game's last
	spare      int        // GOMAXPROCS without spare threads; 0 to leave it alone
	spared     bool       // there are spare threads
}

// helping is how many spectators a mover takes at once: a quarter of a
// millisecond of writes.
const helping = 32

// newCrowd makes a crowd with so many movers, which nobody runs yet.
func newCrowd(movers int) *crowd {
	c := new(crowd)
	for i := range movers {
		c.movers = append(c.movers, newMover(c, i, movers))
	}
	return c
}

// many is how many spectators keep movers busy for so long that others feel it;
// spareThreads is how many more threads there are then.
const (
	many         = 16
	spareThreads = 2
)

// newSparedCrowd makes a crowd whose movers leave threads to others. On a small
// machine they would else use up all that Go runs at once, and then Go looks at the
// network only every ten milliseconds. A spare thread waits there, and the system
// wakes it at once. There are none without a crowd: Go wakes each of them in
// vain, which costs an eighth of the tics that can be played.
func newSparedCrowd(processors int) *crowd {
	c := newCrowd((processors + spareThreads) / 2)
	c.spare = processors
	return c
}

// sparing adds spare threads when the crowd has become large, and takes them away
// when nobody is left. mu is held.
func (c *crowd) sparing() {
	switch n := c.watching.Load(); {
	case n >= many:
		c.lend(true)
	case n == 0:
		c.lend(false)
	}
}

// lend adds spare threads or takes them away. mu is held.
func (c *crowd) lend(on bool) {
	if c.spare == 0 || c.spared == on {
		return
	}
	threads := c.spare
	if on {
		threads += spareThreads
	}
	c.spared = on
	runtime.GOMAXPROCS(threads)
}

// disband takes spare threads away, whoever is left.
func (c *crowd) disband() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lend(false)
}

// nudge tells the movers that there may be something to do.
func (c *crowd) nudge() {
	for _, m := range c.movers {
		m.nudge()
	}
}

// add gives the crowd a new spectator.
func (c *crowd) add(v *viewer) {
	c.mu.Lock()
	c.watching.Add(1)
	c.incoming = append(c.incoming, v)
	c.sparing()
	c.mu.Unlock()
	c.nudge()
}

// sealed tells the crowd that there are new tics.
func (c *crowd) sealed() {
	if c.watching.Load() > 0 {
		c.nudge()
	}
}

// enqueue gives the crowd a viewer that lags, and the ownership of it.
func (c *crowd) enqueue(v *viewer) {
	c.mu.Lock()
	c.lagging = append(c.lagging, v)
	c.mu.Unlock()
	c.nudge()
}

// await brings a player that is as good as up to date there, although its
// connection takes nothing at once: the player's own goroutine waits, and not the
// player behind others' history. The crowd gets it once it lags, or when the game is
// over. Its caller owns the viewer.
func (c *crowd) await(v *viewer) {
	c.waiting.Go(func() {
		for v.wait() == nil {
			switch left := v.behind(); {
			case left > nearly || v.game.Ended():
				c.enqueue(v)
				return
			case left == 0 && v.release():
				return
			}
		}
		v.fail()
		c.bury()
	})
}

// newest returns spectators to send what is new, none when all have been taken
// since the last tic. Those of an ended game are taken once more.
func (c *crowd) newest() []*viewer {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.incoming) > 0 {
		fresh := c.incoming[:min(helping, len(c.incoming))]
		if c.incoming = c.incoming[len(fresh):]; len(c.incoming) == 0 {
			c.incoming = nil
		}
		if v := fresh[len(fresh)-1]; v.game != c.game {
			c.game, c.passed, c.last = v.game, 0, false
		}
		c.spectators = append(c.spectators, fresh...)
		return fresh
	}
	if c.at == len(c.spectators) && !c.begin() {
		return nil
	}
	some := c.spectators[c.at:min(c.at+helping, len(c.spectators))]
	c.at += len(some)
	return some
}

// begin begins a new round if there is a reason for one. mu is held.
func (c *crowd) begin() bool {
	if c.thinned {
		c.thin()
	}
	if c.game == nil {
		return false
	}
	// In this order: what was sealed before the end is in the last round.
	ended := c.game.Ended()
	frontier := c.game.Log.Frontier()
	if frontier == c.passed && (!ended || c.last) {
		return false
	}
	c.passed, c.last, c.at = frontier, ended, 0
	if ended && len(c.spectators) == 0 {
		c.game = nil
	}
	return len(c.spectators) > 0
}

// thin takes the dead out of the list, which others may still read. mu is held,
// and no round goes on.
func (c *crowd) thin() {
	alive := make([]*viewer, 0, len(c.spectators))
	for _, v := range c.spectators {
		if !v.dead.Load() {
			alive = append(alive, v)
		}
	}
	c.watching.Add(int32(len(alive) - len(c.spectators)))
	c.spectators, c.at, c.thinned = alive, len(alive), false
	c.sparing()
	if c.last && len(alive) == 0 {
		c.game = nil // its log is nobody's here any more
	}
}

// bury notes that a viewer is dead.
func (c *crowd) bury() {
	c.mu.Lock()
	c.thinned = true
	over := c.last
	c.mu.Unlock()
	if over { // no tic will
		c.nudge()
	}
}

// oldest returns the viewer whose turn it is to get history, or nil.
func (c *crowd) oldest() *viewer {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.lagging) == 0 {
		c.lagging = nil
		return nil
	}
	v := c.lagging[0]
	c.lagging[0] = nil
	c.lagging = c.lagging[1:]
	return v
}
