package hud

import (
	"strings"
	"testing"

	"doomhost/engine/render"
)

func TestLatinSpelling(t *testing.T) {
	cases := []struct {
		text, want string
		whole      bool
	}{
		{"Grüße", "GRUSSE", true},
		{"Gru\u0308n", "GRUN", true},
		{"Ørjan Łukasz", "ORJAN LUKASZ", true},
		{"Nguyễn", "NGUYEN", true},
		{"Șerban", "SERBAN", true},
		{"Ďuriš ŽŸſ", "DURIS ZYS", true},
		{"Ελένη Ψυχή", "ELENI PSYCHI", true},
		{"Щука Ёж Їжак Ґанок", "SHCHUKA EZH IZHAK GANOK", true},
		{"Ђорђе Џон", "DORDE DZON", true},
		{"A-1_{x}~|", "A-1_X", true},
		{"李明", "", false},
		{"Bob 明", "BOB ", false},
		{"עברית", "", false},
		{"", "", true},
	}
	for _, c := range cases {
		if got, whole := Latin(c.text); got != c.want || whole != c.whole {
			t.Errorf("%q: %q, %v; want %q, %v", c.text, got, whole, c.want, c.whole)
		}
	}
	for _, block := range latinText {
		for i, form := range strings.Fields(block.forms) {
			if form != "-" && strings.Trim(form, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
				t.Errorf("%c is spelled %q", block.first+rune(i), form)
			}
		}
	}
}

func TestNamesWithoutALatinFormAreTheColor(t *testing.T) {
	s := newStage(t, "freedoom2", render.Config{}, 2, nil)
	color := s.prefix[1]
	s.SetName(1, "Zoë")
	if got := s.prefix[1]; got != "ZOE: " {
		t.Errorf("Zoë speaks as %q", got)
	}
	s.SetName(1, "李明")
	if got := s.prefix[1]; got != color {
		t.Errorf("a name without a Latin form speaks as %q, want %q", got, color)
	}
}

// An input method may replace text that it showed before; the others see the same line.
func TestChatTextTypesTheDifference(t *testing.T) {
	s := newStage(t, "freedoom2", render.Config{}, 2, nil)
	w := &wire{limit: 1000}
	s.OpenChat(ToAll, w)
	for _, c := range []struct{ text, sent string }{
		{"hello", "HELLO"},
		{"help", "\x7f\x7fP"},
		{"help", ""},
		{"", "\x7f\x7f\x7f\x7f"},
		{"größe", "GROSSE"},
		{strings.Repeat("x", 200), strings.Repeat("\x7f", 6) + strings.Repeat("X", maxChat)},
	} {
		w.sent = w.sent[:0]
		s.ChatText(c.text, w)
		if got := string(w.sent); got != c.sent {
			t.Errorf("%.20q sends %q, want %q", c.text, got, c.sent)
		}
	}
}
