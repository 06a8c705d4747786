package relay

import (
	"errors"
	"time"

	"doomhost/relay/wire"
)

// Handle processes one event.
func (l *Lobby) Handle(now time.Duration, ev *Event, out *Outbox) {
	switch ev.Kind {
	case LobbyOpened:
		l.opened(ev, out)
	case LobbyClosed:
		l.disconnect(ev.Conn, out)
	case LobbyMessage:
		if p := l.byConn[ev.Conn]; p != nil {
			l.message(now, p, ev.Data, out)
		}
	case DesyncFound:
		if l.phase == LobbyInGame {
			l.broadcast(out, wire.Desync{Tic: ev.Tic.Tic, Slots: ev.Slots.Slots()})
		}
	case ContentChanged:
		l.setCatalog(ev.Catalog)
	case PreflightDone:
		l.preflightDone(ev.Preflight)
	case GameOpened, GameTic, GameClosed, StopGame, KickSlot, ReserveSlot:
		// The session handles these.
	}
	l.flush(now, out)
}

// Advance does what is due at now: a step of the countdown or a roster.
func (l *Lobby) Advance(now time.Duration, out *Outbox) {
	l.advanceCountdown(now, out)
	l.flush(now, out)
}

// Deadline returns the time at which Advance has something to do, or Never.
func (l *Lobby) Deadline() time.Duration {
	if l.preflightDue {
		return 0
	}
	d := Never
	if l.phase == LobbyCounting {
		d = l.countAt
	}
	if l.rosterDue {
		d = min(d, l.rosterLast+RosterGap)
	}
	if l.progressed {
		d = min(d, l.rosterLast+ProgressGap)
	}
	return d
}

func (l *Lobby) flush(now time.Duration, out *Outbox) {
	l.flushRoster(now, out)
	l.requestPreflight(out)
}

// opened greets a new connection with a seat, with the running game, or with the roster if
// all seats are taken.
func (l *Lobby) opened(ev *Event, out *Outbox) {
	p := l.add(ev.Conn, ev.Addr)
	switch {
	case l.phase == LobbyInGame:
		l.send(out, p.conn, l.inProgress())
	case l.sitAnywhere(p):
		l.welcome(out, p)
	default:
		l.send(out, p.conn, wire.Full{Reason: allTaken})
		l.send(out, p.conn, l.roster())
	}
	l.sendBacklog(p, out)
}

// message decodes a lobby message and carries it out. It answers a refused request with the
// reason and ignores an unknown one.
func (l *Lobby) message(now time.Duration, p *peer, data []byte, out *Outbox) {
	r, err := wire.ParseRequest(data)
	if errors.Is(err, wire.ErrUnknown) {
		return
	}
	if err == nil {
		err = l.request(now, p, r, out)
	}
	if err != nil {
		l.send(out, p.conn, wire.Error{Reason: err.Error()})
	}
}
