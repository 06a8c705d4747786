// Package route decides by which of two ways a client's tics travel: the
// WebSocket, which is always there, or the data channel, where it helps.
//
// A game starts on the socket. The channel opens beside it, and is used from the
// first bundle on that comes by it; the host then closes the socket. When the channel
// fails, or is silent for longer than any game is, the socket is opened again
// with the first bundle that is missing. Either way brings all bundles in order
// from the one asked for, so a client that takes only the next one misses none and
// takes none twice; ticcmds that no bundle has answered are sent again by the new
// way, and the relay takes the first one for a tic.
//
// Router is a pure state machine: events go in by methods, with the time, and
// what is to be done comes out in Actions. The browser's client has the same one in
// web/src/worker/route.ts; both are tested with the transcripts in testdata.
package route

import (
	"math"
	"time"
)

// Way is a way for tics.
type Way uint8

// The ways.
const (
	Socket Way = iota + 1
	Channel
)

// String is the way's name.
func (w Way) String() string {
	switch w {
	case Socket:
		return "socket"
	case Channel:
		return "channel"
	}
	return "none"
}

// The times.
const (
	// OpenTime is how long a channel may take to open and to bring a bundle.
	OpenTime = 3 * time.Second
	// SilenceTime is how long a channel in use may bring nothing. The relay never
	// lets a running game stand still for more than 250 ms and a tic; the rest is for
	// a network and a host that are slow themselves.
	SilenceTime = 750 * time.Millisecond
	// AgainTime is how long after a channel was given up the next one is tried;
	// it doubles.
	AgainTime = 15 * time.Second
	// MaxTries is how many channels are tried in a game, and MaxVain how many where
	// none ever worked.
	MaxTries = 4
	MaxVain  = 2
	// asleep is how late a deadline may be noticed. A client that was later than
	// that was asleep itself, and gives the channel its time anew.
	asleep = 200 * time.Millisecond

	// Never is the deadline of what waits for nothing.
	Never = time.Duration(math.MaxInt64)
)

// codeTaken is the close code of a connection whose slot another one took.
const codeTaken = 4409

// Do says what is to be done.
type Do uint8

// The actions.
const (
	OpenSocket   Do = iota + 1 // with the first bundle that is missing
	CloseSocket                // and don't leave the game: another way is there or comes
	OpenChannel                //
	CloseChannel               //
	Begin                      // the socket is there where nothing was: the clock starts anew
	Resend                     // ticcmds that no bundle has answered, by the way in To
	Use                        // To is in use now; for people to see
	Lost                       // no way is left; Code says why the last one ended
)

var does = [...]string{"", "open socket", "close socket", "open channel", "close channel", "begin", "resend by", "use", "lost"}

// String is the action's name.
func (d Do) String() string {
	if int(d) < len(does) {
		return does[d]
	}
	return "unknown"
}

// Action is one thing to do.
type Action struct {
	Do   Do
	To   Way    // Resend, Use
	Code uint16 // Lost; 0 where there was none
}

// stage is where a channel stands.
type stage uint8

const (
	off     stage = iota // none, or none any more
	opening              // agreed upon
	open                 // open, nothing has come by it yet
	proven               // in use
	leaving              // in use no more, but still heard until the socket is open
)

// Router is the state.
//
// Invariants: a proven channel has no socket beside it; without one a socket is
// open, asked for, closed a moment ago for the channel's sake, or lost and told so.
type Router struct {
	socket  bool // it is open
	dialing bool // it was asked for
	lost    bool // nothing is there until the socket is
	stage   stage

	patience time.Duration // when the channel's time is over
	next     time.Duration // when the next channel is tried
	dropped  time.Duration // when the last one was given up
	worked   bool          // one was in use at some time
	heard    time.Duration // when the last bundle came by the channel
	tries    int

	// Actions are what is to be done, in order. Who acts on them empties them.
	Actions []Action
}

// New returns a router that asks for the socket.
func New() *Router {
	r := &Router{lost: true, patience: Never, next: Never, dropped: -OpenTime}
	r.dial()
	return r
}

func (r *Router) add(a Action) { r.Actions = append(r.Actions, a) }

func (r *Router) dial() {
	if !r.dialing && !r.socket {
		r.dialing = true
		r.add(Action{Do: OpenSocket})
	}
}

// Sends reports whether ticcmds are to be sent by a way. While it is not proven
// that the channel works they go by both.
func (r *Router) Sends(w Way) bool {
	switch w {
	case Socket:
		return r.socket
	case Channel:
		return r.stage >= open
	}
	return false
}

