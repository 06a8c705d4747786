package rtc

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
)

func TestMessagesComeBackAsTheyWere(t *testing.T) {
	candidate, mid, line := "candidate:1 1 udp 2 10.0.0.1 8666 typ host", "0", uint16(0)
	for _, m := range []Message{
		{Kind: KindHello, Mode: "fast"},
		{Kind: KindOffer, SDP: "v=0\r\n"},
		{Kind: KindClosed, Code: 4403, Reason: "kicked"},
	} {
		got, err := ParseMessage(AppendMessage(nil, &m))
		if err != nil || got != m {
			t.Errorf("%+v came back as %+v, %v", m, got, err)
		}
	}
	m := Message{Kind: KindCandidate, Candidate: &candidate, Mid: &mid, Line: &line}
	got, err := ParseMessage(AppendMessage(nil, &m))
	if err != nil || *got.Candidate != candidate || *got.Mid != mid || *got.Line != line {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestTheWireIsWhatBrowsersSpeak(t *testing.T) {
	m := candidateMessage(nil)
	if got, want := string(AppendMessage(nil, m)), `{"t":"candidate","candidate":""}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	got, err := ParseMessage([]byte(`{"t":"candidate","candidate":"candidate:1 1 udp 2 a.local 5 typ host","sdpMid":"0","sdpMLineIndex":0,"usernameFragment":"x"}`))
	if err != nil || *got.Mid != "0" || *got.Line != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestMalformedMessages(t *testing.T) {
	for text, want := range map[string]error{
		"":                                     ErrMessage,
		"[]":                                   ErrMessage,
		`{"t":"candidate","candidate":"a\nb"}`: ErrMessage,
		`{"t":"offer","sdp":7}`:                ErrMessage,
		"null":                                 ErrMessage,
		`{"t":"` + strings.Repeat("x", MaxMessage) + `"}`:     ErrTooLong,
		`{"t":"candidate","candidate":"","sdpMLineIndex":-1}`: ErrMessage,
	} {
		if _, err := ParseMessage([]byte(text)); !errors.Is(err, want) {
			t.Errorf("%.60s: %v, want %v", text, err, want)
		}
	}
}

func TestFieldNamesMatchExactly(t *testing.T) {
	m, err := ParseMessage([]byte(`{"T":"offer","SDP":"x"}`))
	if err != nil || m != (Message{}) {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestHiddenCandidates(t *testing.T) {
	const c = "candidate:1 1 udp 2 1f4712db-ea17-4bcf-a596-105139dfd8bf.local 50000 typ host"
	name, ok := hidden(c)
	if !ok || name != "1f4712db-ea17-4bcf-a596-105139dfd8bf.local" {
		t.Fatalf("%q, %v", name, ok)
	}
	if got, want := reveal(c, netip.MustParseAddr("10.0.0.7")), "candidate:1 1 udp 2 10.0.0.7 50000 typ host"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, c := range []string{"", "candidate:1 1 udp 2 10.0.0.1 5 typ host", "candidate: .local"} {
		if _, ok := hidden(c); ok {
			t.Errorf("%q is hidden", c)
		}
	}
}

func TestOnlyCandidatesOfOneMachineAreTried(t *testing.T) {
	for c, good := range map[string]bool{
		"candidate:1 1 udp 2130706431 10.0.0.1 5000 typ host":             true,
		"candidate:1 1 udp 2130706431 fd00::1 5000 typ host":              true,
		"candidate:1 1 tcp 2130706431 10.0.0.1 9 typ host tcptype active": false,
		"candidate:1 1 udp 2130706431 224.0.0.251 5353 typ host":          false,
		"candidate:1 1 udp 2130706431 ff02::fb 5353 typ host":             false,
		"candidate:1 1 udp 2130706431 0.0.0.0 5000 typ host":              false,
		"candidate:1 1 udp 2130706431 10.0.0.1 0 typ host":                false,
		"candidate:1 1 udp 2130706431 example.org 5000 typ host":          false,
		"candidate": false,
	} {
		if err := checkCandidate(c); good != (err == nil) {
			t.Errorf("%s: %v", c, err)
		}
	}
}

// FuzzParseMessage also passes the candidate on: no candidate of a peer may cause a panic.
func FuzzParseMessage(f *testing.F) {
	for _, s := range []string{
		`{"t":"offer","sdp":"v=0\r\n"}`,
		`{"t":"candidate","candidate":"candidate:1 1 udp 2 a.local 5 typ host","sdpMid":"0","sdpMLineIndex":0}`,
		`{"t":"closed","code":4403,"reason":"x"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := ParseMessage(b)
		if err != nil {
			return
		}
		if m.Candidate != nil {
			if name, ok := hidden(*m.Candidate); ok && !strings.Contains(*m.Candidate, name) {
				t.Fatalf("%q is not in %q", name, *m.Candidate)
			}
			_ = checkCandidate(*m.Candidate)
		}
		if _, err := ParseMessage(AppendMessage(nil, &m)); err != nil && len(b) < MaxMessage/6 {
			t.Fatalf("%q did not come back: %v", b, err)
		}
	})
}
