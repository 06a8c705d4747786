package room

import (
	"context"

	"doomhost/internal/fanout"
	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
)

// peerKind is the purpose of a connection.
type peerKind uint8

const (
	lobbyPeer peerKind = iota + 1
	gamePeer
	spectatorPeer
	signalPeer // negotiates a data channel; the executor does not know of it
)

// shutsDown is the close reason for every connection when the host shuts down.
const shutsDown = "the host shuts down"

// peer is one connection.
type peer struct {
	id   relay.ConnID
	kind peerKind
	conn transport.Conn
	addr string
	from lockstep.Tic // gamePeer, spectatorPeer: the first tic it wants

	member *fanout.Member // lobbyPeer
	cursor *fanout.Cursor // gamePeer, spectatorPeer: belongs to the executor's owner
}

func (p *peer) abort() {
	if c, ok := p.conn.(transport.Aborter); ok {
		c.Abort()
		return
	}
	p.conn.Close(uint16(relay.CloseGone), shutsDown)
}

// serve reads from a peer until it disconnects. hello is the event for its arrival, message
// turns each message into an event or refuses it, and bye is the event for its departure.
func (r *Room) serve(p *peer, hello relay.Event, message func([]byte) (relay.Event, bool), bye relay.EventKind) {
	r.addPeer(p)
	select {
	case <-r.exec.stopped:
		// Goodbye may have run before addPeer.
		p.conn.Close(uint16(relay.CloseGone), shutsDown)
	default:
	}
	r.exec.submit(task{ev: hello, open: p})
	buffered, _ := p.conn.(transport.BufferedReader)
	held := false // the last task's results wait for the next task
	var err error
	for {
		var msg []byte
		if msg, err = p.conn.Read(context.Background()); err != nil {
			break
		}
		ev, ok := message(msg)
		follows := buffered != nil && buffered.Buffered()
		if ok || held {
			r.exec.submit(task{ev: ev, follows: follows})
			held = follows
		}
	}
	r.removePeer(p)
	r.exec.submit(task{ev: relay.Event{Kind: bye, Conn: p.id, Code: closeCode(err)}, gone: true})
	p.conn.Close(uint16(relay.CloseNormal), "")
}

// closeCode returns the relay's code for the error that ended a connection.
func closeCode(err error) relay.CloseCode {
	if code, ok := transport.CloseCode(err); ok {
		return relay.CloseCode(code)
	}
	return relay.CloseBroken
}

// newPeer makes a peer with a new ID.
func (r *Room) newPeer(kind peerKind, conn transport.Conn, addr string) *peer {
	return &peer{id: relay.ConnID(r.nextID.Add(1)), kind: kind, conn: conn, addr: addr}
}

// ServeLobby serves a lobby connection until it closes.
func (r *Room) ServeLobby(conn transport.Conn, addr string) {
	p := r.newPeer(lobbyPeer, conn, addr)
	p.member = fanout.NewMember(conn)
	r.serve(p, relay.Event{Kind: relay.LobbyOpened, Conn: p.id, Addr: addr}, func(msg []byte) (relay.Event, bool) {
		return relay.Event{Kind: relay.LobbyMessage, Conn: p.id, Data: append([]byte(nil), msg...)}, true
	}, relay.LobbyClosed)
}

// ServeGame serves the player of slot until its connection closes. The connection receives
// the bundles from tic from on. The token may be empty.
func (r *Room) ServeGame(conn transport.Conn, addr string, slot lockstep.Slot, token string, from lockstep.Tic) {
	p := r.newPeer(gamePeer, conn, addr)
	p.from = from
	hello := relay.Event{Kind: relay.GameOpened, Conn: p.id, Slot: slot, Token: token, Addr: addr}
	r.serve(p, hello, func(msg []byte) (relay.Event, bool) {
		m, err := lockstep.ParseTicMsg(msg)
		if err != nil {
			conn.Close(transport.ClosePolicy, "a tic message has 12 bytes")
			return relay.Event{}, false
		}
		return relay.Event{Kind: relay.GameTic, Conn: p.id, Tic: m}, true
	}, relay.GameClosed)
}

// ServeSpectator sends the game to a spectator until the connection closes. It reads the
// connection to process pongs and the close frame, and turns no message into an event.
func (r *Room) ServeSpectator(conn transport.Conn, addr string, from lockstep.Tic) {
	p := r.newPeer(spectatorPeer, conn, addr)
	p.from = from
	ignore := func([]byte) (relay.Event, bool) { return relay.Event{}, false }
	r.serve(p, relay.Event{Conn: p.id}, ignore, 0)
}

func (r *Room) addPeer(p *peer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.peers[p.id] = p
}

func (r *Room) removePeer(p *peer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.peers, p.id)
}

// allPeers lists the current peers.
func (r *Room) allPeers() []*peer {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]*peer, 0, len(r.peers))
	for _, p := range r.peers {
		list = append(list, p)
	}
	return list
}
