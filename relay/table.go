package relay

import (
	"time"

	"doomhost/relay/wire"
)

// Table is a lobby and the game that it plays: the whole relay of one host.
// One goroutine uses it.
type Table struct {
	lobby   *Lobby
	session *Session // nil while no game runs
	inner   Outbox   // what the two put out, before it is passed on
}

// NewTable returns a table with an open lobby.
func NewTable(cfg Config) *Table { return &Table{lobby: NewLobby(cfg)} }

// Lobby is the table's lobby, to look at.
func (t *Table) Lobby() *Lobby { return t.lobby }

// Session is the running game, to look at, or nil.
func (t *Table) Session() *Session { return t.session }

// Handle takes in one event. New bundles are in the session's log afterwards.
func (t *Table) Handle(now time.Duration, ev *Event, out *Outbox) {
	t.keepFrontier()
	switch ev.Kind {
	case LobbyOpened, LobbyMessage, LobbyClosed, DesyncFound, ContentChanged:
		t.lobby.Handle(now, ev, &t.inner)
	case GameTic, GameOpened, GameClosed, StopGame, KickSlot, ReserveSlot:
		switch {
		case t.session != nil:
			t.session.Handle(now, ev, &t.inner)
		case ev.Kind == GameOpened:
			out.closeConn(ev.Conn, CloseNoSlot, "no game runs")
		}
	}
	t.settle(now, out)
}

// Advance does what is due at now.
func (t *Table) Advance(now time.Duration, out *Outbox) {
	t.keepFrontier()
	if t.session != nil {
		t.session.Advance(now, &t.inner)
		t.settle(now, out)
	}
	t.lobby.Advance(now, &t.inner)
	t.settle(now, out)
}

// Deadline is the time at which Advance has something to do, or Never.
func (t *Table) Deadline() time.Duration {
	d := t.lobby.Deadline()
	if t.session != nil {
		d = min(d, t.session.Deadline())
	}
	return d
}

func (t *Table) keepFrontier() {
	if t.session != nil {
		t.lobby.frontier = t.session.Frontier()
	}
}

// settle passes on what lobby and session put out, and carries between the two
// what is meant for the other. What that puts out comes at the end.
func (t *Table) settle(now time.Duration, out *Outbox) {
	if len(t.inner.Actions) == 0 {
		return
	}
	for i := 0; i < len(t.inner.Actions); i++ {
		if a := t.inner.Actions[i]; t.carry(now, &a) {
			out.add(a)
		}
		if i == len(t.inner.Actions)-1 {
			t.lobby.flushRoster(now, &t.inner)
		}
	}
	t.inner.Reset()
}

// carry hands an action to the core that it concerns and reports whether the
// caller gets it, too.
func (t *Table) carry(now time.Duration, a *Action) (pass bool) {
	switch a.Kind {
	case launchGame:
		t.session = NewSession(now, t.lobby.sessionSeats(), NewLog(t.lobby.cfg.LogPrefix))
		a.Kind = GameStarted
		return true
	case reserveSlot:
		t.onSession(now, &Event{Kind: ReserveSlot, Slot: a.Slot, Token: a.Token, Addr: a.Addr})
		return false
	case kickSlot:
		if t.session != nil {
			t.session.kick(now, a.Slot, a.Why, &t.inner)
		}
		return false
	case beginGame:
		if t.session == nil {
			return false
		}
		if err := t.session.begin(now, a.Slot, &t.inner); err != nil {
			t.lobby.send(&t.inner, a.Conn, wire.Error{Reason: err.Error()})
		}
		return false
	case slotsAwaited:
		t.lobby.broadcast(&t.inner, wire.Waiting{Slots: a.Slots.Slots(), Millis: a.Time.Milliseconds()})
		return false
	case stopGame:
		t.onSession(now, &Event{Kind: StopGame, Reason: a.Reason})
		return false
	case SlotDropped:
		t.lobby.slotDropped(a.Slot, a.Why, &t.inner)
	case SlotReturned:
		t.lobby.slotReturned(a.Slot, &t.inner)
	case SlotJoined:
		t.lobby.broadcast(&t.inner, wire.Joined{Slot: a.Slot, Tic: a.Tic})
	case GameEnded:
		t.session = nil
		t.lobby.gameEnded(a.Reason, a.Code == CloseGone, &t.inner)
	case SendLobby, BroadcastLobby, CloseConn, AcceptGame, GameStarted, HashReported:
	}
	return true
}

func (t *Table) onSession(now time.Duration, ev *Event) {
	if t.session != nil {
		t.session.Handle(now, ev, &t.inner)
	}
}
