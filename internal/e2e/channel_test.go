package e2e

import (
	"context"
	"testing"
	"time"

	"doomhost/engine/sim"
)

// duel starts a game of two by way of a host with the given flags: green at
// localhost, indigo at an address that is no secure context, with a query of
// its own.
func duel(t *testing.T, browser context.Context, host *doomhost, query string) (green, indigo *page, native *spectator) {
	t.Helper()
	green = open(t, browser, "green", host.page("localhost"))
	green.await(20*time.Second, "a seat", `window.doomhost?.screen.lobby.slot === 0`)
	indigo = open(t, browser, "indigo", host.page(strangeName)+query)
	indigo.await(20*time.Second, "a seat", `window.doomhost?.screen.lobby.slot === 1`)
	for _, p := range []*page{green, indigo} {
		p.await(60*time.Second, "the WAD", `window.doomhost.screen.lobby.fetched === 1`)
	}
	green.await(10*time.Second, "the other in the lobby", `window.doomhost.screen.lobby.players.length === 2`)
	green.click("Start game")
	for _, p := range []*page{green, indigo} {
		p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 35`)
	}
	native = watch(t, host, "freedoom1", sim.Params{Skill: 2, Episode: 1, Map: 1, NetGame: true})
	return green, indigo, native
}

// transport waits until the net graph's figures say by what the tics travel.
func (p *page) transport(want string) {
	p.t.Helper()
	p.await(10*time.Second, want, `window.doomhost.net?.transport === "`+want+`"`)
}

// TestDataChannel plays over both kinds of data channel, at a plain http
// address: the game moves there in its middle, loses nothing on the way, and
// goes on when the page is hidden.
func TestDataChannel(t *testing.T) {
	host := start(t)
	for _, mode := range []struct{ name, query, transport string }{
		{"ordered", "&channel=ordered", "WebRTC"},
		{"fast", "&channel=fast", "WebRTC, fast"},
	} {
		t.Run(mode.name, func(t *testing.T) {
			chrome := browserFor(t)
			green, indigo, native := duel(t, chrome, host, mode.query)
			if eval[bool](indigo, "isSecureContext") {
				t.Fatal("the page is a secure context")
			}
			indigo.transport(mode.transport)
			green.transport("WebSocket")
			begin := indigo.tic()
			drive(5*time.Second, green, indigo)
			for _, p := range []*page{green, indigo} {
				if r := rate(p, 2*time.Second); r < slowest || r > fastest {
					t.Errorf("%s got %.1f tics/s", p.name, r)
				}
			}
			indigo.minimize(true)
			if r := rate(indigo, 3*time.Second); r < slowest || r > fastest {
				t.Errorf("hidden, indigo got %.1f tics/s", r)
			}
			indigo.minimize(false)
			indigo.transport(mode.transport)
			for _, p := range []*page{green, indigo} {
				if n := native.agree(p, 0); n < begin {
					t.Errorf("%s: only %d tics compared", p.name, n)
				}
				if n := eval[int](p, "window.doomhost.inconsistent"); n != 0 {
					t.Errorf("%s: %d ticcmds did not fit its state", p.name, n)
				}
			}
			if late := eval[int](indigo, "window.doomhost.net.late"); late > ticsASecond {
				t.Errorf("%d of indigo's tics were made up", late)
			}
			if native.mask() != 3 {
				t.Errorf("in the game: %04b, want both", native.mask())
			}
			// Who leaves by a data channel has left at once.
			indigo.close()
			green.await(4*time.Second, "the other to be gone", `window.doomhost.net.inGame === 1`)
			green.close()
		})
	}
}
