package relay

import (
	"errors"
	"time"

	"doomhost/lockstep"
)

// SessionPhase is the phase of a session.
type SessionPhase uint8

// The phases of a session, in order.
const (
	SessionGathering SessionPhase = iota // tic 0 waits for the launched slots
	SessionRunning                       // the session seals tics
	SessionEnded                         // nobody is left, or it was stopped
)

// Seat is what a session knows about a slot at launch.
type Seat struct {
	Taken bool
	Token string // the owner's secret
	Addr  string // the owner's address
}

// Session seals the tics of one game.
//
// Invariants: next is the log's frontier; the session seals each tic once, in order; a sealed
// bundle has every slot that was in the game, with the slot's own ticcmd unchanged if there
// was one; while the session runs, at least one slot is in the game or arrives in the next
// tic.
type Session struct {
	phase    SessionPhase
	slots    [lockstep.NumSlots]slot
	log      *Log
	launched time.Duration
	awaited  lockstep.Mask // the slots that tic 0 waits for, as last told to the lobby

	next     lockstep.Tic  // the tic to seal
	nextFrom time.Duration // when it became the next one
	lateFrom time.Duration // when a player's first ticcmd for it was there, or Never
	wake     time.Duration // when the wait for it ends, or Never
}

// NewSession starts a game with the taken seats. The log must be empty; the session appends
// to it until the session ends.
func NewSession(now time.Duration, seats [lockstep.NumSlots]Seat, log *Log) *Session {
	s := &Session{log: log, launched: now, lateFrom: Never, wake: Never}
	for i := range seats {
		if seats[i].Taken {
			s.slots[i].phase = SlotBooting
			s.slots[i].token, s.slots[i].addr = seats[i].Token, seats[i].Addr
		}
	}
	return s
}

// Log returns the session's history.
func (s *Session) Log() *Log { return s.log }

// Frontier returns the first tic that is not sealed yet.
func (s *Session) Frontier() lockstep.Tic { return s.next }

// Owns reports whether token is the secret of the owner of slot i.
func (s *Session) Owns(i lockstep.Slot, token string) bool {
	return i.Valid() && sameToken(s.slots[i].token, token)
}

// InGame returns the slots that are in the game now.
func (s *Session) InGame() lockstep.Mask {
	var m lockstep.Mask
	for i := range s.slots {
		if s.slots[i].inGame() {
			m = m.With(lockstep.Slot(i))
		}
	}
	return m
}

// Handle processes one event and then seals all tics that are ready.
func (s *Session) Handle(now time.Duration, ev *Event, out *Outbox) {
	switch ev.Kind {
	case GameTic:
		s.ticcmd(now, ev, out)
	case GameOpened:
		s.open(now, ev, out)
	case GameClosed:
		s.closed(now, ev, out)
	case ReserveSlot:
		s.reserve(now, ev.Slot, ev.Token, ev.Addr)
	case KickSlot:
		if ev.Slot.Valid() {
			s.kick(now, ev.Slot, DropKicked, out)
		}
	case StopGame:
		s.endWith(max(ev.Code, CloseNormal), ev.Reason, out)
	case LobbyOpened, LobbyMessage, LobbyClosed, DesyncFound, ContentChanged, PreflightDone:
		// The lobby handles these.
	}
	s.step(now, out)
}

// Advance does what is due at now.
func (s *Session) Advance(now time.Duration, out *Outbox) {
	for i := range s.slots {
		if s.phase != SessionEnded && now >= s.slotDeadline(i) {
			s.expire(now, lockstep.Slot(i), out)
		}
	}
	s.step(now, out)
}

// Deadline returns the time at which Advance has something to do, or Never.
func (s *Session) Deadline() time.Duration {
	if s.phase == SessionEnded {
		return Never
	}
	d := s.wake
	for i := range s.slots {
		d = min(d, s.slotDeadline(i))
	}
	return d
}

