// Package route chooses between two ways for a client's tics: the WebSocket, which is
// always available, or the data channel, which is used while it works.
//
// A game starts on the socket. The channel opens beside it, and is in use from the first
// bundle that arrives on it; the host then closes the socket. When the channel fails, or is
// silent for longer than any game is, the client opens the socket again and asks for the
// first missing bundle. Either way delivers all bundles in order from the one asked for, so
// a client that takes only the next one misses none and takes none twice. The client sends
// ticcmds that no bundle has answered again by the new way, and the relay takes the first
// one for a tic.
//
// Router is a pure state machine: its methods take events, with the time, and put what to
// do into Actions. The browser's client has the same one in web/src/worker/route.ts; the
// transcripts in testdata test both.
package route

import (
	"math"
	"time"
)

// Way is a way for tics to travel.
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
	// OpenTime is how long a channel may take to open and deliver a bundle.
	OpenTime = 3 * time.Second
	// SilenceTime is how long a channel in use may deliver nothing. The relay never lets a
	// running game stand still for more than 250 ms and a tic; the rest allows for a slow
	// network and a slow host.
	SilenceTime = 750 * time.Millisecond
	// AgainTime is the delay between giving up a channel and trying the next one; it
	// doubles each time.
	AgainTime = 15 * time.Second
	// MaxTries is how many channels are tried in a game, and MaxVain how many if none ever
	// worked.
	MaxTries = 4
	MaxVain  = 2
	// asleep is how late a deadline may be noticed. A client that is later than that was
	// suspended itself, and gives the channel more time.
	asleep = 200 * time.Millisecond

	// Never is the deadline when nothing is due.
	Never = time.Duration(math.MaxInt64)
)

// codeTaken is the close code of a connection that lost its slot to another one.
const codeTaken = 4409

// Do is a kind of action.
type Do uint8

// The actions.
const (
	OpenSocket   Do = iota + 1 // and ask for the first missing bundle
	CloseSocket                // without leaving the game: another way is open or opening
	OpenChannel                //
	CloseChannel               //
	Begin                      // the socket is open after there was no way: restart the clock
	Resend                     // ticcmds that no bundle has answered, by To
	Use                        // To is in use now; for display
	Lost                       // no way is left; Code is why the last one ended
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
	Code uint16 // Lost; 0 if there was none
}

// stage is the state of a channel.
type stage uint8

const (
	off     stage = iota // no channel
	opening              // being negotiated
	open                 // open, but no bundle has arrived on it yet
	proven               // in use
	leaving              // no longer in use, but its bundles count until the socket is open
)

// Router is the state machine.
//
// Invariants: a proven channel has no socket beside it. Without a proven channel, the
// socket is open, being dialed, just closed in favor of the channel, or reported lost.
type Router struct {
	socket  bool // the socket is open
	dialing bool // OpenSocket was asked for
	lost    bool // no way is left until the socket opens
	stage   stage

	patience time.Duration // when the channel's time runs out
	next     time.Duration // when the next channel is tried
	dropped  time.Duration // when the last channel was given up
	worked   bool          // a channel was in use at some time
	heard    time.Duration // when the last bundle arrived on the channel
	tries    int

	// Actions are what to do, in order. The caller empties them.
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

// Sends reports whether to send ticcmds by a way. Until the channel has proved that it
// works, they go both ways.
func (r *Router) Sends(w Way) bool {
	switch w {
	case Socket:
		return r.socket
	case Channel:
		return r.stage >= open
	}
	return false
}

// Offer allows trying a channel from now on: the host offers it, and the game is live.
func (r *Router) Offer(now time.Duration) {
	if r.stage == off && r.tries == 0 && r.next == Never {
		r.next = now
		r.Advance(now)
	}
}

// SocketOpened reports that the socket is open.
func (r *Router) SocketOpened(now time.Duration) {
	r.dialing, r.socket = false, true
	if r.stage == leaving {
		// The host gave the slot to the socket, so the channel is of no more use.
		r.drop(now)
	}
	if r.lost {
		r.lost = false
		r.add(Action{Do: Begin})
		return
	}
	r.add(Action{Do: Resend, To: Socket})
}

// SocketClosed reports that the socket has closed or could not be opened. After Lost, the
// caller opens it again with Redial, or gives up.
func (r *Router) SocketClosed(now time.Duration, code uint16) {
	r.socket, r.dialing = false, false
	switch {
	case r.stage == proven:
		return
	case r.stage == leaving && now-r.heard < SilenceTime:
		r.stage, r.patience = proven, r.heard+SilenceTime // the channel works after all
		return
	case code == codeTaken && (r.stage == opening || r.stage == open):
		// The host already uses the channel; a bundle must arrive on it soon.
		r.patience = min(r.patience, now+SilenceTime)
		return
	case code == codeTaken && now-r.dropped < OpenTime:
		r.dial() // it was closed for a channel that has since been given up
		return
	}
	r.lose(code)
}

func (r *Router) lose(code uint16) {
	r.lost = true
	r.add(Action{Do: Lost, Code: code})
}

// Redial asks for the socket again, unless the channel is in use by now.
func (r *Router) Redial() {
	if r.stage != proven {
		r.dial()
	}
}

// ChannelOpened reports that the channel is open.
func (r *Router) ChannelOpened() {
	if r.stage == opening {
		r.stage = open
		r.add(Action{Do: Resend, To: Channel})
	}
}

// ChannelClosed reports that the channel has ended: with the host's code, or with 0 if it
// failed or never opened.
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

// Bundle reports that a bundle arrived by a way.
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

// Restart starts over on the socket, for example after a snapshot that moved the client to
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

// Deadline is when Advance is due, or Never.
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
		// Events that arrived in the meantime are still unhandled.
		r.patience = now + asleep
		return
	}
	r.patience = Never
	switch r.stage {
	case opening, open:
		r.drop(now)
		r.dial()
	case proven:
		// The silence may be temporary: bundles that still arrive on the channel count.
		r.stage = leaving
		r.dial()
	case off, leaving:
	}
}

// drop ends the channel and schedules the next try.
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
