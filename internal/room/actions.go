package room

import (
	"time"

	"doomhost/internal/fanout"
	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
)

// Only the executor's owner calls the following methods.

// do executes one task, but does not write new bundles.
func (r *Room) do(now time.Duration, t *task) {
	switch {
	case r.over:
		return
	case t.stop:
		r.end(now)
		return
	case t.due:
		r.armed = relay.Never
		r.relay.Advance(now, &r.out)
		r.act()
	}
	if t.ask != nil {
		t.ask(r.relay)
	}
	if t.open != nil {
		r.opened(t.open)
	}
	if t.ev.Kind != 0 {
		r.relay.Handle(now, &t.ev, &r.out)
		if len(r.out.Actions) > 0 {
			r.act()
		}
	}
	if t.gone {
		r.closed(t.ev.Conn)
	}
	r.arm(now)
}

func (r *Room) opened(p *peer) {
	r.conns[p.id] = p
	switch p.kind {
	case lobbyPeer:
		r.lobby[p.id] = p
		r.broadcaster.Join(p.member)
	case spectatorPeer:
		if r.game == nil {
			r.waiting[p.id] = p
		} else {
			r.spectate(p)
		}
		r.publish()
	case gamePeer:
		// The relay decides whether to accept it.
	case signalPeer:
		// The executor does not know of these.
	}
}

func (r *Room) closed(id relay.ConnID) {
	p := r.conns[id]
	if p == nil {
		return
	}
	delete(r.conns, id)
	if p.cursor != nil {
		r.fanout.Remove(p.cursor)
	}
	switch p.kind {
	case lobbyPeer:
		delete(r.lobby, id)
		r.broadcaster.Leave(p.member)
	case spectatorPeer:
		if p.cursor != nil && p.cursor.Source() == fanout.Source(r.game) {
			r.spectators--
		}
		delete(r.waiting, id)
		r.publish()
	case gamePeer:
		for i := range r.players {
			if r.players[i] == p {
				r.players[i] = nil
			}
		}
	case signalPeer:
		// The executor does not know of these.
	}
}

// spectate starts to send a spectator the running game.
func (r *Room) spectate(p *peer) {
	p.cursor = fanout.NewCursor(p.conn, r.game, p.from)
	r.spectators++
	r.fanout.Add(p.cursor)
}

// act carries out the relay's actions.
func (r *Room) act() {
	// Publish first: a peer that learns of a change must find it in State, too.
	r.publish()
	for i := range r.out.Actions {
		a := &r.out.Actions[i]
		switch a.Kind {
		case relay.SendLobby:
			if p := r.lobby[a.Conn]; p != nil {
				r.broadcaster.Send(p.member, transport.TextFrame(a.Data), a.Delivery)
			}
		case relay.BroadcastLobby:
			r.broadcaster.Broadcast(transport.TextFrame(a.Data), a.Delivery)
		case relay.CloseConn:
			if p := r.conns[a.Conn]; p != nil {
				if p.cursor != nil {
					r.fanout.Push(p.cursor) // send the sealed tics before closing
				}
				p.conn.Close(uint16(a.Code), a.Reason)
				r.closedConn = true
			}
		case relay.AcceptGame:
			r.accept(a)
		case relay.GameStarted:
			r.started()
		case relay.GameEnded:
			r.ended(a.Reason)
		case relay.SlotDropped:
			r.log.Info("player dropped", "slot", a.Slot.Color(), "why", a.Why.String())
		case relay.SlotJoined:
			r.log.Info("player joined", "slot", a.Slot.Color(), "tic", a.Tic)
		case relay.SlotReturned:
			r.log.Info("player returned", "slot", a.Slot.Color())
		case relay.HashReported:
			for _, f := range r.cfg.Followers {
				if taker, ok := f.(HashReceiver); ok && r.game != nil {
					taker.ReceiveHash(r.game, a.Slot, a.Tic, a.Hash)
				}
			}
		case relay.StartPreflight:
			if r.cfg.Preflight != nil {
				r.cfg.Preflight(*a.Params)
			}
		default:
			r.log.Error("unexpected action of the relay", "kind", a.Kind)
		}
	}
	r.out.Reset()
}

// accept makes a connection the player of a slot.
func (r *Room) accept(a *relay.Action) {
	p := r.conns[a.Conn]
	if p == nil || r.game == nil {
		return
	}
	p.cursor = fanout.NewCursor(p.conn, r.game, p.from)
	r.players[a.Slot] = p
	r.fanout.Push(p.cursor)
}

func (r *Room) started() {
	s, lobby := r.relay.Session(), r.relay.Lobby()
	if s == nil {
		return
	}
	r.games++
	r.sent = 0
	slots := s.InGame().Slots()
	r.game = newGame(r.games, lobby.Params(), lobby.Names(), slots, s.Log())
	r.log.Info("game started", "game", r.games, "wad", r.game.Params.WAD, "episode", r.game.Params.Episode,
		"map", r.game.Params.Map, "players", len(slots))
	for id, p := range r.waiting {
		delete(r.waiting, id)
		r.spectate(p)
	}
	for _, f := range r.cfg.Followers {
		g := r.game
		r.followers.Go(func() { follow(r.ctx, f, g) })
	}
}

func (r *Room) ended(reason string) {
	if r.game == nil {
		return
	}
	r.log.Info("game ended", "game", r.games, "tics", r.game.Log.Frontier(), "reason", reason)
	r.flush()
	r.game.announce(true)
	r.game = nil
	r.spectators = 0
	r.publish()
	r.players = [lockstep.NumSlots]*peer{}
	r.fanout.Notify()
}

// flush sends new bundles to the players and tells the workers about them.
func (r *Room) flush() {
	if r.game == nil {
		return
	}
	frontier := r.game.Log.Frontier()
	if frontier == r.sent {
		return
	}
	for _, p := range r.players {
		if p != nil {
			r.fanout.Push(p.cursor)
		}
	}
	r.fanout.Sealed()
	r.game.announce(false)
	if frontier/relay.BlockTics != r.sent/relay.BlockTics {
		select {
		case r.pack <- r.game.Log:
		default:
		}
	}
	r.sent = frontier
}

// flushAfter flushes after a task, unless the next task follows at once. It does not wait
// for the next task after a close, because a closed connection may never send it.
func (r *Room) flushAfter(t *task) {
	if !t.follows || r.closedConn {
		r.closedConn = false
		r.flush()
	}
}

// arm starts the timer for the relay's deadline.
func (r *Room) arm(now time.Duration) {
	d := r.relay.Deadline()
	if d >= r.armed {
		return
	}
	r.armed = d
	if r.timer == nil {
		r.timer = time.AfterFunc(d-now, func() { r.exec.submit(task{due: true}) })
		return
	}
	r.timer.Reset(d - now)
}

// end ends the game and the executor.
func (r *Room) end(now time.Duration) {
	stop := relay.Event{Kind: relay.StopGame, Code: relay.CloseGone, Reason: shutsDown}
	r.relay.Handle(now, &stop, &r.out)
	r.act()
	r.flush()
	r.over = true
	if r.timer != nil {
		r.timer.Stop()
	}
	close(r.exec.stopped)
}