// slotDeadline returns when the wait for slot i ends, or Never.
func (s *Session) slotDeadline(i int) time.Duration {
	p := &s.slots[i]
	switch p.phase {
	case SlotBooting:
		return s.launched + ConnectTime
	case SlotPlaying, SlotCarried:
		// Until the game begins, the player waits and has nothing to send.
		if s.phase == SessionGathering {
			return Never
		}
		return p.heard + SilenceTime
	case SlotReserved:
		return p.since + ReserveTime
	case SlotEmpty, SlotArriving, SlotGone:
	}
	return Never
}

// expire ends the wait for slot i.
func (s *Session) expire(now time.Duration, i lockstep.Slot, out *Outbox) {
	p := &s.slots[i]
	switch p.phase {
	case SlotBooting:
		switch {
		case !p.connected:
			s.drop(i, DropNeverConnected, out)
		case now >= p.heard+SilenceTime:
			s.drop(i, DropSilent, out)
		default:
			p.enter(SlotCarried)
		}
	case SlotPlaying, SlotCarried:
		s.drop(i, DropSilent, out)
	case SlotReserved:
		s.drop(i, DropNeverLive, out)
	case SlotEmpty, SlotArriving, SlotGone:
	}
}

// open accepts or refuses a game connection.
func (s *Session) open(now time.Duration, ev *Event, out *Outbox) {
	if s.phase == SessionEnded || !ev.Slot.Valid() {
		out.closeConn(ev.Conn, CloseNoSlot, "there is no such slot in the game")
		return
	}
	p := &s.slots[ev.Slot]
	switch {
	case p.phase == SlotEmpty || p.phase == SlotGone && ev.Token == "":
		out.closeConn(ev.Conn, CloseNoSlot, "the slot is not in the game: join in the lobby first")
		return
	case ev.Token != "" && !sameToken(p.token, ev.Token):
		out.closeConn(ev.Conn, CloseToken, "this is not the slot's token")
		return
	case ev.Token == "" && p.conn != 0:
		out.closeConn(ev.Conn, CloseTaken, "the slot is taken")
		return
	case ev.Token == "" && (p.shown || ev.Addr != p.addr):
		out.closeConn(ev.Conn, CloseToken, "the slot's token is needed")
		return
	}
	if p.conn != 0 {
		out.closeConn(p.conn, CloseTaken, "the slot's owner opened another connection")
	}
	if p.phase == SlotGone {
		p.reserve(now)
		out.add(Action{Kind: SlotReturned, Slot: ev.Slot})
	}
	p.conn, p.connected, p.heard = ev.Conn, true, now
	p.shown = p.shown || ev.Token != ""
	out.add(Action{Kind: AcceptGame, Conn: ev.Conn, Slot: ev.Slot})
}

// closed records the end of a connection. A player who left on purpose gives up the slot; one
// whose connection broke keeps it for a while.
func (s *Session) closed(now time.Duration, ev *Event, out *Outbox) {
	i, ok := s.slotOf(ev.Conn)
	if !ok {
		return
	}
	s.slots[i].conn = 0
	if ev.Code.left() {
		s.drop(i, DropLeft, out)
	}
}

// slotOf returns the slot of a connection.
func (s *Session) slotOf(c ConnID) (lockstep.Slot, bool) {
	if c == 0 {
		return 0, false
	}
	for i := range s.slots {
		if s.slots[i].conn == c {
			return lockstep.Slot(i), true
		}
	}
	return 0, false
}

