package relay

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"time"

	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// errUnhandled refuses a message that package wire knows and request does not.
var errUnhandled = errors.New("this host cannot do that")

// request carries out r or returns why not.
func (l *Lobby) request(now time.Duration, p *peer, r wire.Request, out *Outbox) error {
	switch r := r.(type) {
	case wire.NameRequest:
		l.rename(p, string(r.Name))
	case wire.SlotRequest:
		return l.changeSeat(p, r.Slot, out)
	case wire.ParamsRequest:
		return l.setParams(p, r)
	case wire.StartRequest:
		switch {
		case l.phase == LobbyInGame:
			return errors.New("a game runs already")
		case p.seat == lockstep.NoSlot:
			return errors.New("take a seat to start a game")
		}
		return l.start(now, p, r.Anyway, out)
	case wire.PingRequest:
		pong := wire.AppendReply(nil, wire.Pong{T0: json.RawMessage(r.T0)})
		out.add(Action{Kind: SendLobby, Delivery: AtOnce, Conn: p.conn, Data: pong})
	case wire.JoinRequest:
		return l.join(now, p, r, out)
	case wire.ResumeRequest:
		return l.resume(now, p, r, out)
	case wire.HostRequest:
		if !l.isAdmin(string(r.Token)) {
			return errNotAdmin
		}
		p.admin = true
		l.send(out, p.conn, wire.HostGranted{})
	case wire.KickRequest:
		return l.kick(p, r.Slot, out)
	case wire.StopRequest:
		if !p.admin {
			return errNotAdmin
		}
		out.add(Action{Kind: stopGame, Reason: "the host stopped the game"})
	case wire.ChatRequest:
		return l.chat(now, p, string(r.Text), out)
	case wire.ReadyRequest:
		if p.seat == lockstep.NoSlot {
			return errors.New("take a seat to be ready")
		}
		l.seats[p.seat].ready = r.Ready
		l.rosterDue = true
	case wire.HashRequest:
		if l.phase == LobbyInGame && p.seat != lockstep.NoSlot {
			out.add(Action{Kind: HashReported, Slot: p.seat, Tic: r.Tic, Hash: parseHash(r.Hash)})
		}
	case wire.LeaveRequest:
		// A leave with a token concerns that token's seat only. It comes on another connection than
		// the game's, so the game may be over by then and the player may have a new seat.
		if r.Token == "" || p.seat != lockstep.NoSlot && sameToken(l.seats[p.seat].token, string(r.Token)) {
			l.leave(p, out)
		}
	case wire.ProgressRequest:
		if p.seat != lockstep.NoSlot {
			l.seats[p.seat].progress = wire.Progress(r)
			l.progressed = true
		}
	case wire.BeginRequest:
		if l.phase != LobbyInGame || p.seat == lockstep.NoSlot {
			return errors.New("only a player of a game that was just launched can begin it")
		}
		out.add(Action{Kind: beginGame, Conn: p.conn, Slot: p.seat})
	default:
		return errUnhandled
	}
	return nil
}

// changeSeat moves p to the free seat i.
func (l *Lobby) changeSeat(p *peer, i lockstep.Slot, out *Outbox) error {
	switch {
	case l.phase == LobbyInGame:
		return errors.New("a game runs: join takes a seat in it")
	case i == p.seat:
		return nil
	case l.seats[i].taken:
		return errSlotTaken(i)
	}
	l.move(p, i)
	l.welcome(out, p)
	return nil
}

func (l *Lobby) setParams(p *peer, r wire.ParamsRequest) error {
	switch {
	case l.phase == LobbyInGame:
		return errors.New("a game runs: its settings stay as they are")
	case p.seat == lockstep.NoSlot:
		return errors.New("take a seat to change the settings")
	}
	merged, err := wire.MergeParams(l.params, r.Params)
	if err != nil {
		return err
	}
	same := reflect.DeepEqual(merged, l.params)
	if err := l.catalog.Fit(&merged, l.params); err != nil {
		return err
	}
	if same { // the sender insists on this choice, which may be known to fail
		if err := l.preflightFailure(); err != nil {
			return err
		}
	}
	l.choose(merged)
	return nil
}

