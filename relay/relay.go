// Package relay holds the lobby and the tic session as pure state machines.
//
// Everything comes in as an argument: what happened, and when. Everything goes
// out through an outbox that belongs to the caller. The cores own no
// connection, read no clock and start no goroutine; they are used by one
// goroutine at a time. Times are durations since a start that the caller
// chooses; they never go back. After each call the caller asks Deadline and
// calls Advance then, if nothing else happens before.
//
// Session seals tics: one bundle a tic, in order, in which every slot in the
// game has its own ticcmd or a filled one. Lobby gives out seats and starts
// games. Room joins the two and is what a host drives. Log is the one history
// of a session and the only part that several goroutines may read at once.
//
// Random numbers (tokens) and the WADs that exist come from the caller, in
// the Config.
package relay

import (
	"math"
	"time"

	"doomhost/lockstep"
)

// The times of the protocol, and ours. The comments say what passes.
const (
	TicTime       = time.Second / lockstep.TicRate // one tic, to the nanosecond
	StallTime     = 250 * time.Millisecond         // waiting for a late ticcmd
	SilenceTime   = 5 * time.Second                // a slot's silence before it is dropped
	ConnectTime   = 10 * time.Second               // launch to the first sign of a slot
	BeginTime     = 3 * time.Second                // launch to a player's leave to begin without those who are missing
	ReserveTime   = 30 * time.Second               // a drop-in's join to its going live
	CountdownStep = time.Second
	RosterGap     = 50 * time.Millisecond // between two rosters
	ProgressGap   = time.Second           // between two that tell of nothing but progress
)

// The numbers of the protocol, and ours, in tics.
const (
	MaxAhead     = 512 // a ticcmd further ahead is ignored
	NeutralAfter = 35  // filled ticcmds in a row before they become neutral
	JoinMargin   = 8   // tics from a drop-in's first ticcmd to its first tic
	JoinLag      = 35  // how far behind the frontier a first ticcmd still counts
)

// Never is the deadline of what waits for nothing.
const Never = time.Duration(math.MaxInt64)

// ConnID names a connection. The caller numbers connections from 1 and uses no
// number twice; lobby and game connections share the numbers.
type ConnID uint64

// CloseCode is a WebSocket close code.
type CloseCode uint16

// The close codes that the cores use.
const (
	CloseNormal  CloseCode = 1000 // the game is over
	CloseGone    CloseCode = 1001 // a page goes away, perhaps to reload, or the host shuts down
	CloseNoCode  CloseCode = 1005 // a peer closed without a code
	CloseBroken  CloseCode = 1006 // the connection broke
	CloseAgain   CloseCode = 4000 // a client is going to connect again
	CloseToken   CloseCode = 4401 // wrong token, or one is needed
	CloseKicked  CloseCode = 4403
	CloseNoSlot  CloseCode = 4404 // no such slot, or no game
	CloseTaken   CloseCode = 4409 // the slot is somebody's, or its owner came anew
	CloseDropped CloseCode = 4410 // the slot was dropped
)

// left reports whether a peer that closed with c gives its slot up. A browser closes
// with CloseGone whenever its page goes, also when that page is back in a moment.
func (c CloseCode) left() bool { return c == CloseNormal }
