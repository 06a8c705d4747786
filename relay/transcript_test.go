package relay

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"doomhost/internal/testkit/transcript"
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// TestTranscripts plays the files in testdata. A line without indentation is an input to the
// room; the indented lines after it are the output.
//
//	lobby open CONN [ADDR]            lobby send CONN JSON     lobby close CONN
//	game open CONN SLOT [token=T] [ADDR]                       game close CONN CODE
//	tic CONN FIRST[-LAST] [f=N] [s=N] [a=N] [c=N] [b=N] [chat=N]
//	wait TIME                         time passes, and deadlines expire
//	play TIME CONN…                   for TIME, each CONN builds a ticcmd every 1/35 s, and one more if left behind
//	stop REASON
//	content WAD [ID]                  this becomes the host's only game
//	preflight MAP [fails|needs] TEXT  the host's findings on that map of the game
//
// Tokens are t1, t2, … in the order of their creation. Consecutive bundles that differ only in
// the tic share a line.
func TestTranscripts(t *testing.T) {
	transcript.Hold(t, 10, func(t *testing.T, script []byte) []byte {
		text, err := newStage().play(script)
		if err != nil {
			t.Fatal(err)
		}
		return text
	})
}

// stage plays a transcript against a room.
type stage struct {
	now    time.Duration
	room   *Room
	log    *Log // of the session that runs or ran last
	shown  lockstep.Tic
	out    Outbox
	text   bytes.Buffer
	run    bundleRun
	params string
	sent   map[ConnID]lockstep.Tic // the next tic for which each connection builds a ticcmd
}

// bundleRun is a run of bundles that differ only in the tic.
type bundleRun struct {
	first, last   lockstep.Tic
	start, end    time.Duration
	what          string
	somethingToDo bool
}

func newStage() *stage {
	tokens := 0
	s := &stage{sent: make(map[ConnID]lockstep.Tic)}
	s.room = NewRoom(Config{
		AdminToken: "hosttoken",
		NewToken:   func() string { tokens++; return "t" + strconv.Itoa(tokens) },
		Catalog:    oneGame("doom.wad", ""),
		Params:     wire.Params{WAD: "doom.wad"},
	})
	return s
}

// oneGame is a catalog with one game of nine maps. Without an id, no preflight is requested.
func oneGame(name, id string) *Catalog {
	w := WAD{ID: id, Name: name, Game: true}
	for m := 1; m <= 9; m++ {
		w.Maps = append(w.Maps, fmt.Sprintf("E1M%d", m))
	}
	return &Catalog{WADs: []WAD{w}}
}

// preflight returns the event that a line describes.
func (s *stage) preflight(line string) (Event, error) {
	words := strings.SplitN(line, " ", 4)
	found := Preflight{Params: s.room.Lobby().Params()}
	var err error
	if found.Params.Map, err = strconv.Atoi(words[1]); err != nil {
		return Event{}, err
	}
	if len(words) == 4 {
		switch words[2] {
		case "fails":
			found.Failure = words[3]
		case "needs":
			found.Needs = []string{words[3]}
		}
	}
	return Event{Kind: PreflightDone, Preflight: &found}, nil
}

func (s *stage) play(script []byte) ([]byte, error) {
	lines := bufio.NewScanner(bytes.NewReader(script))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, " "):
			continue
		case line == "" || strings.HasPrefix(line, "#"):
			fmt.Fprintln(&s.text, line)
			continue
		}
		fmt.Fprintln(&s.text, line)
		if err := s.do(line); err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", n, line, err)
		}
		s.flushRun()
	}
	return s.text.Bytes(), lines.Err()
}

