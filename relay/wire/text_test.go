package wire

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

func TestNamesOfAllScripts(t *testing.T) {
	cases := []struct{ in, want string }{
		{"Grüße", "Grüße"},
		{"Gru\u0308ße", "Grüße"}, // composed
		{"李明", "李明"},
		{"Ørjan", "Ørjan"},
		{"עברית", "עברית"},
		{"हिन्दी", "हिन्दी"},
		{"  Ada   L-1_ ", "Ada L-1_"},
		{"", ""},
		{"   ", ""},
		{strings.Repeat("é", 10), strings.Repeat("é", 10)},
	}
	for _, c := range cases {
		if got, err := CleanName(c.in); err != nil || got != c.want {
			t.Errorf("%q: %q, %v; want %q", c.in, got, err, c.want)
		}
	}
}

func TestNamesThatAreRefused(t *testing.T) {
	cases := []struct{ in, reason string }{
		{strings.Repeat("é", 11), "at most 10"},
		{"a" + strings.Repeat("\u0301", 40), "64 bytes"},
		{"\u0301a", "letters"},  // a mark without a letter
		{"a\u200bb", "letters"}, // zero width space
		{"a\u202eb", "letters"}, // right-to-left override
		{"a\u2066b", "letters"}, // isolate
		{"a\tb", "letters"},
		{"a\nb", "letters"},
		{"<b>", "letters"},
		{"😀", "letters"},
		{"\u3164", "can be seen"},
	}
	for _, c := range cases {
		if got, err := CleanName(c.in); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%q: %q, %v; want an error about %q", c.in, got, err, c.reason)
		}
	}
}

func TestNumberedNamesFit(t *testing.T) {
	cases := []struct{ in, want string }{
		{"Ada", "Ada 2"},
		{"Maximilian", "Maximili 2"},
		{"Abcdefg xy", "Abcdefg 2"},
		{"李明", "李明 2"},
	}
	for _, c := range cases {
		got := NumberedName(c.in, 2)
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
		if clean, err := CleanName(got); err != nil || clean != got {
			t.Errorf("%q: %q, %v", got, clean, err)
		}
	}
}

func TestChatKeepsScriptsAndDropsControls(t *testing.T) {
	cases := []struct{ in, want string }{
		{"hi\nthere", "hi there"},
		{"a\u202eb\u2066c", "a b c"},
		{"👩\u200d🚀 go", "👩\u200d🚀 go"},
		{" Gru\u0308ße an 李明 ", "Grüße an 李明"},
	}
	for _, c := range cases {
		if got, err := CleanChat(c.in); err != nil || got != c.want {
			t.Errorf("%q: %q, %v; want %q", c.in, got, err, c.want)
		}
	}
	if _, err := CleanChat("\u200d \u200c"); err == nil {
		t.Error("a line of nothing to see is taken")
	}
	if _, err := CleanChat(strings.Repeat("👩\u200d🚀", MaxChat)); err != nil {
		t.Errorf("%d characters of several code points: %v", MaxChat, err)
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"Grüße", "李明", "a\u0301\u0301", "\u202eabc", "👩\u200d🚀", "x  y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return // ParseRequest rejects it first
		}
		for _, clean := range []func(string) (string, error){CleanName, CleanChat} {
			once, err := clean(s)
			if err != nil {
				continue
			}
			if again, err := clean(once); err != nil || again != once {
				t.Fatalf("%q: cleaned %q, then %q, %v", s, once, again, err)
			}
			if !norm.NFC.IsNormalString(once) || uniseg.GraphemeClusterCount(once) > MaxChat {
				t.Fatalf("%q: cleaned %q", s, once)
			}
		}
		if name, err := CleanName(s); err == nil && name != "" {
			if n := NumberedName(name, 12); uniseg.GraphemeClusterCount(n) > MaxName {
				t.Fatalf("%q: numbered %q", name, n)
			}
		}
	})
}
