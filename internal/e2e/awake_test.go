package e2e

import (
	"testing"
	"time"
)

// TestScreenStaysAwake watches the demos at a plain http address and at a secure
// one: a video plays at the first, none is needed at the second, and nothing is
// left of either in the lobby.
func TestScreenStaysAwake(t *testing.T) {
	beside(t, 1)
	host := start(t)
	for _, b := range []struct {
		name string
		open func(*testing.T) *page
	}{
		{"Chromium", func(t *testing.T) *page { return open(t, newBrowser(t), "watcher", "about:blank") }},
		{"Firefox", func(t *testing.T) *page { return newFirefox(t).open(t, "watcher", "about:blank", "") }},
	} {
		t.Run(b.name, func(t *testing.T) {
			p := b.open(t)
			for _, at := range []struct{ name, awake string }{
				{strangeName, `!isSecureContext && (() => { const v = document.querySelector("video.awake"); return v && !v.paused && v.currentTime > 0; })()`},
				{"localhost", `isSecureContext && window.locked === 1 && document.querySelector("video") === null`},
			} {
				p.visit(host.page(at.name))
				p.await(30*time.Second, "the lobby", `window.doomhost?.screen.lobby.slot !== null && document.querySelector("video") === null`)
				// How many locks are held, as the page's own calls tell.
				eval[bool](p, `(() => {
					window.locked = 0;
					const locks = navigator.wakeLock;
					const request = locks?.request.bind(locks);
					if (request) locks.request = async (type) => {
						const lock = await request(type);
						window.locked++;
						lock.addEventListener("release", () => window.locked--);
						return lock;
					};
					return true;
				})()`)
				p.click("Watch the demos")
				p.await(60*time.Second, "a demo on an awake screen at "+at.name, `window.doomhost.at === "game" && `+at.awake)
				p.key("KeyX", true)
				p.key("KeyX", false)
				p.await(30*time.Second, "the lobby, that may sleep", `window.doomhost.at === "lobby" && window.locked === 0 && document.querySelector("video") === null`)
			}
		})
	}
}
