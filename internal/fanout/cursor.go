package fanout

import (
	"sync/atomic"

	"doomhost/internal/transport"
	"doomhost/lockstep"
)

// Source is a game as its receivers see it: a log of framed bundles that grows until it
// ends.
type Source interface {
	// From returns the framed bundles from tic on that can be sent in one write; none
	// when tic is the frontier.
	From(tic lockstep.Tic) ([]byte, error)
	// Frontier is the tic that is sealed next.
	Frontier() lockstep.Tic
	// Ended reports whether no more tics will be sealed.
	Ended() bool
}

// Cursor is a connection's place in a game's log: a player's or a spectator's. A Cursor
// replaces a queue: the log is there anyway, so a slow receiver costs no memory, and a
// late one is the same as a slow one.
//
// Whoever changes state from idle to busy owns next until it changes state back.
type Cursor struct {
	conn   transport.Conn
	source Source
	state  atomic.Uint32
	dead   atomic.Bool  // the connection is of no use any more
	next   lockstep.Tic // the tic to send next
}

// NewCursor makes the cursor of conn, which wants the bundles of source from tic on.
func NewCursor(conn transport.Conn, source Source, tic lockstep.Tic) *Cursor {
	return &Cursor{conn: conn, source: source, next: min(tic, source.Frontier())}
}

// Source is the game that the cursor walks over.
func (c *Cursor) Source() Source { return c.source }

const (
	idle uint32 = iota
	busy
)

// sliceBytes is how much a receiver gets at most before another one's turn.
const sliceBytes = 1600 * transport.BundleFrame

// waitBytes is how much await writes to a receiver whose buffer is full.
const waitBytes = 100 * transport.BundleFrame

// acquire makes the caller the owner, unless somebody is.
func (c *Cursor) acquire() bool { return c.state.CompareAndSwap(idle, busy) }

// pushResult is how far a push came.
type pushResult uint8

const (
	pushedAll     pushResult = iota + 1 // the receiver has every bundle
	pushedSome                          // more can be sent at once
	pushedBlocked                       // the connection accepts nothing now
	pushedFailed                        // the connection or the log is broken
)

// upToDate is how many tics a receiver may lack and still count as up to date: they are
// sent at once and wait for no turn.
const upToDate = lockstep.TicRate

// push sends at most a slice without waiting, and what was sealed meanwhile. Its caller
// owns the cursor.
func (c *Cursor) push() pushResult {
	for {
		run, err := c.source.From(c.next)
		if err != nil {
			return pushedFailed
		}
		if len(run) == 0 {
			return pushedAll
		}
		run = run[:min(len(run), sliceBytes)]
		n, err := c.conn.TryWrite(run, transport.BundleFrame)
		if err != nil {
			return pushedFailed
		}
		c.next += lockstep.Tic(n / transport.BundleFrame)
		if n < len(run) {
			return pushedBlocked
		}
		if c.source.Frontier() > c.next+upToDate {
			return pushedSome
		}
	}
}

// wait sends a little and waits until the connection has accepted it. Its caller owns the
// cursor.
func (c *Cursor) wait() error {
	run, err := c.source.From(c.next)
	if err != nil {
		return err
	}
	run = run[:min(len(run), waitBytes)]
	if err := c.conn.Write(run); err != nil {
		return err
	}
	c.next += lockstep.Tic(len(run) / transport.BundleFrame)
	return nil
}

// lag is how many tics the receiver lacks. Its caller owns the cursor.
func (c *Cursor) lag() lockstep.Tic { return c.source.Frontier() - c.next }

// release gives up the ownership of a cursor that has all bundles. It reports false when
// something is new meanwhile, a bundle or the game's end, and nobody else acquired the
// cursor: then the caller still owns it.
func (c *Cursor) release() bool {
	at := c.next
	c.state.Store(idle)
	return c.source.Frontier() == at && !c.source.Ended() || !c.acquire()
}

// fail closes a receiver that reads nothing, or whose log is broken.
func (c *Cursor) fail() {
	c.dead.Store(true)
	c.conn.Close(transport.ClosePolicy, "too slow a reader")
}
