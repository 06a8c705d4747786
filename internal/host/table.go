package host

import (
	"context"
	"sync"
	"time"

	"doomhost/relay"
	"doomhost/relay/wire"
)

// table is the host's own state round the relay.Table. It and all its methods
// are for whoever owns the table at the moment (see post).
type table struct {
	h       *Host
	ctx     context.Context // of the followers; nil before Run
	over    bool            // nothing is done any more
	cut     bool            // a connection was closed since the last flush
	timer   *time.Timer     // brings an item when the relay's deadline has come
	armed   time.Duration   // when that is
	out     relay.Outbox
	peers   map[relay.ConnID]*peer
	lobby   map[relay.ConnID]*peer
	waiting map[relay.ConnID]*peer // spectators who wait for a game
	watch   int                    // spectators of the running game
	players [wire.NumSlots]*peer
	game    *Game // nil while none runs
	games   int
	sent    wire.Tic // the frontier that players and movers know of

	followers sync.WaitGroup
}

func newTable(h *Host) *table {
	return &table{
		h:       h,
		armed:   relay.Never,
		peers:   make(map[relay.ConnID]*peer),
		lobby:   make(map[relay.ConnID]*peer),
		waiting: make(map[relay.ConnID]*peer),
	}
}

// take does one item, all but the writing of new bundles.
func (t *table) take(now time.Duration, it *item) {
	switch {
	case t.over:
		return
	case it.stop:
		t.end(now)
		return
	case it.due:
		t.armed = relay.Never
		t.h.table.Advance(now, &t.out)
		t.act()
	}
	if it.ask != nil {
		it.ask(t.h.table)
	}
	if it.open != nil {
		t.opened(it.open)
	}
	if it.ev.Kind != 0 {
		t.h.table.Handle(now, &it.ev, &t.out)
		if len(t.out.Actions) > 0 {
			t.act()
		}
	}
	if it.gone {
		t.closed(it.ev.Conn)
	}
	t.arm(now)
}

func (t *table) opened(p *peer) {
	t.peers[p.id] = p
	switch p.kind {
	case lobbyPeer:
		t.lobby[p.id] = p
		t.h.crier.add(notice{what: errandCome, to: p})
	case spectatorPeer:
		if t.game == nil {
			t.waiting[p.id] = p
		} else {
			t.show(p)
		}
		t.h.publish(t)
	case gamePeer:
		// The relay says whether it is accepted.
	case signalPeer:
		// Never comes here.
	}
}

func (t *table) closed(id relay.ConnID) {
	p := t.peers[id]
	if p == nil {
		return
	}
	delete(t.peers, id)
	if p.viewer != nil {
		p.viewer.dead.Store(true)
		t.h.crowd.bury()
	}
	switch p.kind {
	case lobbyPeer:
		delete(t.lobby, id)
		t.h.crier.add(notice{what: errandGo, to: p})
	case spectatorPeer:
		if p.viewer != nil && p.viewer.game == t.game {
			t.watch--
		}
		delete(t.waiting, id)
		t.h.publish(t)
	case gamePeer:
		for i := range t.players {
			if t.players[i] == p {
				t.players[i] = nil
			}
		}
	case signalPeer:
		// Never comes here.
	}
}

// show lets a spectator watch the running game.
func (t *table) show(p *peer) {
	p.viewer = &viewer{conn: p.conn, game: t.game, cursor: min(p.from, t.game.Log.Frontier())}
	t.watch++
	t.h.crowd.add(p.viewer)
}

