package host

import (
	"context"
	"errors"
	"net/http"

	"doomhost/relay"
	"doomhost/relay/wire"
	"doomhost/signal"
)

// signaling answers /ws/signal?slot=N&token=T[&from=TIC] for a player, and
// /ws/signal[?from=TIC] for a spectator. It comes before any WebRTC that a
// stranger gets nothing: a player has to show its token.
func (h *Host) signaling(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	from, ok := ticParam(w, q.Get("from"))
	if !ok {
		return
	}
	slot, watch := slotParam(q.Get("slot")), !q.Has("slot")
	token := q.Get("token")
	h.socket(w, r, signal.MaxMessage, func(c Conn, addr string) {
		h.ServeSignal(c, addr, watch, slot, token, from)
	})
}

// ServeSignal agrees on a data channel with a peer whose signaling messages
// conn carries, and then plays or watches over the channel until it is gone.
func (h *Host) ServeSignal(conn Conn, addr string, watch bool, slot wire.Slot, token string, from wire.Tic) {
	if !watch && !h.OwnsSlot(slot, token) {
		conn.Close(uint16(relay.CloseToken), "this is not the slot's token")
		return
	}
	// It is pinged and closed like any other.
	p := h.newPeer(signalPeer, conn, addr)
	h.peersMu.Lock()
	h.peers[p.id] = p
	h.peersMu.Unlock()
	defer func() {
		h.peersMu.Lock()
		delete(h.peers, p.id)
		h.peersMu.Unlock()
	}()
	err := h.cfg.Signal.Serve(signalLink{conn}, signal.Asker{Addr: addr, Plays: !watch}, func(ch *signal.Channel) {
		h.serveChannel(ch, addr, watch, slot, token, from)
	})
	if err != nil && !errors.Is(err, signal.ErrBroken) {
		h.log.Debug("no data channel any more", "addr", addr, "err", err)
	}
}

// serveChannel plays or watches over a channel until it is gone.
func (h *Host) serveChannel(ch *signal.Channel, addr string, watch bool, slot wire.Slot, token string, from wire.Tic) {
	var conn Conn
	switch ch.Mode {
	case signal.Ordered:
		conn = &orderedConn{newChannelConn(ch, h.now, &h.cfg.Limits, h.cfg.Limits.TicMessage)}
	case signal.Fast:
		c, first, err := newFastConn(ch, h.now, &h.cfg.Limits)
		if err != nil {
			return
		}
		h.readers.Go(c.repeat)
		conn, from = c, first
	}
	h.log.Debug("data channel open", "addr", addr, "mode", ch.Mode.String(), "from", from)
	if watch {
		h.ServeSpectator(conn, addr, from)
	} else {
		h.ServeGame(conn, addr, slot, token, from)
	}
}

// signalLink is a Conn as a signal.Link.
type signalLink struct{ conn Conn }

func (l signalLink) Read() ([]byte, error) {
	b, err := l.conn.Read(context.Background())
	if err == nil || closeCode(err) != relay.CloseBroken {
		return b, err
	}
	return nil, errors.Join(signal.ErrBroken, err)
}

func (l signalLink) Write(msg []byte) error { return l.conn.Write(textFrame(msg)) }

func (l signalLink) Close(code uint16, reason string) { l.conn.Close(code, reason) }
