package hud

import (
	"testing"

	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// wire is a Sender that stores typed characters, up to a limit.
type wire struct {
	sent  []byte
	limit int
}

func (w *wire) Chat(c byte) bool {
	if len(w.sent) >= w.limit {
		return false
	}
	w.sent = append(w.sent, c)
	return true
}

func TestMessageStaysForFourSeconds(t *testing.T) {
	var m messages
	m.post("A KEY")
	for tic := range messageTics {
		m.tic(true)
		if m.tics == 0 || string(m.shown.bytes()) != "A KEY" {
			t.Fatalf("gone after %d tics", tic)
		}
	}
	if m.tic(true); m.tics != 0 {
		t.Error("still there after 140 tics")
	}
}

func TestLastMessageOfATicCounts(t *testing.T) {
	var m messages
	m.post("ONE")
	m.post("TWO")
	m.tic(true)
	if got := string(m.shown.bytes()); got != "TWO" {
		t.Errorf("shown %q", got)
	}
}

func TestHiddenMessagesWait(t *testing.T) {
	var m messages
	m.post("ONE")
	m.tic(false)
	if m.tics != 0 {
		t.Error("shown though hidden")
	}
	if m.tic(true); m.tics == 0 {
		t.Error("not shown afterwards")
	}
}

func TestChatLineHoldsItsPlace(t *testing.T) {
	var m messages
	m.say("Red: ", []byte("HELLO"))
	m.post("A KEY")
	for range messageTics - 1 {
		m.tic(true)
		if got := string(m.shown.bytes()); got != "Red: HELLO" {
			t.Fatalf("shown %q", got)
		}
	}
	if m.tic(true); string(m.shown.bytes()) != "A KEY" {
		t.Errorf("shown %q after that", m.shown.bytes())
	}
}

func TestChatGoesFromKeysToTheOthersScreen(t *testing.T) {
	for _, c := range []struct {
		name string
		to   byte
		want string
	}{
		{"to all", ToAll, "ADA: HELLO"},
		{"to this player", 1, "ADA: HELLO"},
		{"to another one", 3, ""},
	} {
		from := newStage(t, "freedoom2", render.Config{}, 3, func(p *sim.Params) { p.Console = 1 })
		from.play(1)
		w := &wire{limit: 100}
		from.OpenChat(c.to, w)
		for _, k := range []byte("hellp\x7fo\x01") {
			from.ChatKey(k, w)
		}
		if got := string(from.chat.own.bytes()); got != "HELLO" || !from.chat.open {
			t.Fatalf("the line is %q", got)
		}
		from.ChatKey(charEnter, w)
		if from.chat.open {
			t.Fatal("Enter does not end the line")
		}
		from.play(1)
		if got := from.shown(); got != "HELLO" {
			t.Errorf("%s: the sender sees %q", c.name, got)
		}

		to := newStage(t, "freedoom2", render.Config{}, 3, nil)
		to.SetName(1, "Ada")
		sounds := 0
		for _, b := range w.sent {
			to.cmds[1].Chat = b
			to.play(1)
			sounds += len(to.Sounds())
		}
		if got := to.shown(); got != c.want {
			t.Errorf("%s: the other sees %q, want %q", c.name, got, c.want)
		}
		if (sounds == 1) != (c.want != "") {
			t.Errorf("%s: %d sounds", c.name, sounds)
		}
	}
}

func TestEscapedChatLeavesNothingBehind(t *testing.T) {
	from := newStage(t, "freedoom2", render.Config{}, 2, nil)
	w := &wire{limit: 100}
	from.OpenChat(ToAll, w)
	for _, k := range []byte("NO\x1b") {
		from.ChatKey(k, w)
	}
	from.OpenChat(ToAll, w)
	for _, k := range []byte("YES\r") {
		from.ChatKey(k, w)
	}
	to := newStage(t, "freedoom2", render.Config{}, 2, func(p *sim.Params) { p.Console = 1 })
	for _, b := range w.sent {
		to.cmds[0].Chat = b
		to.play(1)
	}
	if got := to.shown(); got != to.prefix[0]+"YES" {
		t.Errorf("the other sees %q", got)
	}
}

func TestChatShowsOnlyWhatWasSent(t *testing.T) {
	s := newStage(t, "freedoom2", render.Config{}, 2, nil)
	w := &wire{limit: 3}
	s.OpenChat(ToAll, w)
	for _, k := range []byte("ABCD") {
		s.ChatKey(k, w)
	}
	if got := string(s.chat.own.bytes()); got != "AB" {
		t.Errorf("the line is %q", got)
	}
}

func TestBirthClearsTheScreen(t *testing.T) {
	s := newStage(t, "freedoom2", render.Config{}, 2, nil)
	s.play(1)
	s.messages.post("OLD")
	s.play(1)
	if s.shown() != "OLD" {
		t.Fatalf("shown %q", s.shown())
	}
	s.me().State = sim.PlayerReborn
	if s.play(1); s.shown() != "" {
		t.Errorf("shown %q after birth", s.shown())
	}
}

// Whatever others type, the line stays valid.
func FuzzTypedLine(f *testing.F) {
	f.Add([]byte("hello\x7f\r"))
	f.Add([]byte{0, 255, 127, 127, 5})
	f.Fuzz(func(t *testing.T, keys []byte) {
		var l line
		for _, k := range keys {
			before := l.len
			known := l.typed(k)
			if l.len < 0 || l.len > maxLine || !known && l.len != before {
				t.Fatalf("length %d after %d", l.len, before)
			}
		}
		for _, c := range l.bytes() {
			if c < ' ' || c > '_' {
				t.Fatalf("character %d in a line", c)
			}
		}
	})
}
