package e2e

import (
	"testing"
	"time"
)

// TestLobbyFollowsTheNetwork: the host comes into another network while its lobby
// is on show. The page's connection stays, and what it shows of the host's
// addresses follows.
func TestLobbyFollowsTheNetwork(t *testing.T) {
	beside(t, 1)
	host := start(t)
	p := open(t, browserFor(t), "lobby", host.url("localhost"))
	p.await(20*time.Second, "the QR code", `document.querySelector(".qr")?.checkVisibility() && document.querySelector(".qr").naturalWidth > 0`)
	eval[bool](p, `(() => {
		const ask = window.fetch;
		window.selfTests = 0;
		window.elsewhere = ["http://198.51.100.7:8666"];
		window.fetch = async (path, options) => {
			if (path === "/api/selftest") window.selfTests++;
			const answer = await ask(path, options);
			return path === "/api/info" ? Response.json({...await answer.json(), addresses: window.elsewhere}) : answer;
		};
		return true;
	})()`)
	p.await(15*time.Second, "the new address", `[...document.querySelectorAll(".address")].map((b) => b.textContent).join() === window.elsewhere[0]`)
	p.await(15*time.Second, "its QR code", `document.querySelector(".qr").checkVisibility() && decodeURIComponent(document.querySelector(".qr").src).endsWith(window.elsewhere[0])`)
	if n := eval[int](p, "window.selfTests"); n != 1 {
		t.Errorf("%d self-tests after one change", n)
	}
	eval[bool](p, `(() => { window.elsewhere = []; return true; })()`)
	p.await(15*time.Second, "no QR code without a network", `!document.querySelector(".qr").checkVisibility()`)
}
