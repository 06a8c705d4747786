package fanout

import (
	"sync/atomic"

	"doomhost/internal/transport"
	"doomhost/lockstep"
)

// Source is a game as receivers see it: a log of framed bundles that grows until the game
// ends.
type Source interface {
	// From returns the framed bundles from tic on that can be sent in one write. It
	// returns none when tic is the frontier.
	From(tic lockstep.Tic) ([]byte, error)
	// Frontier returns the next tic to be sealed.
	Frontier() lockstep.Tic
	// Ended reports whether no more tics will be sealed.
	Ended() bool
}

// Cursor is the position of a player's or spectator's connection in a game's log. It
// replaces a queue: the log exists anyway, so a slow receiver costs no memory, and a
// receiver that joins late is treated like a slow one.
//
// The goroutine that changes state from idle to busy owns next until it changes state back.
type Cursor struct {
	conn   transport.Conn
	source Source
	state  atomic.Uint32
	dead   atomic.Bool  // the connection is no longer usable
	next   lockstep.Tic // the tic to send next
}

// NewCursor makes a cursor that sends conn the bundles of source from tic on.
func NewCursor(conn transport.Conn, source Source, tic lockstep.Tic) *Cursor {
	return &Cursor{conn: conn, source: source, next: min(tic, source.Frontier())}
}

// Source returns the game that the cursor reads.
func (c *Cursor) Source() Source { return c.source }

const (
	idle uint32 = iota
	busy
)

// sliceBytes is the most that a receiver gets before the next receiver's turn.
const sliceBytes = 1600 * transport.BundleFrame

// waitBytes is the most that wait writes to a receiver whose buffer was full.
const waitBytes = 100 * transport.BundleFrame

// acquire makes the caller the owner, unless the cursor has one already.
func (c *Cursor) acquire() bool { return c.state.CompareAndSwap(idle, busy) }

// pushResult is the outcome of a push.
type pushResult uint8

const (
	pushedAll     pushResult = iota + 1 // the receiver has every bundle
	pushedSome                          // more can be sent at once
	pushedBlocked                       // the connection accepts nothing now
	pushedFailed                        // the connection or the log is broken
)

// upToDate is how many tics a receiver may lag and still count as up to date. These tics
// are sent at once, without waiting for a turn.
const upToDate = lockstep.TicRate

// push sends a slice at most, without waiting, and also the tics that were sealed meanwhile.
// Its caller owns the cursor.
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

// lag returns how many tics the receiver lacks. Its caller owns the cursor.
func (c *Cursor) lag() lockstep.Tic { return c.source.Frontier() - c.next }

// release gives up the ownership of a cursor that has sent all bundles. It returns false
// if a bundle or the end of the game has arrived meanwhile and nobody else has acquired the
// cursor. In that case the caller still owns the cursor.
func (c *Cursor) release() bool {
	at := c.next
	c.state.Store(idle)
	return c.source.Frontier() == at && !c.source.Ended() || !c.acquire()
}

// fail closes a receiver that reads nothing or whose log is broken.
func (c *Cursor) fail() {
	c.dead.Store(true)
	c.conn.Close(transport.ClosePolicy, "too slow a reader")
}