// do executes one line.
func (s *stage) do(line string) error {
	words := strings.Fields(line)
	arg := func(i int) string {
		if i < len(words) {
			return words[i]
		}
		return ""
	}
	conn, _ := strconv.ParseUint(arg(2), 10, 64)
	ev := Event{Conn: ConnID(conn), Addr: "10.0.0.1"}
	switch arg(0) + " " + arg(1) {
	case "lobby open":
		ev.Kind = LobbyOpened
		if a := arg(3); a != "" {
			ev.Addr = a
		}
	case "lobby send":
		ev.Kind = LobbyMessage
		ev.Data = []byte(strings.SplitN(line, " ", 4)[3])
	case "lobby close":
		ev.Kind = LobbyClosed
	case "game open":
		ev.Kind = GameOpened
		slot, err := strconv.ParseUint(arg(3), 10, 8)
		if err != nil {
			return err
		}
		ev.Slot = lockstep.Slot(slot)
		for _, w := range words[4:] {
			if token, ok := strings.CutPrefix(w, "token="); ok {
				ev.Token = token
			} else {
				ev.Addr = w
			}
		}
	case "game close":
		ev.Kind = GameClosed
		code, err := strconv.ParseUint(arg(3), 10, 16)
		if err != nil {
			return err
		}
		ev.Code = CloseCode(code)
	default:
		switch arg(0) {
		case "tic":
			return s.tics(words)
		case "wait":
			d, err := time.ParseDuration(arg(1))
			if err != nil {
				return err
			}
			s.wait(s.now + d)
			return nil
		case "play":
			return s.steady(words)
		case "stop":
			ev = Event{Kind: StopGame, Reason: strings.TrimPrefix(line, "stop ")}
		case "content":
			ev = Event{Kind: ContentChanged, Catalog: oneGame(arg(1), arg(2))}
		case "preflight":
			var err error
			if ev, err = s.preflight(line); err != nil {
				return err
			}
		default:
			return fmt.Errorf("unknown command")
		}
	}
	s.handle(&ev)
	return nil
}

// tics sends one ticcmd for each tic of a range.
func (s *stage) tics(words []string) error {
	if len(words) < 3 {
		return fmt.Errorf("tic needs a connection and a tic")
	}
	conn, err := strconv.ParseUint(words[1], 10, 64)
	if err != nil {
		return err
	}
	first, last, ranged := strings.Cut(words[2], "-")
	if !ranged {
		last = first
	}
	from, err := strconv.ParseUint(first, 10, 32)
	if err != nil {
		return err
	}
	to, err := strconv.ParseUint(last, 10, 32)
	if err != nil {
		return err
	}
	var cmd lockstep.Ticcmd
	for _, w := range words[3:] {
		name, value, _ := strings.Cut(w, "=")
		n, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		switch name {
		case "f":
			cmd.Forward = int8(n)
		case "s":
			cmd.Side = int8(n)
		case "a":
			cmd.AngleTurn = int16(n)
		case "c":
			cmd.Consistancy = int16(n)
		case "b":
			cmd.Buttons = uint8(n)
		case "chat":
			cmd.Chat = uint8(n)
		default:
			return fmt.Errorf("a ticcmd has no %q", name)
		}
	}
	s.sent[ConnID(conn)] = lockstep.Tic(to + 1)
	for t := from; t <= to; t++ {
		s.handle(&Event{Kind: GameTic, Conn: ConnID(conn), Tic: lockstep.TicMsg{Tic: lockstep.Tic(t), Cmd: cmd}})
	}
	return nil
}

// wait lets the time pass up to until.
func (s *stage) wait(until time.Duration) {
	for {
		d := s.room.Deadline()
		if d > until {
			break
		}
		s.now = max(s.now, d)
		s.room.Advance(s.now, &s.out)
		s.show()
	}
	s.now = until
}

// steady lets players build ticcmds by their clocks. A player without whom tics were sealed
// continues one tic ahead of the frontier.
func (s *stage) steady(words []string) error {
	d, err := time.ParseDuration(words[1])
	if err != nil {
		return err
	}
	end := s.now + d
	for s.now+TicTime <= end && s.room.Session() != nil {
		frontier := s.room.Session().Frontier()
		for _, w := range words[2:] {
			n, err := strconv.ParseUint(w, 10, 64)
			if err != nil {
				return err
			}
			conn := ConnID(n)
			next := s.sent[conn]
			last := next
			if next < frontier {
				next, last = frontier, frontier+1
			}
			for t := next; t <= last; t++ {
				s.handle(&Event{Kind: GameTic, Conn: conn, Tic: lockstep.TicMsg{Tic: t, Cmd: lockstep.Ticcmd{Forward: 25}}})
				s.sent[conn] = t + 1
			}
		}
		s.wait(s.now + TicTime)
	}
	s.wait(end)
	return nil
}

func (s *stage) handle(ev *Event) {
	s.room.Handle(s.now, ev, &s.out)
	s.show()
}

