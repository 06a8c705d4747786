package e2e

import (
	"testing"
	"time"
)

// TestHalfOpenLobby loses a page's way to the lobby without a word, with all seats
// taken: by its next connection the page has its seat again, which its connection before
// holds.
func TestHalfOpenLobby(t *testing.T) {
	beside(t, 1)
	host := start(t, "--limit-idle", "1h") // the host finds nothing out by itself
	way := through(t, host)
	chrome := newBrowser(t)
	green := open(t, chrome, "green", way.page("localhost"))
	green.awaitSeat(0)
	for range 3 {
		guest(t, host)
	}
	const full = `window.doomhost.screen.lobby.players.length === 4`
	green.await(10*time.Second, "the guests", full)
	way.hold(true)
	green.await(30*time.Second, "the way to be lost", `window.doomhost.screen.lobby.link !== "open"`)
	way.strand()
	green.await(60*time.Second, "the seat", full+` && window.doomhost.screen.lobby.link === "open" && !window.doomhost.screen.lobby.full && window.doomhost.screen.lobby.slot === 0`)
}
