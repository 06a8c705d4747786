package host

import (
	"context"
	"time"
)

// pulseStep is how often some of the peers are looked at, and pulseRound how
// many steps it takes to look at all.
const (
	pulseStep  = 100 * time.Millisecond
	pulseRound = 40
)

// listener is a Conn that knows when its peer was heard last, and can ask for a
// sign of life.
type listener interface {
	heard() time.Duration
	ping()
}

// pulse pings peers that say nothing and lets those go that stay silent. It
// looks at a part of them at a time, so that thousands make no hump.
func (h *Host) pulse(ctx context.Context) {
	tick := time.NewTicker(pulseStep)
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
			round = h.allPeers()
			share = (len(round) + pulseRound - 1) / pulseRound
		}
		now := h.now()
		n := min(share, len(round))
		for _, p := range round[:n] {
			h.feel(p, now)
		}
		round = round[n:]
	}
}

// feel looks after one peer.
func (h *Host) feel(p *peer, now time.Duration) {
	c, ok := p.conn.(listener)
	if !ok || h.cfg.Limits.Idle < 0 {
		return
	}
	switch silent := now - c.heard(); {
	case silent > h.cfg.Limits.Idle+closeGrace:
		p.cut()
	case silent > h.cfg.Limits.Idle:
		p.conn.Close(closePolicy, "no sign of life")
	case silent > h.cfg.Limits.Idle/4:
		c.ping()
	}
}

// closeGrace is how long a silent peer may take to hear a goodbye.
const closeGrace = 5 * time.Second