// act carries out what the relay put out.
func (t *table) act() {
	// Who hears of a change finds it in /api/info, too.
	t.h.publish(t)
	for i := range t.out.Actions {
		a := &t.out.Actions[i]
		switch a.Kind {
		case relay.SendLobby:
			if p := t.lobby[a.Conn]; p != nil {
				t.h.crier.tell(p, textFrame(a.Data), a.Delivery)
			}
		case relay.BroadcastLobby:
			t.h.crier.tell(nil, textFrame(a.Data), a.Delivery)
		case relay.CloseConn:
			if p := t.peers[a.Conn]; p != nil {
				if p.viewer != nil {
					t.push(p) // what was sealed before it goes
				}
				p.conn.Close(uint16(a.Code), a.Reason)
				t.cut = true
			}
		case relay.AcceptGame:
			t.accept(a)
		case relay.GameStarted:
			t.started()
		case relay.GameEnded:
			t.ended(a.Reason)
		case relay.SlotDropped:
			t.h.log.Info("player dropped", "slot", a.Slot.Color(), "why", a.Why.String())
		case relay.SlotJoined:
			t.h.log.Info("player joined", "slot", a.Slot.Color(), "tic", a.Tic)
		case relay.SlotReturned:
			t.h.log.Info("player returned", "slot", a.Slot.Color())
		case relay.HashReported:
			for _, f := range t.h.cfg.Followers {
				if taker, ok := f.(HashTaker); ok && t.game != nil {
					taker.TakeHash(t.game, a.Slot, a.Tic, a.Hash)
				}
			}
		default:
			t.h.log.Error("unexpected action of the relay", "kind", a.Kind)
		}
	}
	t.out.Reset()
}

// accept makes a connection the one that plays a slot.
func (t *table) accept(a *relay.Action) {
	p := t.peers[a.Conn]
	if p == nil || t.game == nil {
		return
	}
	p.viewer = &viewer{conn: p.conn, game: t.game, cursor: min(p.from, t.game.Log.Frontier())}
	t.players[a.Slot] = p
	t.push(p)
}

func (t *table) started() {
	s, lobby := t.h.table.Session(), t.h.table.Lobby()
	if s == nil {
		return
	}
	t.games++
	t.sent = 0
	slots := s.InGame().Slots()
	t.game = newGame(t.games, lobby.Params(), lobby.Names(), slots, s.Log())
	t.h.log.Info("game started", "game", t.games, "wad", t.game.Params.WAD, "episode", t.game.Params.Episode,
		"map", t.game.Params.Map, "players", len(slots))
	for id, p := range t.waiting {
		delete(t.waiting, id)
		t.show(p)
	}
	for _, f := range t.h.cfg.Followers {
		g := t.game
		t.followers.Go(func() { follow(t.ctx, f, g) })
	}
}

func (t *table) ended(reason string) {
	if t.game == nil {
		return
	}
	t.h.log.Info("game ended", "game", t.games, "tics", t.game.Log.Frontier(), "reason", reason)
	t.flush()
	t.game.announce(true)
	t.game = nil
	t.watch = 0
	t.h.publish(t)
	t.players = [wire.NumSlots]*peer{}
	t.h.crowd.nudge()
}

// flush gives new bundles to the players and tells the movers of them.
func (t *table) flush() {
	if t.game == nil {
		return
	}
	frontier := t.game.Log.Frontier()
	if frontier == t.sent {
		return
	}
	for _, p := range t.players {
		if p != nil {
			t.push(p)
		}
	}
	t.h.crowd.sealed()
	t.game.announce(false)
	if frontier/relay.BlockTics != t.sent/relay.BlockTics {
		select {
		case t.h.pack <- t.game.Log:
		default:
		}
	}
	t.sent = frontier
}

// push sends a player what it can take at once; the rest is a mover's.
func (t *table) push(p *peer) {
	v := p.viewer
	if v.dead.Load() || !v.own() {
		return
	}
	switch v.push() {
	case pushedAll:
		if !v.release() {
			t.h.crowd.enqueue(v)
		}
	case pushedSome:
		t.h.crowd.enqueue(v)
	case pushedBlocked:
		if v.behind() > nearly {
			t.h.crowd.enqueue(v)
		} else {
			t.h.crowd.await(v)
		}
	case pushedFailed:
		v.fail()
	}
}
