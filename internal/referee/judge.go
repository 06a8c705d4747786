package referee

import (
	"time"

	"doomhost/lockstep"
)

const (
	// reportPause is the time that a client has to resync before the referee reports its
	// slot again. Each report doubles it, up to maxReportPause.
	reportPause    = 3 * lockstep.TicRate
	maxReportPause = 5 * 60 * lockstep.TicRate
	// minInconsistent is how many consecutive ticcmds must carry a wrong consistancy: a single
	// one may be an error of the client that built it.
	minInconsistent = 3
)

// doubt is the evidence against one slot.
type doubt struct {
	quietUntil lockstep.Tic // ignore evidence of earlier tics: the slot was reported
	quietTime  time.Time    // ignore evidence before then, in case tics come fast
	patience   lockstep.Tic // the length of the next quiet period
	bad        int          // consecutive inconsistent ticcmds
}

// collect moves the waiting reports from the inbox to pending.
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

// judge compares the pending reports with the engine's hashes.
func (m *match) judge() {
	m.collect()
	kept := m.pending[:0]
	for _, rep := range m.pending {
		switch {
		case rep.tic >= m.next:
			kept = append(kept, rep)
		case rep.tic+window < m.next:
			// The hash is no longer kept.
		case m.hashes[rep.tic%window] == 0:
			// The referee skipped this hash, because nobody needed it then.
		case m.hashes[rep.tic%window] != rep.hash:
			m.reportDiffering(rep)
		default:
			m.doubt[rep.slot].bad = 0
		}
	}
	m.pending = kept
}

// pend keeps a report until the engine has stepped its tic. It keeps the last pendingKept
// of each slot.
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

// checkConsistancy finds slots whose ticcmds come from a different state. It also detects a client
// that reports no hashes.
func (m *match) checkConsistancy(b *lockstep.Bundle, inconsistent lockstep.Mask) {
	genuine := b.InGame &^ b.Filled
	for _, slot := range genuine.Slots() {
		d := &m.doubt[slot]
		if !inconsistent.Has(slot) {
			d.bad = 0
			continue
		}
		if d.bad++; d.bad >= minInconsistent {
			d.bad = 0
			m.reportDiffering(report{slot: slot, tic: b.Tic})
		}
	}
}

// reportDiffering reports a slot that is out of step, unless it did so recently. It takes a
// snapshot first, so that the client finds a fresh one.
func (m *match) reportDiffering(rep report) {
	d := &m.doubt[rep.slot]
	now := m.r.cfg.now()
	if rep.tic < d.quietUntil || now.Before(d.quietTime) {
		return
	}
	d.patience = min(max(reportPause, 2*d.patience), maxReportPause)
	d.quietUntil = m.next + d.patience
	// Slightly less than the tics take, so that the client's next report falls after it.
	d.quietTime = now.Add(time.Duration(d.patience) * time.Second / lockstep.TicRate * 9 / 10)
	state := m.takeSnapshot()
	m.r.cfg.Desync(rep.tic, lockstep.Mask(0).With(rep.slot))
	m.r.cfg.Log.Warn("a player's game differs from the host's", "slot", rep.slot.Color(), "tic", rep.tic, "found at", m.next)
	m.open(rep, state, now)
}
