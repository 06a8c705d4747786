package e2e

import (
	"context"
	"testing"
	"time"
)

// watchChannel notes how a page's peer connection comes about: how long until data
// can pass, and under which names the browser tells its own addresses.
const watchChannel = `
	window.peer = {opened: 0, candidates: []};
	window.RTCPeerConnection = class extends RTCPeerConnection {
		constructor(...options) {
			super(...options);
			const made = performance.now();
			this.addEventListener("icecandidate", (e) => e.candidate?.candidate && window.peer.candidates.push(e.candidate.candidate));
			const timer = setInterval(() => {
				if (this.sctp?.state !== "connected") return;
				window.peer.opened = performance.now() - made;
				clearInterval(timer);
			}, 2);
		}
	};`

// mixed starts a game of a Chromium, green, and a Firefox, indigo, at an address that
// is no secure context, with a query of its own.
func mixed(t *testing.T, chrome context.Context, fox *firefox, host *doomhost, query string, lobby func(green, indigo *page)) (green, indigo *page, native *spectator) {
	t.Helper()
	green = open(t, chrome, "green", host.page("localhost"))
	green.awaitSeat(0)
	indigo = fox.open(t, "indigo", host.page(strangeName)+query, watchChannel)
	indigo.awaitSeat(1)
	if eval[bool](indigo, "isSecureContext") {
		t.Fatal("the page is a secure context")
	}
	lobby(green, indigo)
	return green, indigo, begin(t, host, green, indigo)
}

// TestFirefox plays in Firefox, against a Chromium, at a plain http address: a name, a
// game with keys, picture and sound, in front and behind another tab. Unasked it goes
// by the fast data channel, whose end its Worker has.
func TestFirefox(t *testing.T) {
	beside(t, 2)
	host := start(t, "--webrtc", "fast")
	green, indigo, native := mixed(t, browserFor(t), newFirefox(t), host, "", func(green, indigo *page) {
		indigo.await(10*time.Second, "the field for a name", `(document.querySelector("input.name").focus(), document.activeElement.className === "name")`)
		for _, code := range []string{"KeyA", "KeyD", "KeyA", "Enter"} {
			indigo.key(code, true)
			indigo.key(code, false)
		}
		green.await(10*time.Second, "the name", `window.doomhost.screen.lobby.players[1]?.name === "ada"`)
		keep(t, indigo, "firefox-lobby.png")
	})
	indigo.transport("WebRTC, fast")
	green.transport("WebSocket")
	peer := eval[struct {
		Opened     float64
		Candidates []string
	}](indigo, "window.peer")
	if len(peer.Candidates) == 0 {
		t.Error("Firefox told no address")
	}
	t.Logf("the channel was open after %.0f ms; Firefox told %q", peer.Opened, peer.Candidates)

	first, before := indigo.tic(), indigo.places()
	drive(10*time.Second, green, indigo)
	keep(t, indigo, "firefox-game.png")
	t.Logf("%d of %d tics were filled", eval[int](indigo, "window.doomhost.net.late"), indigo.tic())
	indigo.playsItself("in front")
	if after := indigo.places(); before[1] == after[1] {
		t.Errorf("indigo stands where it stood, at %v", after[1])
	}
	for _, p := range []*page{green, indigo} {
		p.keepsPace(slowest, fastest, "in front")
	}
	indigo.await(20*time.Second, "pictures", "window.doomhost.frames.count > 20")
	indigo.await(20*time.Second, "a second of sound", "window.doomhost.audio.played > 44100 && window.doomhost.audio.loudest > 500")
	indigo.covered(func() { indigo.keepsPace(slowest, fastest, "behind another tab") })
	indigo.transport("WebRTC, fast")
	mixedAgree(t, native, green, indigo, first)
}

// TestFirefoxTransports plays in Firefox by the ways that it must be told to take.
func TestFirefoxTransports(t *testing.T) {
	beside(t, 2)
	host := start(t, "--webrtc", "fast")
	chrome, fox := browserFor(t), newFirefox(t)
	for _, way := range []struct{ name, query, transport string }{
		{"ordered", "&channel=ordered", "WebRTC"},
		{"socket", "&channel=socket", "WebSocket"},
	} {
		t.Run(way.name, func(t *testing.T) {
			green, indigo, native := mixed(t, chrome, fox, host, way.query, func(_, _ *page) {})
			indigo.transport(way.transport)
			first := indigo.tic()
			drive(3*time.Second, green, indigo)
			indigo.keepsPace(slowest, fastest, "over "+way.name)
			mixedAgree(t, native, green, indigo, first)
		})
	}
}

// mixedAgree checks that all had the same states, and that the one plays on when the
// other closes its tab.
func mixedAgree(t *testing.T, native *spectator, green, indigo *page, least int) {
	t.Helper()
	for _, p := range []*page{green, indigo} {
		native.agree(p, 0, least)
		if n := eval[int](p, "window.doomhost.inconsistent"); n != 0 {
			t.Errorf("%s: %d ticcmds did not fit its state", p.name, n)
		}
	}
	if native.mask() != 3 {
		t.Errorf("in the game: %04b, want both", native.mask())
	}
	native.fit()
	// A closed tab may be back: it is gone after its five seconds, by whichever way it played.
	indigo.close()
	green.await(30*time.Second, "the other to be gone", "window.doomhost.net.inGame === 1")
	green.keepsPace(slowest, fastest, "alone")
	green.close()
}

// covered does something while another tab of Firefox hides the page.
func (p *page) covered(do func()) {
	p.t.Helper()
	var front firefoxTab
	p.must(func(ctx context.Context) (err error) {
		front, err = p.tab.(firefoxTab).cover(ctx)
		return err
	})
	p.await(10*time.Second, "the page to be hidden", `document.visibilityState === "hidden"`)
	do()
	p.must(front.close)
	p.await(10*time.Second, "the page to be seen", `document.visibilityState === "visible"`)
}
