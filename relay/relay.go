// Package relay holds the lobby and the tic session as pure state machines.
//
// All input comes in as arguments: what happened, and when. All output goes to an outbox that
// belongs to the caller. The cores own no connection, read no clock and start no goroutine;
// one goroutine at a time uses them. Times are durations since a start that the caller
// chooses, and never go back. After each call the caller asks for the Deadline and calls
// Advance at that time unless something else happens first.
//
// Session seals tics in order, one bundle per tic. A bundle has a ticcmd for every slot in
// the game: the slot's own or a filled one. Lobby gives out seats and starts games. Room
// connects the two, and a host drives the room. Log is the history of a session and the only
// part that several goroutines may read at the same time.
//
// The caller provides random numbers (tokens) and the available WADs in the Config.
package relay

import (
	"math"
	"time"

	"doomhost/lockstep"
)

// The times of the protocol and of this package.
const (
	TicTime       = time.Second / lockstep.TicRate // one tic, to the nanosecond
	StallTime     = 250 * time.Millisecond         // how long a tic waits for a late ticcmd
	SilenceTime   = 5 * time.Second                // how long a slot may be silent before it is dropped
	ConnectTime   = 10 * time.Second               // from the launch to a slot's first ticcmd
	BeginTime     = 3 * time.Second                // from the launch until a player may begin without the missing ones
	ReserveTime   = 30 * time.Second               // from a drop-in's join to its first live ticcmd
	CountdownStep = time.Second
	RosterGap     = 50 * time.Millisecond // between two rosters
	ProgressGap   = time.Second           // between two in which only progress changes
)

// The limits of the protocol and of this package, in tics.
const (
	MaxAhead     = 512 // the session ignores a ticcmd further ahead
	NeutralAfter = 35  // filled ticcmds in a row before they become neutral
	JoinMargin   = 8   // from a drop-in's first ticcmd to its first tic in the game
	JoinLag      = 35  // how far behind the frontier a drop-in's first ticcmd may be
)

// Never is the deadline when there is nothing to wait for.
const Never = time.Duration(math.MaxInt64)

// ConnID identifies a connection. The caller numbers connections from 1 and never reuses a
// number. Lobby and game connections share one sequence.
type ConnID uint64

// CloseCode is a WebSocket close code.
type CloseCode uint16

// The close codes that the cores use.
const (
	CloseNormal  CloseCode = 1000 // the game is over
	CloseGone    CloseCode = 1001 // a page goes away, perhaps to reload, or the host shuts down
	CloseNoCode  CloseCode = 1005 // a peer closed without a code
	CloseBroken  CloseCode = 1006 // the connection broke
	CloseAgain   CloseCode = 4000 // the client is about to reconnect
	CloseToken   CloseCode = 4401 // the token is wrong or missing
	CloseKicked  CloseCode = 4403
	CloseNoSlot  CloseCode = 4404 // no such slot, or no game
	CloseTaken   CloseCode = 4409 // the slot is taken, or its owner opened a new connection
	CloseDropped CloseCode = 4410 // the slot was dropped
)

// left reports whether a peer that closed with c gives up its slot. A browser closes with
// CloseGone whenever its page goes away, even if the page is only reloading.
func (c CloseCode) left() bool { return c == CloseNormal }
