package room

import (
	"context"
	"errors"

	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
	rtc "doomhost/signal"
)

// ServeSignal negotiates a data channel with a peer, using conn for the signaling
// messages. Then it serves a player or spectator over the channel until that closes.
func (r *Room) ServeSignal(
	conn transport.Conn, addr string, spectates bool, slot lockstep.Slot, token string, from lockstep.Tic,
) {
	if !spectates && !r.OwnsSlot(slot, token) {
		conn.Close(uint16(relay.CloseToken), "this is not the slot's token")
		return
	}
	// keepalive checks this peer like any other.
	p := r.newPeer(signalPeer, conn, addr)
	r.addPeer(p)
	defer r.removePeer(p)
	err := r.cfg.Signal.Serve(signalLink{conn}, rtc.Asker{Addr: addr, Plays: !spectates}, func(ch *rtc.Channel) {
		r.serveChannel(ch, addr, spectates, slot, token, from)
	})
	if err != nil && !errors.Is(err, rtc.ErrBroken) {
		r.log.Debug("data channel ended", "addr", addr, "err", err)
	}
}

// serveChannel serves a player or spectator over a data channel until it closes.
func (r *Room) serveChannel(
	ch *rtc.Channel, addr string, spectates bool, slot lockstep.Slot, token string, from lockstep.Tic,
) {
	var conn transport.Conn
	switch ch.Mode {
	case rtc.Ordered:
		conn = transport.NewOrderedChannel(ch, r.cfg.Channels, r.cfg.MaxTicMessage)
	case rtc.Fast:
		c, first, err := transport.NewFastChannel(ch, r.cfg.Channels)
		if err != nil {
			return
		}
		r.repeat.Go(c.Run)
		conn, from = c, first
	}
	r.log.Debug("data channel open", "addr", addr, "mode", ch.Mode.String(), "from", from)
	if spectates {
		r.ServeSpectator(conn, addr, from)
	} else {
		r.ServeGame(conn, addr, slot, token, from)
	}
}

// signalLink adapts a Conn to an rtc.Link.
type signalLink struct{ conn transport.Conn }

func (l signalLink) Read() ([]byte, error) {
	b, err := l.conn.Read(context.Background())
	if err == nil || closeCode(err) != relay.CloseBroken {
		return b, err
	}
	return nil, errors.Join(rtc.ErrBroken, err)
}

func (l signalLink) Write(msg []byte) error { return l.conn.Write(transport.TextFrame(msg)) }

func (l signalLink) Close(code uint16, reason string) { l.conn.Close(code, reason) }
