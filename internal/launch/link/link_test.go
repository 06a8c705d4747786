package link

import (
	"errors"
	"strings"
	"testing"
)

func TestValidLinks(t *testing.T) {
	for s, want := range map[string]Link{
		"doomhost://host":                                  {Action: Host},
		"doomhost://host/":                                 {Action: Host},
		"DOOMHOST://host":                                  {Action: Host},
		"doomhost://join?address=192.168.1.5:8666":         {Join, "192.168.1.5:8666"},
		"doomhost://join/?address=party.local":             {Join, "party.local"},
		"doomhost://join?address=%5Bfd00%3A%3A1%5D%3A9000": {Join, "[fd00::1]:9000"},
	} {
		got, err := Parse(s)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", s, got, err)
		}
		if again, err := Parse(got.String()); err != nil || again != got {
			t.Errorf("%s is written %s, which is %+v, %v", s, got, again, err)
		}
	}
}

func TestInvalidLinks(t *testing.T) {
	for _, s := range []string{
		"", "doomhost:", "doomhost://", "doomhost:host", "doomhost:///host", "doomhost://host?x=1", "doomhost://host#x", "doomhost://host#",
		"doomhost://host/../join", "doomhost://host:1", "doomhost://user@host", "doomhost://HOST.", "doomhost://stop", "doomhost://join",
		"doomhost://join?address=", "doomhost://join?address=a&address=b", "doomhost://join?address=a&port=1", "doomhost://join?other=a",
		"doomhost://join?address=http://a", "doomhost://join?address=a/b", "doomhost://join?address=a%2Fb", "doomhost://join?address=u@a",
		"doomhost://join?address=a%20b", "doomhost://join?address=a%00", "doomhost://join?address=a%3Fb",
		"doomhost://join?address=a;b", "doomhost://join?address=$(x)", "doomhost://join?address=%zz", "doomhost://host\n", " doomhost://host",
		"http://host", "file:///etc/passwd", "--help", "doomhost://join?address=" + strings.Repeat("a", 500),
	} {
		got, err := Parse(s)
		if !errors.Is(err, ErrBad) {
			t.Errorf("%q is taken: %+v, %v", s, got, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("doomhost://host")
	f.Add("doomhost://join?address=192.168.1.5:8666")
	f.Fuzz(func(t *testing.T, s string) {
		l, err := Parse(s)
		if err != nil {
			return
		}
		if again, err := Parse(l.String()); err != nil || again != l {
			t.Fatalf("%q is %+v, which is written %q and read as %+v, %v", s, l, l, again, err)
		}
		if strings.ContainsAny(l.Address, "/@?#%\\ ") {
			t.Fatalf("%q reaches %q", s, l.Address)
		}
	})
}
