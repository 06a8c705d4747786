package main

import (
	"net/netip"
	"os"
	"strings"
	"testing"
)

func addresses(list string) []netip.Addr {
	var out []netip.Addr
	for _, s := range strings.Fields(list) {
		out = append(out, netip.MustParseAddr(s))
	}
	return out
}

func TestChangedAddressesAreShownOnceStable(t *testing.T) {
	for what, c := range map[string]struct {
		first string
		looks []string
		told  string // one letter for each check
	}{
		"nothing changes":             {"10.0.0.1", []string{"10.0.0.1", "10.0.0.1"}, "--"},
		"a network is joined":         {"", []string{"", "10.0.0.1", "10.0.0.1", "10.0.0.1"}, "--t-"},
		"a network is left for good":  {"10.0.0.1", []string{"", "", ""}, "-t-"},
		"from one network to another": {"10.0.0.1", []string{"", "192.168.0.1", "192.168.0.1"}, "--t"},
		"gone for a moment":           {"10.0.0.1", []string{"", "10.0.0.1", "10.0.0.1"}, "---"},
		"other IPv6 beside IPv4":      {"10.0.0.1 2001:db8::1", []string{"10.0.0.1 2001:db8::2", "10.0.0.1 2001:db8::2"}, "--"},
		"other IPv6 alone":            {"2001:db8::1", []string{"2001:db8::2", "2001:db8::2"}, "-t"},
		"another goes first":          {"10.0.0.1 10.0.1.1", []string{"10.0.1.1 10.0.0.1", "10.0.1.1 10.0.0.1"}, "-t"},
	} {
		var r roaming
		r.start(addresses(c.first))
		told := ""
		for _, now := range c.looks {
			if r.others(addresses(now)) {
				told += "t"
			} else {
				told += "-"
			}
		}
		if told != c.told {
			t.Errorf("%s: %s, want %s", what, told, c.told)
		}
	}
}

func TestTerminalTextOfflineAndOnline(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	device, err := os.Open(os.DevNull) // instead of a terminal
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close() //nolint:errcheck // read-only
	o := defaultOptions()
	here := terminal{o: &o, port: 8667, out: device}
	if text := here.list(nil); !strings.Contains(text, "doomhost can keep running") || here.code(nil) != "" {
		t.Errorf("offline it prints %q and draws %q", text, here.code(nil))
	}
	list := addresses("10.0.0.1 2001:db8::1")
	if text := here.list(list); !strings.Contains(text, "  http://10.0.0.1:8667/\n") || !strings.Contains(text, "  http://[2001:db8::1]:8667/\n") {
		t.Errorf("the addresses are %q", text)
	}
	if here.code(list) == "" {
		t.Error("there is no QR code")
	}
	for _, plain := range []terminal{{o: &o, port: 8667, out: &strings.Builder{}}, {o: &o, port: 8667}} {
		if plain.code(list) != "" {
			t.Error("a QR code is drawn to a file")
		}
	}
	t.Setenv("NO_COLOR", "1")
	if here.code(list) != "" {
		t.Error("a QR code is drawn despite NO_COLOR")
	}
	t.Setenv("NO_COLOR", "")
	o.noQR = true
	if here.code(list) != "" {
		t.Error("a QR code is drawn despite --no-qr")
	}
}
