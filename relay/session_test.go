package relay

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"doomhost/lockstep"
)

// match drives a session and its twin through the same events, one millisecond at a time, and
// checks the invariants.
type match struct {
	t     *testing.T
	now   time.Duration
	s     *Session
	w     *twin
	out   Outbox
	conns [lockstep.NumSlots]ConnID // the slot's latest connection
	count ConnID
	ended bool
}

func newMatch(t *testing.T, launched lockstep.Mask) *match {
	var seats [lockstep.NumSlots]Seat
	for i := range seats {
		if launched.Has(lockstep.Slot(i)) {
			seats[i] = Seat{Taken: true, Token: token(i)}
		}
	}
	return &match{t: t, s: NewSession(0, seats, NewLog(nil)), w: newTwin(launched)}
}

func token(i int) string { return "token" + strconv.Itoa(i) }

// step executes one operation; a, b and c are its parameters.
func (m *match) step(op, a, b, c byte) {
	slot := lockstep.Slot(a % lockstep.NumSlots)
	switch op % 16 {
	case 0, 1:
		m.pass(time.Duration(b) * time.Millisecond)
	case 2:
		m.pass(time.Duration(b) * 24 * time.Millisecond)
	case 3:
		m.count++
		m.conns[slot] = m.count
		m.s.Handle(m.now, &Event{Kind: GameOpened, Conn: m.count, Slot: slot, Token: token(int(slot))}, &m.out)
		m.w.open(m.now, slot, m.count)
	case 4:
		code := []CloseCode{CloseBroken, CloseNormal, CloseGone, CloseNoCode, CloseBroken, CloseBroken}[b%6]
		m.s.Handle(m.now, &Event{Kind: GameClosed, Conn: m.conns[slot], Code: code}, &m.out)
		m.w.close(m.now, m.conns[slot], code)
	case 5:
		m.s.Handle(m.now, &Event{Kind: ReserveSlot, Slot: slot, Token: token(int(slot))}, &m.out)
		m.w.reserve(m.now, slot)
	default:
		ahead := int(int8(b))
		if op%16 > 8 {
			ahead = int(b % 4)
		}
		if op%16 == 15 {
			ahead = int(b) * 4
		}
		tic := max(0, int(m.s.Frontier())+ahead)
		cmd := lockstep.Ticcmd{
			Forward: int8(c), Side: int8(a), AngleTurn: int16(b) << 4, Consistancy: int16(c) * 99, Chat: a, Buttons: c,
		}
		msg := lockstep.TicMsg{Tic: lockstep.Tic(tic), Cmd: cmd}
		m.s.Handle(m.now, &Event{Kind: GameTic, Conn: m.conns[slot], Tic: msg}, &m.out)
		m.w.ticcmd(m.now, m.conns[slot], tic, cmd)
	}
	m.check()
}

// pass lets time pass.
func (m *match) pass(d time.Duration) {
	for end := m.now + d; m.now < end; {
		m.now += time.Millisecond
		if m.now >= m.s.Deadline() {
			m.s.Advance(m.now, &m.out)
			if d := m.s.Deadline(); d <= m.now {
				m.t.Fatalf("%v: after Advance the deadline is still %v", m.now, d)
			}
		}
		m.w.look(m.now)
	}
}

// check compares the two, and the actions with the state.
func (m *match) check() {
	if m.ended && len(m.out.Actions) > 0 {
		for _, a := range m.out.Actions {
			if a.Kind != CloseConn || a.Code != CloseNoSlot {
				m.t.Fatalf("%v: action %+v after the end", m.now, a)
			}
		}
	}
	for _, a := range m.out.Actions {
		m.ended = m.ended || a.Kind == GameEnded
	}
	m.out.Reset()
	if m.ended != (m.s.phase == SessionEnded) || m.w.ended != m.ended {
		m.t.Fatalf("%v: ended: told %v, session %v, twin %v", m.now, m.ended, m.s.phase, m.w.ended)
	}
	if int(m.s.Frontier()) != len(m.w.bundles) || m.s.Log().Frontier() != m.s.Frontier() {
		m.t.Fatalf("%v: frontier %d, log %d, twin %d", m.now, m.s.Frontier(), m.s.Log().Frontier(), len(m.w.bundles))
	}
	if !m.ended && m.s.Deadline() == Never {
		m.t.Fatalf("%v: a session that goes on waits for nothing", m.now)
	}
}

