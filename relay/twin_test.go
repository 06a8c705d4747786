package relay

import (
	"time"

	"doomhost/lockstep"
)

// twin is the simplest session that is correct, without regard to speed: it keeps every ticcmd
// forever, checks everything every millisecond, and has no deadlines. It must seal exactly
// what a Session seals.
type twin struct {
	slots   [lockstep.NumSlots]twinSlot
	bundles []lockstep.Bundle
	began   bool
	ended   bool

	nextFrom time.Duration
	ownFrom  time.Duration // -1 while the ticcmd for the next tic is missing
}

type twinSlot struct {
	launched, started, in, carried, reserved, out bool

	conn      ConnID
	connected bool
	heard     time.Duration
	reservedA time.Duration
	liveAt    int // -1 while not settled
	cmds      map[int]lockstep.Ticcmd
	last      lockstep.Ticcmd
	filled    int
}

func newTwin(launched lockstep.Mask) *twin {
	w := &twin{ownFrom: -1}
	for i := range w.slots {
		w.slots[i] = twinSlot{launched: launched.Has(lockstep.Slot(i)), liveAt: -1, cmds: map[int]lockstep.Ticcmd{}}
	}
	return w
}

// booting reports whether tic 0 waits for the slot.
func (s *twinSlot) booting() bool { return s.launched && !s.started && !s.carried && !s.out }

func (w *twin) open(now time.Duration, i lockstep.Slot, c ConnID) {
	s := &w.slots[i]
	switch {
	case w.ended || !s.launched && !s.reserved && !s.out:
		return
	case s.out:
		w.reserve(now, i)
	}
	s.conn, s.connected, s.heard = c, true, now
	w.seal(now)
}

func (w *twin) reserve(now time.Duration, i lockstep.Slot) {
	s := &w.slots[i]
	if w.ended || s.reserved || s.launched && !s.out {
		return
	}
	*s = twinSlot{reserved: true, reservedA: now, liveAt: -1, cmds: map[int]lockstep.Ticcmd{}}
}

func (w *twin) close(now time.Duration, c ConnID, code CloseCode) {
	for i := range w.slots {
		if s := &w.slots[i]; s.conn == c && c != 0 {
			s.conn = 0
			if code == 1000 {
				w.drop(i)
			}
		}
	}
	w.seal(now)
}

func (w *twin) drop(i int) {
	old := w.slots[i]
	if w.ended || old.out || !old.launched && !old.reserved {
		return
	}
	w.slots[i] = twinSlot{launched: true, out: true, liveAt: -1, cmds: map[int]lockstep.Ticcmd{}}
	somebody := false
	for k := range w.slots {
		s := &w.slots[k]
		somebody = somebody || s.launched && !s.out
	}
	if somebody {
		return
	}
	arriving := false
	for k := range w.slots {
		if s := &w.slots[k]; s.liveAt >= 0 {
			arriving = true
			s.liveAt = min(s.liveAt, len(w.bundles))
		}
	}
	w.ended = !arriving
}

func (w *twin) ticcmd(now time.Duration, c ConnID, t int, cmd lockstep.Ticcmd) {
	for i := range w.slots {
		s := &w.slots[i]
		if s.conn != c || c == 0 || w.ended {
			continue
		}
		s.heard = now
		next := len(w.bundles)
		if t > next+512 {
			continue
		}
		if s.reserved && s.liveAt < 0 && t >= next-35 {
			s.liveAt = max(t, next) + 8
		}
		if t < next || s.reserved && s.liveAt < 0 {
			continue
		}
		if _, ok := s.cmds[t]; !ok {
			s.cmds[t] = cmd
		}
		s.started = true
	}
	w.seal(now)
}

// look handles everything that is due at now.
func (w *twin) look(now time.Duration) {
	for i := range w.slots {
		s := &w.slots[i]
		silent := now >= s.heard+5*time.Second
		switch {
		case w.ended:
		case s.booting() && now >= 10*time.Second:
			if !s.connected || silent {
				w.drop(i)
			} else {
				s.carried = true
			}
		case w.began && s.in && silent:
			w.drop(i)
		case s.reserved && s.liveAt < 0 && now >= s.reservedA+30*time.Second:
			w.drop(i)
		}
	}
	w.seal(now)
}

func (w *twin) seal(now time.Duration) {
	if !w.began && !w.ended {
		for i := range w.slots {
			if w.slots[i].booting() {
				return
			}
		}
		w.began, w.nextFrom = true, now
		for i := range w.slots {
			s := &w.slots[i]
			s.in = s.launched && !s.out
			if s.in && !s.carried {
				s.heard = now
			}
		}
	}
	for !w.ended && w.sealOne(now) {
	}
}

func (w *twin) sealOne(now time.Duration) bool {
	next := len(w.bundles)
	own := false
	var late []*twinSlot
	for i := range w.slots {
		s := &w.slots[i]
		if s.liveAt >= 0 && s.liveAt <= next {
			s.in, s.carried, s.launched, s.reserved, s.liveAt, s.heard = true, true, true, false, -1, now
		}
		_, has := s.cmds[next]
		own = own || s.in && has
		if s.in && !has && !s.carried {
			late = append(late, s)
		}
	}
	if own && w.ownFrom < 0 {
		w.ownFrom = now
	}
	if len(late) > 0 {
		limit := w.nextFrom + TicTime + 250*time.Millisecond
		if w.ownFrom >= 0 {
			limit = w.ownFrom + 250*time.Millisecond
		}
		if now < limit {
			return false
		}
		for _, s := range late {
			s.carried = true
		}
	}
	if !own && now < w.nextFrom+TicTime {
		return false
	}
	b := lockstep.Bundle{Tic: lockstep.Tic(next)}
	for i := range w.slots {
		s := &w.slots[i]
		if !s.in {
			continue
		}
		b.InGame |= 1 << i
		if cmd, has := s.cmds[next]; has {
			b.Cmds[i], s.last, s.filled, s.carried = cmd, cmd, 0, false
			continue
		}
		b.Filled |= 1 << i
		if s.filled++; s.filled <= 35 {
			b.Cmds[i] = s.last.Held()
		}
	}
	w.bundles = append(w.bundles, b)
	w.ownFrom = -1
	if !own && now < w.nextFrom+2*TicTime {
		w.nextFrom += TicTime
	} else {
		w.nextFrom = now
	}
	return true
}