// Offer says that a channel may be tried from now on: the host offers it, and
// the game is live.
func (r *Router) Offer(now time.Duration) {
	if r.stage == off && r.tries == 0 && r.next == Never {
		r.next = now
		r.Advance(now)
	}
}

// SocketOpened notes that the socket is open.
func (r *Router) SocketOpened(now time.Duration) {
	r.dialing, r.socket = false, true
	if r.stage == leaving {
		// The host gave the slot to the socket: the channel is of no more use.
		r.drop(now)
	}
	if r.lost {
		r.lost = false
		r.add(Action{Do: Begin})
		return
	}
	r.add(Action{Do: Resend, To: Socket})
}

// SocketClosed notes that the socket is no more, or could not be opened. After
// Lost the caller sees to opening it again, with Redial, or gives up.
func (r *Router) SocketClosed(now time.Duration, code uint16) {
	r.socket, r.dialing = false, false
	switch {
	case r.stage == proven:
		return
	case r.stage == leaving && now-r.heard < SilenceTime:
		r.stage, r.patience = proven, r.heard+SilenceTime // the channel is the better one after all
		return
	case code == codeTaken && (r.stage == opening || r.stage == open):
		// The host has the channel already; a bundle must come by it soon.
		r.patience = min(r.patience, now+SilenceTime)
		return
	case code == codeTaken && now-r.dropped < OpenTime:
		r.dial() // it was for the sake of a channel that is given up since
		return
	}
	r.lose(code)
}

func (r *Router) lose(code uint16) {
	r.lost = true
	r.add(Action{Do: Lost, Code: code})
}

// Redial asks for the socket again, unless the channel came into use meanwhile.
func (r *Router) Redial() {
	if r.stage != proven {
		r.dial()
	}
}

// ChannelOpened notes that the channel is open.
func (r *Router) ChannelOpened() {
	if r.stage == opening {
		r.stage = open
		r.add(Action{Do: Resend, To: Channel})
	}
}

// ChannelClosed notes that the channel ended: with the code that the host gave,
// or 0 where it failed or never opened.
func (r *Router) ChannelClosed(now time.Duration, code uint16) {
	if r.stage == off {
		return
	}
	used := r.stage == proven
	r.drop(now)
	if used && code != 0 {
		r.lose(code)
		return
	}
	r.dial()
}

// Bundle notes that a bundle came by a way.
func (r *Router) Bundle(now time.Duration, w Way) {
	if w != Channel || r.stage < open {
		return
	}
	r.heard = now
	switch r.stage {
	case proven:
		r.patience = now + SilenceTime
		return
	case leaving:
		return
	case off, opening, open:
	}
	r.stage, r.lost, r.patience = proven, false, now+SilenceTime
	r.add(Action{Do: Use, To: Channel})
	if r.socket || r.dialing {
		r.socket, r.dialing = false, false
		r.add(Action{Do: CloseSocket})
	}
}

// Restart begins anew on the socket, as after a snapshot that put the client to
// another tic.
func (r *Router) Restart(now time.Duration) {
	if r.stage != off {
		r.drop(now)
	}
	if r.socket || r.dialing {
		r.add(Action{Do: CloseSocket})
	}
	r.socket, r.dialing, r.lost = false, false, true
	r.dial()
}

// Deadline is when Advance has something to do, or Never.
func (r *Router) Deadline() time.Duration { return min(r.patience, r.next) }

// Advance does what is due at now.
func (r *Router) Advance(now time.Duration) {
	if now >= r.next {
		r.next = Never
		r.tries++
		r.stage, r.patience = opening, now+OpenTime
		r.add(Action{Do: OpenChannel})
	}
	switch {
	case now < r.patience:
		return
	case now > r.patience+asleep:
		// What came meanwhile has still to be looked at.
		r.patience = now + asleep
		return
	}
	r.patience = Never
	switch r.stage {
	case opening, open:
		r.drop(now)
		r.dial()
	case proven:
		// It may be a bad moment only: what still comes by it is taken.
		r.stage = leaving
		r.dial()
	case off, leaving:
	}
}

// drop ends the channel and says when the next one is tried.
func (r *Router) drop(now time.Duration) {
	used := r.stage == proven || r.stage == leaving
	r.stage, r.patience, r.dropped = off, Never, now
	r.add(Action{Do: CloseChannel})
	if used {
		r.worked = true
		r.add(Action{Do: Use, To: Socket})
	}
	if r.tries < MaxVain || r.worked && r.tries < MaxTries {
		r.next = now + AgainTime<<(r.tries-1)
	}
}
