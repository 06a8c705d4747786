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
		return l.start(now, p, r.Anyway, out)
	case wire.VerbPing:
		pong := wire.AppendReply(nil, wire.Pong{T0: r.Echo})
		out.add(Action{Kind: SendLobby, Delivery: AtOnce, Conn: p.conn, Data: pong})
	case wire.VerbJoin:
		return l.join(now, p, r, out)
	case wire.VerbResume:
		return l.resume(now, p, r, out)
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
		return l.chat(now, p, r.Text, out)
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
	case wire.VerbProgress:
		if p.seat != wire.NoSlot {
			l.seats[p.seat].progress = wire.Progress{Have: r.Have, Total: r.Total}
			l.progressed = true
		}
	case wire.VerbBegin:
		if l.phase != LobbyInGame || p.seat == wire.NoSlot {
			return errors.New("only a player of a game that was just launched can begin it")
		}
		out.add(Action{Kind: beginGame, Conn: p.conn, Slot: p.seat})
	}
	return nil
}

func (l *Lobby) rename(p *peer, name string) {
	p.name = name
	if p.seat != wire.NoSlot {
		l.seats[p.seat].name = l.freeName(name, p.seat)
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
	var progress wire.Progress
	ready := false
	if p.seat != wire.NoSlot {
		ready, progress = l.seats[p.seat].ready, l.seats[p.seat].progress
	}
	// The seat left behind must not end a countdown: p sits on one throughout.
	if old := p.seat; old != wire.NoSlot {
		l.seats[old] = seat{}
	}
	p.seat = wire.NoSlot
	l.sit(p, i)
	l.seats[i].ready, l.seats[i].progress = ready, progress
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
	l.anyway = false // it was about another choice
	l.rosterDue = true
	return nil
}

// join gives an onlooker a seat: in the lobby at once, in a game as a drop-in.
func (l *Lobby) join(now time.Duration, p *peer, r *wire.Request, out *Outbox) error {
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
	case l.taken() == wire.AllSlots:
		l.send(out, p.conn, wire.Full{Reason: "all four seats are taken; you can watch the game"})
		return nil
	}
	if l.phase == LobbyInGame {
		if err := l.loud(now, p); err != nil {
			return err
		}
	}
	if r.Slot != wire.NoSlot {
		l.sit(p, r.Slot)
	} else {
		l.sitAnywhere(p)
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

// resume gives a seat back to its owner, who has a new lobby connection while the
// old one may hang half open. Outside a game the owner got another seat meanwhile, where
// one was free: that is nobody's again.
func (l *Lobby) resume(now time.Duration, p *peer, r *wire.Request, out *Outbox) error {
	s := &l.seats[r.Slot]
	switch {
	case !sameToken(s.token, r.Token):
		return errors.New("the seat is not yours any more")
	case l.phase == LobbyInGame && p.seat != wire.NoSlot && p.seat != r.Slot:
		return errors.New("you have another seat")
	}
	if !s.taken {
		if err := l.loud(now, p); err != nil {
			return err
		}
	}
	if old := l.byConn[s.conn]; old != nil && old != p && old.seat == r.Slot {
		// Onlookers who do look come before it.
		old.seat, old.aside = wire.NoSlot, l.phase != LobbyInGame
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
	instead := p.seat
	if l.phase != LobbyInGame && instead != wire.NoSlot && instead != r.Slot {
		l.seats[instead] = seat{} // first: it may have p's name
	}
	s.conn, s.addr, s.name, p.seat, p.aside = p.conn, p.addr, l.freeName(p.name, r.Slot), r.Slot, false
	l.welcome(out, p)
	l.rosterDue = true // a page that had the seat till now learns that it has none, and whether a game runs
	if l.phase != LobbyInGame {
		if instead != wire.NoSlot && instead != r.Slot {
			l.seatOnlookers(out)
		}
		return nil
	}
	launch := l.launchFor(r.Slot)
	launch.Resume, launch.Frontier = true, &l.frontier
	l.send(out, p.conn, launch)
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

func (l *Lobby) chat(now time.Duration, p *peer, text string, out *Outbox) error {
	if err := l.loud(now, p); err != nil {
		return err
	}
	line := wire.Chat{Name: p.name, Text: text}
	if p.seat != wire.NoSlot {
		i := p.seat
		line.Slot, line.Name = &i, l.nameOf(i)
	} else if line.Name == "" {
		line.Name = "onlooker"
	}
	l.remember(line)
	out.add(Action{Kind: BroadcastLobby, Delivery: IfRoom, Data: wire.AppendReply(nil, line)})
	return nil
}

// chatBacklog is how many lines of chat a newcomer gets.
const chatBacklog = 30

// remember keeps a line of chat for those who come later.
func (l *Lobby) remember(line wire.Chat) {
	line.Past = true
	if len(l.chatLog) == chatBacklog {
		l.chatLog = append(l.chatLog[:0], l.chatLog[1:]...)
	}
	l.chatLog = append(l.chatLog, line)
}

// sendBacklog gives p the lines that were said before it came.
func (l *Lobby) sendBacklog(out *Outbox, p *peer) {
	for _, line := range l.chatLog {
		out.add(Action{Kind: SendLobby, Delivery: IfRoom, Conn: p.conn, Data: wire.AppendReply(nil, line)})
	}
}
