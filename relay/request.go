package relay

import (
	"errors"
	"time"

	"doomhost/relay/wire"
)

// message answers one message of a peer. What is refused is answered with the
// reason; what is unknown is ignored.
func (l *Lobby) message(now time.Duration, p *peer, data []byte, out *Outbox) {
	r, err := wire.ParseRequest(data)
	if errors.Is(err, wire.ErrUnknown) {
		return
	}
	if err == nil {
		err = l.request(now, p, &r, out)
	}
	if err != nil {
		l.send(out, p.conn, wire.Error{Reason: err.Error()})
	}
}

// request carries out r or says why not.
func (l *Lobby) request(now time.Duration, p *peer, r *wire.Request, out *Outbox) error {
	switch r.Verb {
	case wire.VerbName:
		l.rename(p, r.Text)
	case wire.VerbSlot:
		return l.changeSeat(p, r.Slot, out)
	case wire.VerbParams:
		return l.setParams(p, r)
	case wire.VerbStart:
		switch {
		case l.phase == LobbyInGame:
			return errors.New("a game runs already")
		case p.seat == wire.NoSlot:
			return errors.New("take a seat to start a game")
		}
		return l.start(now, out)
	case wire.VerbPing:
		l.send(out, p.conn, wire.Pong{T0: r.Echo})
	case wire.VerbJoin:
		return l.join(p, r, out)
	case wire.VerbResume:
		return l.resume(p, r, out)
	case wire.VerbHost:
		if !l.isHost(r.Token) {
			return errNotHost
		}
		p.host = true
		l.send(out, p.conn, wire.HostGranted{})
	case wire.VerbKick:
		return l.kick(p, r.Slot, out)
	case wire.VerbStop:
		if !p.host {
			return errNotHost
		}
		out.add(Action{Kind: stopGame, Reason: "the host stopped the game"})
	case wire.VerbChat:
		l.chat(p, r.Text, out)
	case wire.VerbReady:
		if p.seat == wire.NoSlot {
			return errors.New("take a seat to be ready")
		}
		l.seats[p.seat].ready = r.Ready
		l.rosterDue = true
	case wire.VerbHash:
		if l.phase == LobbyInGame && p.seat != wire.NoSlot {
			out.add(Action{Kind: HashReported, Slot: p.seat, Tic: r.Tic, Hash: parseHash(r.Hash)})
		}
	case wire.VerbLeave:
		l.leave(p, out)
	}
	return nil
}

func (l *Lobby) rename(p *peer, name string) {
	p.name = name
	if p.seat != wire.NoSlot {
		l.seats[p.seat].name = name
		l.rosterDue = true
	}
}

// changeSeat moves p to the free seat i.
func (l *Lobby) changeSeat(p *peer, i wire.Slot, out *Outbox) error {
	switch {
	case l.phase == LobbyInGame:
		return errors.New("a game runs: join takes a seat in it")
	case i == p.seat:
		return nil
	case l.seats[i].taken:
		return errSlotTaken(i)
	}
	ready := p.seat != wire.NoSlot && l.seats[p.seat].ready
	// The seat left behind must not end a countdown: p sits on one throughout.
	old := p.seat
	p.seat = wire.NoSlot
	l.sit(p, i)
	l.seats[i].ready = ready
	if old != wire.NoSlot {
		l.seats[old] = seat{}
	}
	l.welcome(out, p)
	return nil
}

func (l *Lobby) setParams(p *peer, r *wire.Request) error {
	switch {
	case l.phase == LobbyInGame:
		return errors.New("a game runs: its settings stay as they are")
	case p.seat == wire.NoSlot:
		return errors.New("take a seat to change the settings")
	}
	merged, err := wire.MergeParams(l.params, r.Params)
	if err != nil {
		return err
	}
	if err := l.checkParams(&merged, l.params); err != nil {
		return err
	}
	l.params = merged
	l.rosterDue = true
	return nil
}

