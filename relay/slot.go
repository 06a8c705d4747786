package relay

import (
	"crypto/subtle"
	"time"

	"doomhost/lockstep"
)

// SlotPhase is where a slot of a session stands.
type SlotPhase uint8

// The phases of a slot. Those in the game are Playing and Carried; a Booting
// slot is in it from tic 0, an Arriving one from its liveAt.
const (
	SlotEmpty    SlotPhase = iota // nobody ever took it
	SlotBooting                   // launched, has sent nothing yet
	SlotPlaying                   // tics wait for its ticcmds
	SlotCarried                   // was late: no tic waits for it
	SlotReserved                  // a drop-in replays the history
	SlotArriving                  // a drop-in whose first tic is settled
	SlotGone                      // dropped; its owner may return as a drop-in
)

var slotPhases = [...]string{"empty", "booting", "playing", "carried", "reserved", "arriving", "gone"}

// String is the phase's name.
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

// ring is how many tics of ticcmds a slot has room for. Stored are those of
// the tics from the next one to MaxAhead after it, so no two share a place.
const ring = 1024

// slot is one of the four places of a session.
type slot struct {
	phase SlotPhase

	// Who may connect. token is set while the slot has or had an owner.
	token string
	shown bool   // the owner used its token: without it nobody connects
	addr  string // the owner's address in the lobby
	conn  ConnID // 0 while no connection is there

	connected bool            // a connection was there at some time
	heard     time.Duration   // last sign of life
	since     time.Duration   // Reserved: when it was
	liveAt    lockstep.Tic    // Arriving: its first tic in the game
	filled    int             // ticcmds filled in a row
	last      lockstep.Ticcmd // last one of its own that was sealed

	cmds [ring]lockstep.Ticcmd
	have [ring / 64]uint64 // bit of each place of cmds that is filled
}

// enter is the one place that changes a phase. It refuses an illegal step and
// reports whether the step was made.
func (s *slot) enter(p SlotPhase) bool {
	if slotSteps[s.phase]&(1<<p) == 0 {
		return false
	}
	s.phase = p
	return true
}

// inGame reports whether the slot's bit is set, or will be in tic 0.
func (s *slot) inGame() bool {
	return s.phase == SlotPlaying || s.phase == SlotCarried || s.phase == SlotBooting
}

// free reports whether a drop-in may take the slot.
func (s *slot) free() bool { return s.phase == SlotEmpty || s.phase == SlotGone }

// sameToken reports whether token is the secret want, which is nobody's while
// empty. It takes the same time whatever the token is.
func sameToken(want, token string) bool {
	return want != "" && subtle.ConstantTimeCompare([]byte(want), []byte(token)) == 1
}

func (s *slot) has(t lockstep.Tic) bool { return s.have[t%ring/64]&(1<<(t%64)) != 0 }

// put stores the slot's ticcmd for tic t; the first one stands.
func (s *slot) put(t lockstep.Tic, c lockstep.Ticcmd) {
	if !s.has(t) {
		s.cmds[t%ring] = c
		s.have[t%ring/64] |= 1 << (t % 64)
	}
}

func (s *slot) forget(t lockstep.Tic) { s.have[t%ring/64] &^= 1 << (t % 64) }

// take returns the ticcmd to seal for tic t and whether it was filled. A slot
// that has one of its own is not carried any more.
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

// reserve makes the slot a drop-in's, with nothing of its past.
func (s *slot) reserve(now time.Duration) bool {
	if !s.enter(SlotReserved) {
		return false
	}
	s.since, s.filled, s.last = now, 0, lockstep.Ticcmd{}
	s.have = [ring / 64]uint64{}
	return true
}
