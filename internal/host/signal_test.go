package host

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	rtc "doomhost/signal"
)

// offerOfTests is an offer of a data channel such as browsers make.
var offerOfTests = strings.Join([]string{
	"v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0",
	"m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0",
	"a=ice-ufrag:abcd", "a=ice-pwd:abcdefghijklmnopqrstuvwx",
	"a=fingerprint:sha-256 " + strings.Repeat("AB:", 31) + "AB",
	"a=setup:actpass", "a=mid:0", "a=sctp-port:5000", "",
}, "\r\n")

func TestSpectatorsLeavePlayersTheirDataChannels(t *testing.T) {
	t.Parallel()
	hub, err := rtc.New(rtc.Config{
		// The hub has room for one player and one spectator.
		MaxPeers:  8,
		Addresses: func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("127.0.0.1")} },
	})
	if err != nil {
		t.Fatal(err)
	}
	h := startHost(t, Config{Signal: hub})
	t.Cleanup(func() {
		h.stop()
		hub.Close()
	})
	player := h.launch(1)[0]
	for range 20 {
		h.dial("/ws/signal").hear("hello", nil)
	}
	offer, err := json.Marshal(map[string]string{"t": "offer", "sdp": offerOfTests})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ path, answer string }{
		{"/ws/signal", "answer"},
		{"/ws/signal", "error"},
		{fmt.Sprintf("/ws/signal?slot=%d&token=%s", player.slot, player.token), "answer"},
	} {
		c := h.dial(step.path)
		c.hear("hello", nil)
		c.say(string(offer))
		c.hear(step.answer, nil)
	}
}
