package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// duel starts a game of two by way of a host with the given flags: green at
// localhost, indigo at an address that is no secure context, with a query of
// its own and a script that runs before the page's.
func duel(t *testing.T, browser context.Context, host *doomhost, query, script string) (green, indigo *page, native *spectator) {
	t.Helper()
	green = open(t, browser, "green", host.page("localhost"))
	green.awaitSeat(0)
	if address := host.page(strangeName) + query; script == "" {
		indigo = open(t, browser, "indigo", address)
	} else {
		indigo = open(t, browser, "indigo", "about:blank")
		indigo.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
			return chromedp.Void{}, err
		}, chromedp.Navigate(address))
	}
	indigo.awaitSeat(1)
	return green, indigo, begin(t, host, green, indigo)
}

// keepsChannels makes a browser of the kind that can't give a data channel to a
// Worker.
const keepsChannels = `{
	const post = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (message, transfer) {
		if (Array.isArray(transfer) && transfer.some((t) => t instanceof RTCDataChannel)) {
			window.channelsKept = (window.channelsKept ?? 0) + 1;
			throw new DOMException("it could not be cloned", "DataCloneError");
		}
		return post.call(this, message, transfer);
	};
}`

// transport waits until the net graph's figures say by what the tics travel.
func (p *page) transport(want string) {
	p.t.Helper()
	p.await(30*time.Second, want, `window.doomhost.net?.transport === "`+want+`"`)
}

// TestDataChannel plays over both kinds of data channel, at a plain http
// address: the game moves there in its middle, loses nothing on the way, and
// goes on when the page is hidden.
func TestDataChannel(t *testing.T) {
	beside(t, 2)
	host := start(t, "--webrtc", "fast")
	for _, mode := range []struct{ name, query, transport, script string }{
		{"ordered", "&channel=ordered", "WebRTC", ""},
		{"fast", "&channel=fast", "WebRTC, fast", ""},
		{"where a page must pass it on", "&channel=fast", "WebRTC, fast", keepsChannels},
	} {
		t.Run(mode.name, func(t *testing.T) {
			chrome := browserFor(t)
			green, indigo, native := duel(t, chrome, host, mode.query, mode.script)
			if kept := eval[int](indigo, "window.channelsKept ?? 0"); (kept > 0) != (mode.script != "") {
				t.Errorf("%d channels could not be given to the Worker", kept)
			}
			if eval[bool](indigo, "isSecureContext") {
				t.Fatal("the page is a secure context")
			}
			indigo.transport(mode.transport)
			green.transport("WebSocket")
			// A page that draws in software holds up what it passes on: that is why
			// no browser of this kind does so unasked.
			least := slowest
			if mode.script != "" {
				least = 4
			}
			begin := indigo.tic()
			drive(5*time.Second, green, indigo)
			for _, p := range []*page{green, indigo} {
				p.keepsPace(least, fastest, "over "+mode.name)
			}
			indigo.minimize(true)
			indigo.keepsPace(least, fastest, "hidden")
			indigo.minimize(false)
			indigo.transport(mode.transport)
			for _, p := range []*page{green, indigo} {
				native.agree(p, 0, begin)
				if n := eval[int](p, "window.doomhost.inconsistent"); n != 0 {
					t.Errorf("%s: %d ticcmds did not fit its state", p.name, n)
				}
			}
			if mode.script == "" {
				indigo.playsItself("over " + mode.name)
			}
			if native.mask() != 3 {
				t.Errorf("in the game: %04b, want both", native.mask())
			}
			// Who leaves by a data channel has left at once.
			indigo.leave()
			green.await(4*time.Second, "the other to be gone", `window.doomhost.net.inGame === 1`)
			indigo.close()
			green.close()
		})
	}
}

// TestChannelThatAPageMustPassOn stays on the socket in a browser that cannot give a
// channel to a Worker, unless it is asked for.
func TestChannelThatAPageMustPassOn(t *testing.T) {
	beside(t, 2)
	host := start(t, "--webrtc", "fast")
	_, indigo, _ := duel(t, browserFor(t), host, "", keepsChannels)
	indigo.await(10*time.Second, "the try", "window.channelsKept > 0")
	indigo.keepsPace(slowest, fastest, "over the socket")
	indigo.transport("WebSocket")
}