// show writes the new bundles and the actions.
func (s *stage) show() {
	for _, a := range s.out.Actions {
		if a.Kind == GameStarted {
			s.log, s.shown = s.room.Session().Log(), 0
		}
	}
	if s.log != nil {
		for ; s.shown < s.log.Frontier(); s.shown++ {
			b, err := s.log.Bundle(s.shown)
			if err != nil {
				panic(err)
			}
			s.showBundle(&b)
		}
	}
	for _, a := range s.out.Actions {
		s.flushRun()
		fmt.Fprintf(&s.text, "  %s  %s\n", s.clock(s.now), s.describe(&a))
	}
	s.out.Reset()
}

func (s *stage) clock(t time.Duration) string { return fmt.Sprintf("%7.3f", t.Seconds()) }

func (s *stage) describe(a *Action) string {
	data := string(a.Data)
	switch a.Kind {
	case SendLobby:
		return fmt.Sprintf("to %d: %s", a.Conn, s.shorten(data))
	case BroadcastLobby:
		return fmt.Sprintf("to all: %s", s.shorten(data))
	case CloseConn:
		return fmt.Sprintf("close %d with %d: %s", a.Conn, a.Code, a.Reason)
	case AcceptGame:
		return fmt.Sprintf("accept %d on slot %d", a.Conn, a.Slot)
	case GameStarted:
		return "game started"
	case GameEnded:
		return "game ended: " + a.Reason
	case SlotDropped:
		return fmt.Sprintf("slot %d dropped: %s", a.Slot, a.Why)
	case SlotJoined:
		return fmt.Sprintf("slot %d joins at tic %d", a.Slot, a.Tic)
	case SlotReturned:
		return fmt.Sprintf("slot %d returned", a.Slot)
	case HashReported:
		return fmt.Sprintf("slot %d hash of tic %d: %x", a.Slot, a.Tic, a.Hash)
	case StartPreflight:
		return fmt.Sprintf("preflight of %s, map %d", a.Params.WAD, a.Params.Map)
	case launchGame, reserveSlot, kickSlot, stopGame, slotsAwaited, beginGame:
	}
	return fmt.Sprintf("unexpected action %d", a.Kind)
}

// shorten omits params that were shown before.
func (s *stage) shorten(data string) string {
	start := strings.Index(data, `"params":{`)
	if start < 0 {
		return data
	}
	end := start + strings.IndexByte(data[start:], '}') + 1
	if data[start:end] == s.params {
		return data[:start] + `"params":…` + data[end:]
	}
	s.params = data[start:end]
	return data
}

func (s *stage) showBundle(b *lockstep.Bundle) {
	var what strings.Builder
	for i, c := range b.Cmds {
		slot := lockstep.Slot(i)
		what.WriteString(" | ")
		switch {
		case !b.InGame.Has(slot):
			what.WriteString("-")
			if c != (lockstep.Ticcmd{}) {
				what.WriteString(" but not zero")
			}
			continue
		case b.Filled.Has(slot):
			what.WriteString("filled ")
		}
		fmt.Fprintf(&what, "f%d", c.Forward)
		for _, f := range []struct {
			name  string
			value int
		}{
			{"s", int(c.Side)},
			{"a", int(c.AngleTurn)},
			{"c", int(c.Consistancy)},
			{"chat", int(c.Chat)},
			{"b", int(c.Buttons)},
		} {
			if f.value != 0 {
				fmt.Fprintf(&what, " %s%d", f.name, f.value)
			}
		}
	}
	if s.run.somethingToDo && s.run.what == what.String() {
		s.run.last, s.run.end = b.Tic, s.now
		return
	}
	s.flushRun()
	s.run = bundleRun{b.Tic, b.Tic, s.now, s.now, what.String(), true}
}

func (s *stage) flushRun() {
	r := s.run
	s.run = bundleRun{}
	switch {
	case !r.somethingToDo:
	case r.first == r.last:
		fmt.Fprintf(&s.text, "  %s  tic %d%s\n", s.clock(r.start), r.first, r.what)
	default:
		fmt.Fprintf(&s.text, "  %s  tics %d-%d, to %s%s\n", s.clock(r.start), r.first, r.last,
			strings.TrimSpace(s.clock(r.end)), r.what)
	}
}
