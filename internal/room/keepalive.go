package room

import (
	"context"
	"time"

	"doomhost/internal/transport"
)

// keepalive checks every peer once per round of keepaliveSteps steps of keepaliveStep: 4 s.
const (
	keepaliveStep  = 100 * time.Millisecond
	keepaliveSteps = 40
)

// keepalive pings silent peers and closes those that stay silent. It spreads the checks
// over 4 s.
func (r *Room) keepalive(ctx context.Context) {
	tick := time.NewTicker(keepaliveStep)
	defer tick.Stop()
	var round []*peer
	share := 0
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if len(round) == 0 {
			round = r.allPeers()
			share = (len(round) + keepaliveSteps - 1) / keepaliveSteps
		}
		now := r.Now()
		n := min(share, len(round))
		for _, p := range round[:n] {
			r.checkPeer(p, now)
		}
		round = round[n:]
	}
}

// checkPeer pings a peer, closes it or aborts it, depending on how long it was silent.
func (r *Room) checkPeer(p *peer, now time.Duration) {
	c, ok := p.conn.(transport.Pinger)
	if !ok || r.cfg.Idle < 0 {
		return
	}
	switch silent := now - c.LastHeard(); {
	case silent > r.cfg.Idle+closeGrace:
		p.abort()
	case silent > r.cfg.Idle:
		p.conn.Close(transport.ClosePolicy, "no sign of life")
	case silent > r.cfg.Idle/4:
		c.Ping()
	}
}

// closeGrace is how long a silent peer may take to complete the close handshake.
const closeGrace = 5 * time.Second
