package relay

import (
	"time"

	"doomhost/relay/wire"
)

// Room is a lobby and its game: the whole relay of one host.
// One goroutine uses it.
type Room struct {
	lobby   *Lobby
	session *Session // nil while no game runs
	inner   Outbox   // actions of the two that settle has yet to process
}

// NewRoom returns a room with an open lobby.
func NewRoom(cfg Config) *Room { return &Room{lobby: NewLobby(cfg)} }

// Lobby returns the room's lobby, for reading only.
func (r *Room) Lobby() *Lobby { return r.lobby }

// Session returns the running game, for reading only, or nil.
func (r *Room) Session() *Session { return r.session }

// Handle processes one event. Afterwards the session's log has the new bundles.
func (r *Room) Handle(now time.Duration, ev *Event, out *Outbox) {
	r.keepFrontier()
	switch ev.Kind {
	case LobbyOpened, LobbyMessage, LobbyClosed, DesyncFound, ContentChanged, PreflightDone:
		r.lobby.Handle(now, ev, &r.inner)
	case GameTic, GameOpened, GameClosed, StopGame, KickSlot, ReserveSlot:
		switch {
		case r.session != nil:
			r.session.Handle(now, ev, &r.inner)
		case ev.Kind == GameOpened:
			out.closeConn(ev.Conn, CloseNoSlot, "no game runs")
		}
	}
	r.settle(now, out)
}

// Advance does what is due at now.
func (r *Room) Advance(now time.Duration, out *Outbox) {
	r.keepFrontier()
	if r.session != nil {
		r.session.Advance(now, &r.inner)
		r.settle(now, out)
	}
	r.lobby.Advance(now, &r.inner)
	r.settle(now, out)
}

// Deadline returns the time at which Advance has something to do, or Never.
func (r *Room) Deadline() time.Duration {
	d := r.lobby.Deadline()
	if r.session != nil {
		d = min(d, r.session.Deadline())
	}
	return d
}

func (r *Room) keepFrontier() {
	if r.session != nil {
		r.lobby.frontier = r.session.Frontier()
	}
}

// settle passes on the actions of the lobby and the session, and carries out those that one
// has for the other. Actions that result from these come at the end.
func (r *Room) settle(now time.Duration, out *Outbox) {
	if len(r.inner.Actions) == 0 {
		return
	}
	for i := 0; i < len(r.inner.Actions); i++ {
		if a := r.inner.Actions[i]; r.carry(now, &a) {
			out.add(a)
		}
		if i == len(r.inner.Actions)-1 {
			r.lobby.flushRoster(now, &r.inner)
		}
	}
	r.inner.Reset()
}

// carry hands an action to the core that it concerns and reports whether the caller gets it
// too.
func (r *Room) carry(now time.Duration, a *Action) (pass bool) {
	switch a.Kind {
	case launchGame:
		r.session = NewSession(now, r.lobby.sessionSeats(), NewLog(r.lobby.cfg.LogPrefix))
		a.Kind = GameStarted
		return true
	case reserveSlot:
		r.onSession(now, &Event{Kind: ReserveSlot, Slot: a.Slot, Token: a.Token, Addr: a.Addr})
		return false
	case kickSlot:
		if r.session != nil {
			r.session.kick(now, a.Slot, a.Why, &r.inner)
		}
		return false
	case beginGame:
		if r.session == nil {
			return false
		}
		if err := r.session.begin(now, a.Slot, &r.inner); err != nil {
			r.lobby.send(&r.inner, a.Conn, wire.Error{Reason: err.Error()})
		}
		return false
	case slotsAwaited:
		r.lobby.broadcast(&r.inner, wire.Waiting{Slots: a.Slots.Slots(), Millis: a.Time.Milliseconds()})
		return false
	case stopGame:
		r.onSession(now, &Event{Kind: StopGame, Reason: a.Reason})
		return false
	case SlotDropped:
		r.lobby.slotDropped(a.Slot, a.Why, &r.inner)
	case SlotReturned:
		r.lobby.slotReturned(a.Slot, &r.inner)
	case SlotJoined:
		r.lobby.broadcast(&r.inner, wire.Joined{Slot: a.Slot, Tic: a.Tic})
	case GameEnded:
		r.session = nil
		r.lobby.gameEnded(a.Reason, a.Code == CloseGone, &r.inner)
	case SendLobby, BroadcastLobby, CloseConn, AcceptGame, GameStarted, HashReported, StartPreflight:
	}
	return true
}

func (r *Room) onSession(now time.Duration, ev *Event) {
	if r.session != nil {
		r.session.Handle(now, ev, &r.inner)
	}
}