// join gives an onlooker a seat: in the lobby at once, in a game as a drop-in.
func (l *Lobby) join(p *peer, r *wire.Request, out *Outbox) error {
	if r.HasText {
		l.rename(p, r.Text)
	}
	if p.seat != wire.NoSlot {
		return errors.New("you have a seat")
	}
	switch {
	case r.Slot != wire.NoSlot && l.seats[r.Slot].taken:
		l.send(out, p.conn, wire.Full{Reason: errSlotTaken(r.Slot).Error()})
		return nil
	case r.Slot != wire.NoSlot:
		l.sit(p, r.Slot)
	case !l.sitAnywhere(p):
		l.send(out, p.conn, wire.Full{Reason: "all four seats are taken; you can watch the game"})
		return nil
	}
	l.welcome(out, p)
	if l.phase == LobbyInGame {
		l.dropIn(p, out)
	}
	return nil
}

// dropIn reserves p's fresh seat in the running game and launches p.
func (l *Lobby) dropIn(p *peer, out *Outbox) {
	s := &l.seats[p.seat]
	out.add(Action{Kind: reserveSlot, Slot: p.seat, Token: s.token, Addr: s.addr})
	launch := l.launchFor(p.seat)
	launch.Join, launch.Frontier = true, &l.frontier
	l.send(out, p.conn, launch)
}

// resume gives a seat of the running game back to its owner, who has a new
// lobby connection.
func (l *Lobby) resume(p *peer, r *wire.Request, out *Outbox) error {
	s := &l.seats[r.Slot]
	switch {
	case l.phase != LobbyInGame:
		return errors.New("no game runs")
	case !sameToken(s.token, r.Token):
		return errors.New("the seat is not yours any more")
	case p.seat != wire.NoSlot && p.seat != r.Slot:
		return errors.New("you have another seat")
	}
	if old := l.byConn[s.conn]; old != nil && old != p && old.seat == r.Slot {
		old.seat = wire.NoSlot
	}
	if p.name == "" {
		p.name = s.name
	}
	if !s.taken {
		l.sit(p, r.Slot)
		l.welcome(out, p)
		l.dropIn(p, out)
		return nil
	}
	s.conn, s.addr, p.seat = p.conn, p.addr, r.Slot
	l.welcome(out, p)
	launch := l.launchFor(r.Slot)
	launch.Resume, launch.Frontier = true, &l.frontier
	l.send(out, p.conn, launch)
	l.rosterDue = true // a page that had the seat till now learns that a game runs
	return nil
}

// kick throws the player on seat i out of the lobby and of the game.
func (l *Lobby) kick(p *peer, i wire.Slot, out *Outbox) error {
	switch {
	case !p.host:
		return errNotHost
	case !l.seats[i].taken:
		return errors.New("nobody sits there")
	}
	conn := l.seats[i].conn
	if l.phase == LobbyInGame {
		out.add(Action{Kind: kickSlot, Slot: i, Why: DropKicked})
	}
	if victim := l.byConn[conn]; victim != nil && victim.seat == i {
		out.closeConn(conn, CloseKicked, "the host sent you away")
		l.closed(conn, out)
	}
	return nil
}

// leave frees p's seat; p stays as an onlooker.
func (l *Lobby) leave(p *peer, out *Outbox) {
	if p.seat == wire.NoSlot {
		return
	}
	if l.phase == LobbyInGame {
		out.add(Action{Kind: kickSlot, Slot: p.seat, Why: DropLeft})
		return
	}
	l.stand(p)
	p.aside = true
	l.seatOnlookers(out)
}

func (l *Lobby) chat(p *peer, text string, out *Outbox) {
	line := wire.Chat{Name: p.name, Text: text}
	if p.seat != wire.NoSlot {
		i := p.seat
		line.Slot, line.Name = &i, l.nameOf(i)
	} else if line.Name == "" {
		line.Name = "onlooker"
	}
	l.broadcast(out, line)
}
