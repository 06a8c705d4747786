package referee

import "time"

// freshGap is how far apart the snapshots are at least that are taken because somebody
// asks: one takes as long as dozens of tics, and where tics come faster than a game is
// played, every one that was taken is stale for the next who asks.
const freshGap = time.Second / 2

// freshDue reports whether somebody waits for a fresh snapshot, and the last is long
// enough ago.
func (m *match) freshDue() bool {
	if !m.wanted.Load() {
		return false
	}
	now := m.r.cfg.now()
	if gap := min(freshGap, m.r.cfg.SnapshotTime); !m.freshened.IsZero() && now.Sub(m.freshened) < gap {
		return false
	}
	m.freshened = now
	return true
}
