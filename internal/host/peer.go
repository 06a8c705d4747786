package host

import (
	"context"

	"doomhost/relay"
	"doomhost/relay/wire"
)

// peerKind is what a connection is there for.
type peerKind uint8

const (
	lobbyPeer peerKind = iota + 1
	gamePeer
	spectatorPeer
	signalPeer // agrees on a data channel; the table knows nothing of it
)

// peer is one connection.
type peer struct {
	id   relay.ConnID
	kind peerKind
	conn Conn
	addr string
	from wire.Tic // gamePeer, spectatorPeer: the first tic it wants

	mail   mail    // lobbyPeer: what waits for it
	place  int     // lobbyPeer: the crier's own
	viewer *viewer // gamePeer, spectatorPeer: the table's owner's
}

// cutter is a Conn that can be ended without a word.
type cutter interface{ cut() }

func (p *peer) cut() {
	if c, ok := p.conn.(cutter); ok {
		c.cut()
		return
	}
	p.conn.Close(uint16(relay.CloseGone), "the host shuts down")
}

// batcher is a Conn that knows whether the next message is here already.
type batcher interface{ more() bool }

// serve reads a peer until it is gone. hello is the event of its coming; each
// message becomes an event by message, which may refuse it; bye is the event
// of its going.
func (h *Host) serve(p *peer, hello relay.Event, message func([]byte) (relay.Event, bool), bye relay.EventKind) {
	h.peersMu.Lock()
	h.peers[p.id] = p
	h.peersMu.Unlock()
	select {
	case <-h.stopped:
		// Nobody else will say so.
		p.conn.Close(uint16(relay.CloseGone), "the host shuts down")
	default:
	}
	h.post(item{ev: hello, open: p})
	batches, _ := p.conn.(batcher)
	held := false // what came of the last message waits for the next one
	var err error
	for {
		var msg []byte
		if msg, err = p.conn.Read(context.Background()); err != nil {
			break
		}
		ev, ok := message(msg)
		more := batches != nil && batches.more()
		if ok || held {
			h.post(item{ev: ev, more: more})
			held = more
		}
	}
	h.peersMu.Lock()
	delete(h.peers, p.id)
	h.peersMu.Unlock()
	h.post(item{ev: relay.Event{Kind: bye, Conn: p.id, Code: closeCode(err)}, gone: true})
	p.conn.Close(uint16(relay.CloseNormal), "")
}

// newPeer numbers a connection.
func (h *Host) newPeer(kind peerKind, conn Conn, addr string) *peer {
	return &peer{id: relay.ConnID(h.nextID.Add(1)), kind: kind, conn: conn, addr: addr}
}

// ServeLobby speaks with a lobby connection until it is gone.
func (h *Host) ServeLobby(conn Conn, addr string) {
	p := h.newPeer(lobbyPeer, conn, addr)
	h.serve(p, relay.Event{Kind: relay.LobbyOpened, Conn: p.id, Addr: addr}, func(msg []byte) (relay.Event, bool) {
		return relay.Event{Kind: relay.LobbyMessage, Conn: p.id, Data: append([]byte(nil), msg...)}, true
	}, relay.LobbyClosed)
}

// ServeGame plays slot with a connection until it is gone. It gets the bundles
// from tic from on. A token may be empty.
func (h *Host) ServeGame(conn Conn, addr string, slot wire.Slot, token string, from wire.Tic) {
	p := h.newPeer(gamePeer, conn, addr)
	p.from = from
	hello := relay.Event{Kind: relay.GameOpened, Conn: p.id, Slot: slot, Token: token, Addr: addr}
	h.serve(p, hello, func(msg []byte) (relay.Event, bool) {
		m, err := wire.ParseTicMsg(msg)
		if err != nil {
			conn.Close(closePolicy, "a tic message has 12 bytes")
			return relay.Event{}, false
		}
		return relay.Event{Kind: relay.GameTic, Conn: p.id, Tic: m}, true
	}, relay.GameClosed)
}

// ServeSpectator shows the game to a connection until it is gone. What it
// sends is read, for the sake of its pongs and its goodbye, and thrown away:
// no event is made of it.
func (h *Host) ServeSpectator(conn Conn, addr string, from wire.Tic) {
	p := h.newPeer(spectatorPeer, conn, addr)
	p.from = from
	ignore := func([]byte) (relay.Event, bool) { return relay.Event{}, false }
	h.serve(p, relay.Event{Conn: p.id}, ignore, 0)
}

// allPeers lists the peers that are there now.
func (h *Host) allPeers() []*peer {
	h.peersMu.Lock()
	defer h.peersMu.Unlock()
	list := make([]*peer, 0, len(h.peers))
	for _, p := range h.peers {
		list = append(list, p)
	}
	return list
}
