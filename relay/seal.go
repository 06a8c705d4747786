package relay

import (
	"time"

	"doomhost/lockstep"
)

// step starts the tics once everybody is there, and seals all tics that are ready.
func (s *Session) step(now time.Duration, out *Outbox) {
	if s.phase == SessionGathering && s.gathered() {
		s.phase, s.nextFrom = SessionRunning, now
		for i := range s.slots {
			if s.slots[i].phase == SlotPlaying {
				s.slots[i].heard = now
			}
		}
	}
	s.tellAwaited(now, out)
	for s.phase == SessionRunning && s.ready(now) {
		s.seal(now, out)
	}
}

// tellAwaited tells the lobby which slots tic 0 waits for whenever they change.
func (s *Session) tellAwaited(now time.Duration, out *Outbox) {
	var m lockstep.Mask
	if s.phase == SessionGathering {
		for i := range s.slots {
			if s.slots[i].phase == SlotBooting {
				m = m.With(lockstep.Slot(i))
			}
		}
	}
	if m == s.awaited {
		return
	}
	s.awaited = m
	left := time.Duration(0)
	if m != 0 {
		left = max(0, s.launched+ConnectTime-now)
	}
	out.add(Action{Kind: slotsAwaited, Slots: m, Time: left})
}

// gathered reports whether tic 0 no longer waits for anybody.
func (s *Session) gathered() bool {
	for i := range s.slots {
		if s.slots[i].phase == SlotBooting {
			return false
		}
	}
	return true
}

// ready reports whether the next tic can be sealed at now. If not, it sets wake to the latest
// time at which it can. A slot that keeps the tic waiting too long becomes carried here.
func (s *Session) ready(now time.Duration) bool {
	s.wake = Never
	own, missing := false, false
	for i := range s.slots {
		p := &s.slots[i]
		if p.phase == SlotArriving && p.liveAt <= s.next {
			// No tic has waited for this slot yet, so it starts as carried. Its silence counts from
			// here.
			p.enter(SlotCarried)
			p.heard = now
		}
		switch {
		case p.phase != SlotPlaying && p.phase != SlotCarried:
		case p.has(s.next):
			own = true
		case p.phase == SlotPlaying:
			missing = true
		}
	}
	if own && s.lateFrom == Never {
		s.lateFrom = now
	}
	if missing {
		due := s.lateFrom
		if due == Never {
			due = s.nextFrom + TicTime
		}
		if now < due+StallTime {
			s.wake = due + StallTime
			return false
		}
		for i := range s.slots {
			if p := &s.slots[i]; p.phase == SlotPlaying && !p.has(s.next) {
				p.enter(SlotCarried)
			}
		}
	}
	if !own && now < s.nextFrom+TicTime {
		// Every slot is carried, so the relay keeps the time itself.
		s.wake = s.nextFrom + TicTime
		return false
	}
	return true
}

// seal writes the next tic's bundle.
func (s *Session) seal(now time.Duration, out *Outbox) {
	b := lockstep.Bundle{Tic: s.next}
	own := false
	for i := range s.slots {
		p := &s.slots[i]
		if p.phase == SlotPlaying || p.phase == SlotCarried {
			cmd, filled := p.take(s.next)
			b.Cmds[i] = cmd
			b.InGame = b.InGame.With(lockstep.Slot(i))
			if filled {
				b.Filled = b.Filled.With(lockstep.Slot(i))
			} else {
				own = true
			}
		}
		p.forget(s.next)
	}
	if err := s.log.Append(&b); err != nil {
		// Something else has written to the log, so no tic can be sealed correctly.
		s.end("the history of the game is damaged", out)
		return
	}
	s.next++
	s.lateFrom = Never
	if due := s.nextFrom + TicTime; !own && now-due < TicTime {
		// Filled tics keep to the clock, so that the delays of timers do not add up.
		s.nextFrom = due
	} else {
		s.nextFrom = now
	}
}