// ticcmd stores a player's input for a tic that is not sealed yet.
func (s *Session) ticcmd(now time.Duration, ev *Event, out *Outbox) {
	i, ok := s.slotOf(ev.Conn)
	if !ok || s.phase == SessionEnded {
		return
	}
	p, t := &s.slots[i], ev.Tic.Tic
	p.heard = now
	if uint64(t) > uint64(s.next)+MaxAhead {
		return
	}
	if p.phase == SlotReserved && uint64(t)+JoinLag >= uint64(s.next) {
		p.enter(SlotArriving)
		p.liveAt = max(t, s.next) + JoinMargin
		out.add(Action{Kind: SlotJoined, Slot: i, Tic: p.liveAt})
	}
	if t < s.next || p.phase == SlotReserved {
		return
	}
	p.put(t, ev.Tic.Cmd)
	if p.phase == SlotBooting {
		p.enter(SlotPlaying)
	}
}

// reserve gives a free slot to a drop-in and reports whether it was free.
func (s *Session) reserve(now time.Duration, i lockstep.Slot, token, addr string) bool {
	if s.phase == SessionEnded || !i.Valid() || !s.slots[i].reserve(now) {
		return false
	}
	p := &s.slots[i]
	p.token, p.addr, p.shown, p.connected = token, addr, false, false
	return true
}

// errNotYet and errNotHere are the reasons why a player cannot begin the game.
var (
	errNotYet  = errors.New("those who are missing have a few seconds first")
	errNotHere = errors.New("your own game is not ready yet")
)

// begin ends the wait for tic 0 at the request of slot i's player. As after ConnectTime, it
// drops the slots that never connected, and their players may come back as drop-ins.
func (s *Session) begin(now time.Duration, i lockstep.Slot, out *Outbox) error {
	switch {
	case s.phase != SessionGathering:
		return nil // it has begun
	case s.slots[i].phase != SlotPlaying:
		return errNotHere
	case now < s.launched+BeginTime:
		return errNotYet
	}
	for k := range s.slots {
		if p := &s.slots[k]; p.phase == SlotBooting {
			s.expire(now, lockstep.Slot(k), out)
		}
	}
	s.step(now, out)
	return nil
}

// kick takes a slot from its owner for good.
func (s *Session) kick(now time.Duration, i lockstep.Slot, why DropReason, out *Outbox) {
	if s.slots[i].free() {
		return
	}
	s.drop(i, why, out)
	s.slots[i].token = ""
	s.step(now, out)
}

// drop takes slot i out of the game from the next sealed tic on.
func (s *Session) drop(i lockstep.Slot, why DropReason, out *Outbox) {
	p := &s.slots[i]
	if !p.enter(SlotGone) {
		return
	}
	if p.conn != 0 {
		code := CloseDropped
		if why == DropKicked {
			code = CloseKicked
		}
		out.closeConn(p.conn, code, "the slot was dropped: "+why.String())
		p.conn = 0
	}
	out.add(Action{Kind: SlotDropped, Slot: i, Why: why})
	s.afterDrop(out)
}

// afterDrop ends the session if nobody is left. If drop-ins are about to go live, the session
// goes on and they go live at once.
func (s *Session) afterDrop(out *Outbox) {
	if s.InGame() != 0 {
		return
	}
	arriving := false
	for i := range s.slots {
		if p := &s.slots[i]; p.phase == SlotArriving {
			arriving = true
			if p.liveAt > s.next {
				p.liveAt = s.next
				out.add(Action{Kind: SlotJoined, Slot: lockstep.Slot(i), Tic: p.liveAt})
			}
		}
	}
	if !arriving {
		s.end("nobody is left in the game", out)
	}
}

// end closes the session and all its connections: the game is over.
func (s *Session) end(reason string, out *Outbox) { s.endWith(CloseNormal, reason, out) }

// endWith is end with a code; CloseGone means that the host is shutting down too.
func (s *Session) endWith(code CloseCode, reason string, out *Outbox) {
	if s.phase == SessionEnded {
		return
	}
	s.phase, s.wake = SessionEnded, Never
	for i := range s.slots {
		if c := s.slots[i].conn; c != 0 {
			out.closeConn(c, code, reason)
			s.slots[i].conn = 0
		}
	}
	out.add(Action{Kind: GameEnded, Code: code, Reason: reason})
}
