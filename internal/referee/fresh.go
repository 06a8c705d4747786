package referee

import "time"

// freshGap is the least interval between snapshots on request. One takes as long as dozens
// of tics, and in a flood of tics every snapshot is stale by the next request.
const freshGap = time.Second / 2

// freshDue reports whether somebody waits for a fresh snapshot and freshGap has passed
// since the last one.
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
