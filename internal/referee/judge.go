package referee

import (
	"time"

	"doomhost/engine"
	"doomhost/relay/wire"
)

const (
	// retellTics is how long a slot that was told may take to heal before it is
	// told again; each time it takes twice as long, up to retellMost.
	retellTics = 3 * wire.TicRate
	retellMost = 5 * 60 * wire.TicRate
	// suspicious is how many ticcmds in a row must carry another state's
	// consistancy before they count: one may be an accident of its builder.
	suspicious = 3
)

// doubt is what the referee holds against one slot.
type doubt struct {
	quietUntil wire.Tic  // it was told; evidence of earlier tics is no news
	quietTime  time.Time // nor is any before, where tics come faster than a game is played
	patience   wire.Tic  // how long it gets the next time
	bad        int       // ticcmds in a row that do not fit
}

// collect takes the reports that came.
func (m *match) collect() {
	for {
		select {
		case rep := <-m.inbox:
			m.pend(rep)
		default:
			return
		}
	}
}

// judge compares the reports that came with what the engine knows.
func (m *match) judge() {
	m.collect()
	kept := m.pending[:0]
	for _, rep := range m.pending {
		switch {
		case rep.tic >= m.next:
			kept = append(kept, rep)
		case rep.tic+window < m.next:
			// Too old to be known.
		case m.hashes[rep.tic%window] == 0:
			// It came after a tic that nobody needed the hash of.
		case m.hashes[rep.tic%window] != rep.hash:
			m.differs(rep)
		default:
			m.doubt[rep.slot].bad = 0
		}
	}
	m.pending = kept
}

// pend keeps a report until its tic is stepped, so many of each slot.
func (m *match) pend(rep report) {
	count, oldest := 0, -1
	for i := range m.pending {
		if m.pending[i].slot == rep.slot {
			if count++; oldest < 0 {
				oldest = i
			}
		}
	}
	if count >= pendingKept {
		m.pending = append(m.pending[:oldest], m.pending[oldest+1:]...)
	}
	m.pending = append(m.pending, rep)
}

// suspect looks at who built its ticcmd in another state. That finds out also
// a client that reports nothing.
func (m *match) suspect(b *engine.Bundle, inconsistent wire.Mask) {
	genuine := wire.Mask(b.Playing &^ b.Filled)
	for _, slot := range genuine.Slots() {
		d := &m.doubt[slot]
		if !inconsistent.Has(slot) {
			d.bad = 0
			continue
		}
		if d.bad++; d.bad >= suspicious {
			d.bad = 0
			m.differs(report{slot: slot, tic: wire.Tic(b.Tic)})
		}
	}
}

// differs tells who is out of step, unless it was told a moment ago. A fresh
// snapshot is there before it asks.
func (m *match) differs(rep report) {
	d := &m.doubt[rep.slot]
	now := m.r.cfg.now()
	if rep.tic < d.quietUntil || now.Before(d.quietTime) {
		return
	}
	d.patience = min(max(retellTics, 2*d.patience), retellMost)
	d.quietUntil = m.next + d.patience
	// A little less than the tics take: the client's next report shall not miss it.
	d.quietTime = now.Add(time.Duration(d.patience) * time.Second / wire.TicRate * 9 / 10)
	state := m.takeSnapshot()
	m.r.cfg.Desync(rep.tic, wire.Mask(0).With(rep.slot))
	m.r.cfg.Log.Warn("a player's game differs from the host's", "slot", rep.slot.Color(), "tic", rep.tic, "found at", m.next)
	m.open(rep, state, now)
}
