package relay

import (
	"crypto/subtle"
	"time"

	"doomhost/lockstep"
)

// SlotPhase is the phase of a slot of a session.
type SlotPhase uint8

// The phases of a slot. Playing and Carried slots are in the game. A Booting slot is in it
// from tic 0, an Arriving slot from its liveAt.
const (
	SlotEmpty    SlotPhase = iota // nobody ever took it
	SlotBooting                   // launched, has sent nothing yet
	SlotPlaying                   // tics wait for its ticcmds
	SlotCarried                   // was late; no tic waits for it
	SlotReserved                  // a drop-in replays the history
	SlotArriving                  // a drop-in whose first tic is settled
	SlotGone                      // dropped; its owner may return as a drop-in
)

var slotPhases = [...]string{"empty", "booting", "playing", "carried", "reserved", "arriving", "gone"}

// String returns the phase's name.
func (p SlotPhase) String() string {
	if int(p) < len(slotPhases) {
		return slotPhases[p]
	}
	return "unknown"
}

// slotSteps holds the phases that may follow each phase.
var slotSteps = [...]uint8{
	SlotEmpty:    1 << SlotReserved,
	SlotBooting:  1<<SlotPlaying | 1<<SlotCarried | 1<<SlotGone,
	SlotPlaying:  1<<SlotCarried | 1<<SlotGone,
	SlotCarried:  1<<SlotPlaying | 1<<SlotGone,
	SlotReserved: 1<<SlotArriving | 1<<SlotGone,
	SlotArriving: 1<<SlotPlaying | 1<<SlotCarried | 1<<SlotGone,
	SlotGone:     1 << SlotReserved,
}

// ring is the number of ticcmds that a slot has space for. A slot stores those from the next
// tic to MaxAhead tics after it, so no two share an entry.
const ring = 1024

// slot is one of the four places of a session.
type slot struct {
	phase SlotPhase

	// Who may connect. token is set while the slot has or had an owner.
	token string
	shown bool   // the owner used its token; from then on nobody connects without it
	addr  string // the owner's address in the lobby
	conn  ConnID // 0 while there is no connection

	connected bool            // whether there was ever a connection
	heard     time.Duration   // last sign of life
	since     time.Duration   // Reserved: since when
	liveAt    lockstep.Tic    // Arriving: its first tic in the game
	filled    int             // ticcmds filled in a row
	last      lockstep.Ticcmd // the slot's own ticcmd that was sealed last

	cmds [ring]lockstep.Ticcmd
	have [ring / 64]uint64 // one bit per entry of cmds: whether it holds a ticcmd
}

// enter is the only place that changes the phase. It refuses an illegal step and reports
// whether it made the step.
func (s *slot) enter(p SlotPhase) bool {
	if slotSteps[s.phase]&(1<<p) == 0 {
		return false
	}
	s.phase = p
	return true
}

// inGame reports whether the slot is in the game, or will be in it from tic 0.
func (s *slot) inGame() bool {
	return s.phase == SlotPlaying || s.phase == SlotCarried || s.phase == SlotBooting
}

// free reports whether a drop-in may take the slot.
func (s *slot) free() bool { return s.phase == SlotEmpty || s.phase == SlotGone }

// sameToken reports whether token is the secret want. An empty want matches no token. The
// comparison takes constant time.
func sameToken(want, token string) bool {
	return want != "" && subtle.ConstantTimeCompare([]byte(want), []byte(token)) == 1
}

func (s *slot) has(t lockstep.Tic) bool { return s.have[t%ring/64]&(1<<(t%64)) != 0 }

// put stores the slot's ticcmd for tic t. If there is one already, it stays.
func (s *slot) put(t lockstep.Tic, c lockstep.Ticcmd) {
	if !s.has(t) {
		s.cmds[t%ring] = c
		s.have[t%ring/64] |= 1 << (t % 64)
	}
}

func (s *slot) forget(t lockstep.Tic) { s.have[t%ring/64] &^= 1 << (t % 64) }

// take returns the ticcmd to seal for tic t and whether it was filled. A carried slot that
// has its own ticcmd becomes playing again.
func (s *slot) take(t lockstep.Tic) (c lockstep.Ticcmd, filled bool) {
	if s.has(t) {
		s.last, s.filled = s.cmds[t%ring], 0
		if s.phase == SlotCarried {
			s.enter(SlotPlaying)
		}
		return s.last, false
	}
	s.filled++
	if s.filled > NeutralAfter {
		return lockstep.Ticcmd{}, true
	}
	return s.last.Held(), true
}

// reserve gives the slot to a drop-in and clears its past.
func (s *slot) reserve(now time.Duration) bool {
	if !s.enter(SlotReserved) {
		return false
	}
	s.since, s.filled, s.last = now, 0, lockstep.Ticcmd{}
	s.have = [ring / 64]uint64{}
	return true
}