// join gives a spectator a seat: at once in the lobby, as a drop-in during a game.
func (l *Lobby) join(now time.Duration, p *peer, r wire.JoinRequest, out *Outbox) error {
	if r.Name != nil {
		l.rename(p, string(*r.Name))
	}
	if p.seat != lockstep.NoSlot {
		return errors.New("you have a seat")
	}
	switch {
	case r.Slot != nil && l.seats[*r.Slot].taken:
		l.send(out, p.conn, wire.Full{Reason: errSlotTaken(*r.Slot).Error()})
		return nil
	case l.taken() == lockstep.AllSlots:
		l.send(out, p.conn, wire.Full{Reason: allTaken})
		return nil
	}
	if l.phase == LobbyInGame {
		if err := l.allow(now, p); err != nil {
			return err
		}
	}
	if r.Slot != nil {
		l.sit(p, *r.Slot)
	} else {
		l.sitAnywhere(p)
	}
	l.welcome(out, p)
	if l.phase == LobbyInGame {
		l.dropIn(p, out)
	}
	return nil
}

// resume gives a seat back to its owner, who has a new lobby connection while the old one may
// still be half open. Outside a game, the new connection may already have got another seat;
// resume frees that one.
func (l *Lobby) resume(now time.Duration, p *peer, r wire.ResumeRequest, out *Outbox) error {
	s := &l.seats[r.Slot]
	switch {
	case !sameToken(s.token, string(r.Token)):
		return errors.New("the seat is not yours any more")
	case l.phase == LobbyInGame && p.seat != lockstep.NoSlot && p.seat != r.Slot:
		return errors.New("you have another seat")
	}
	if !s.taken {
		if err := l.allow(now, p); err != nil {
			return err
		}
	}
	if old := l.byConn[s.conn]; old != nil && old != p && old.seat == r.Slot {
		// The old connection may be dead, so it must not get a free seat before live spectators.
		old.seat, old.standing = lockstep.NoSlot, l.phase != LobbyInGame
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
	if l.phase != LobbyInGame && instead != lockstep.NoSlot && instead != r.Slot {
		l.seats[instead] = seat{} // free it first, because it may have p's name
	}
	s.conn, s.addr, s.name, p.seat, p.standing = p.conn, p.addr, l.uniqueName(p.name, r.Slot), r.Slot, false
	l.welcome(out, p)
	l.rosterDue = true // tells a page that had the seat until now that it has none, and whether a game is running
	if l.phase != LobbyInGame {
		if instead != lockstep.NoSlot && instead != r.Slot {
			l.seatSpectators(out)
		}
		return nil
	}
	launch := l.launchFor(r.Slot)
	launch.Resume, launch.Frontier = true, &l.frontier
	l.send(out, p.conn, launch)
	return nil
}

// kick removes the player on seat i from the lobby and from the game.
func (l *Lobby) kick(p *peer, i lockstep.Slot, out *Outbox) error {
	switch {
	case !p.admin:
		return errNotAdmin
	case !l.seats[i].taken:
		return errors.New("nobody sits there")
	}
	conn := l.seats[i].conn
	if l.phase == LobbyInGame {
		out.add(Action{Kind: kickSlot, Slot: i, Why: DropKicked})
	}
	if victim := l.byConn[conn]; victim != nil && victim.seat == i {
		out.closeConn(conn, CloseKicked, "the host sent you away")
		l.disconnect(conn, out)
	}
	return nil
}

// leave frees p's seat; p stays as a spectator.
func (l *Lobby) leave(p *peer, out *Outbox) {
	if p.seat == lockstep.NoSlot {
		return
	}
	if l.phase == LobbyInGame {
		out.add(Action{Kind: kickSlot, Slot: p.seat, Why: DropLeft})
		return
	}
	l.leaveSeat(p)
	p.standing = true
	l.seatSpectators(out)
}

// parseHash reads 16 hex digits, which the decoder has checked.
func parseHash(hash wire.Hash) uint64 {
	h, err := strconv.ParseUint(string(hash), 16, 64)
	if err != nil {
		return 0
	}
	return h
}
