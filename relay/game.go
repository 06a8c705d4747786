package relay

import (
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// launch starts the game with everybody who has a seat.
func (l *Lobby) launch(out *Outbox) {
	if !l.enter(LobbyInGame) {
		return
	}
	l.frontier = 0
	for i := range l.seats {
		l.seats[i].ready = false
	}
	out.add(Action{Kind: launchGame})
	for _, p := range l.peers {
		if p.seat == lockstep.NoSlot {
			l.send(out, p.conn, l.inProgress())
			continue
		}
		l.send(out, p.conn, l.launchFor(p.seat))
	}
	l.rosterDue = true
}

func (l *Lobby) inProgress() wire.InProgress {
	return wire.InProgress{
		Params: l.params, Frontier: l.frontier, Players: l.players(), FreeSlots: l.freeSlots(),
	}
}

func (l *Lobby) launchFor(i lockstep.Slot) wire.Launch {
	return wire.Launch{
		Params: l.params, NumPlayers: lockstep.NumSlots, Slots: l.taken().Slots(), Names: l.names(), Token: l.seats[i].token,
	}
}

// dropIn reserves p's new seat in the running game and sends p the launch.
func (l *Lobby) dropIn(p *peer, out *Outbox) {
	s := &l.seats[p.seat]
	out.add(Action{Kind: reserveSlot, Slot: p.seat, Token: s.token, Addr: s.addr})
	launch := l.launchFor(p.seat)
	launch.Join, launch.Frontier = true, &l.frontier
	l.send(out, p.conn, launch)
}

// slotDropped frees the seat of a slot that left the game. Its owner can come back until
// somebody else takes the seat, but not after a kick.
func (l *Lobby) slotDropped(i lockstep.Slot, why DropReason, out *Outbox) {
	l.dropped(i, why == DropKicked)
	l.broadcast(out, wire.Dropped{Slot: i, Reason: why.String()})
}

// slotReturned gives the seat back to its owner, who came with the seat's token. It also
// tells the owner's page, which knows about the drop.
func (l *Lobby) slotReturned(i lockstep.Slot, out *Outbox) {
	if p := l.returned(i); p != nil {
		l.welcome(out, p)
	}
}

// gameEnded opens the lobby again. Connected players keep their seats, and spectators get the
// free ones.
func (l *Lobby) gameEnded(reason string, closing bool, out *Outbox) {
	if !l.enter(LobbyOpen) {
		return
	}
	l.broadcast(out, wire.Ended{Reason: reason, Closing: closing})
	l.freeAbandoned()
	l.seatSpectators(out)
	l.refit() // the catalog may have changed while the game ran
}