// finish compares all sealed bundles.
func (m *match) finish() {
	for i, want := range m.w.bundles {
		got, err := m.s.Log().Bundle(lockstep.Tic(i))
		if err != nil || got != want {
			m.t.Fatalf("tic %d: sealed %+v (%v), the twin %+v", i, got, err, want)
		}
	}
}

// play runs a whole script, which has four bytes for each step.
func play(t *testing.T, launched lockstep.Mask, script []byte) *match {
	m := newMatch(t, launched)
	for ; len(script) >= 4 && m.now < 90*time.Second; script = script[4:] {
		m.step(script[0], script[1], script[2], script[3])
	}
	m.finish()
	return m
}

func FuzzSession(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 8 {
		f.Add(byte(r.IntN(16)), randomScript(r, 200))
	}
	f.Fuzz(func(t *testing.T, launched byte, script []byte) {
		if lockstep.Mask(launched)&lockstep.AllSlots == 0 {
			return
		}
		play(t, lockstep.Mask(launched)&lockstep.AllSlots, script)
	})
}

// randomScript returns a script whose players connect and mostly send.
func randomScript(r *rand.Rand, steps int) []byte {
	var script []byte
	for i := range byte(lockstep.NumSlots) {
		script = append(script, 3, i, 0, 0, 9, i, 0, 1)
	}
	for range steps {
		op := byte(r.IntN(16))
		if r.IntN(3) == 0 {
			op = 0
		}
		if op == 4 && r.IntN(4) != 0 {
			op = 9
		}
		script = append(script, op, byte(r.IntN(256)), byte(r.IntN(256)), byte(r.IntN(256)))
	}
	return script
}

func TestSessionSealsWhatItsTwinSeals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sealed, filled, masks := 0, 0, map[lockstep.Mask]int{}
	for range 150 {
		m := play(t, lockstep.Mask(1+r.IntN(15)), randomScript(r, 300))
		for _, b := range m.w.bundles {
			sealed++
			masks[b.InGame]++
			if b.Filled != 0 {
				filled++
			}
		}
	}
	if sealed < 10_000 || filled == 0 || filled == sealed || len(masks) < 15 {
		t.Errorf("%d tics, %d with something filled, masks %v: the scripts try too little", sealed, filled, masks)
	}
}

// fourPlayers returns a running session of four and a function that lets all
// four send their ticcmd for the next tic.
func fourPlayers(tb testing.TB) (*Session, func()) {
	var seats [lockstep.NumSlots]Seat
	for i := range seats {
		seats[i] = Seat{Taken: true, Token: token(i)}
	}
	s := NewSession(0, seats, NewLog([]byte{0x82, lockstep.BundleSize}))
	var out Outbox
	for i := range seats {
		s.Handle(0, &Event{Kind: GameOpened, Conn: ConnID(i + 1), Slot: lockstep.Slot(i), Token: token(i)}, &out)
	}
	now := time.Duration(0)
	ev := Event{Kind: GameTic}
	return s, func() {
		now += TicTime
		want := s.Frontier() + 1
		ev.Tic.Tic = s.Frontier()
		for i := range seats {
			ev.Conn = ConnID(i + 1)
			ev.Tic.Cmd.AngleTurn++
			s.Handle(now, &ev, &out)
		}
		if s.Frontier() != want {
			tb.Fatalf("frontier %d, want %d", s.Frontier(), want)
		}
		if s.Deadline() <= now {
			tb.Fatal("a deadline in the past")
		}
		out.Reset()
	}
}

func TestSealingDoesNotAllocate(t *testing.T) {
	_, tic := fourPlayers(t)
	tic()
	if allocs := testing.AllocsPerRun(BlockTics/2, tic); allocs != 0 {
		t.Errorf("%v allocations a sealed tic", allocs)
	}
}

func BenchmarkSeal(b *testing.B) {
	s, tic := fourPlayers(b)
	b.ReportAllocs()
	for b.Loop() {
		tic()
		if s.Log().Packable() {
			b.StopTimer()
			s.Log().Pack()
			b.StartTimer()
		}
	}
}

// BenchmarkSessions seals in 200 sessions in turn, as a process with many games would.
func BenchmarkSessions(b *testing.B) {
	tics := make([]func(), 200)
	for i := range tics {
		_, tics[i] = fourPlayers(b)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		tics[i%len(tics)]()
	}
}
