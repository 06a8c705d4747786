package e2e

import (
	"testing"
	"time"
)

// TestWatch lets a third page look on: it sees the same game, through anybody's
// eyes, and what it presses reaches nobody.
func TestWatch(t *testing.T) {
	beside(t, 3)
	host, green, indigo, _, native := pair(t)
	spectator := open(t, newBrowser(t), "spectator", host.page(strangeName))
	// Before that, the only such button is that of the game's recording.
	spectator.await(20*time.Second, "the game in the lobby", `window.doomhost?.screen.lobby.running`)
	spectator.click("Watch")
	spectator.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.frames.count > 5 && window.doomhost.net !== null`)
	begin := spectator.tic()

	spectator.key("KeyW", true)
	drive(3*time.Second, green, indigo)
	spectator.key("KeyW", false)
	native.agree(spectator, begin, 2*ticsASecond)
	if native.mask() != 3 {
		t.Errorf("in the game: %04b, want the two players", native.mask())
	}

	spectator.key("Escape", true)
	spectator.click("Indigo")
	if slot := eval[int](spectator, "window.doomhost.screen.game.slot"); slot != 1 {
		t.Errorf("the spectator looks through the eyes of slot %d", slot)
	}
	spectator.click("Back to the game")
	begin = spectator.tic()
	drive(2*time.Second, green, indigo)
	native.agree(spectator, begin, ticsASecond)
	spectator.key("Escape", true)
	spectator.click("Leave the game")
	spectator.await(10*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
	native.fit()
}

// TestGameEndsForAll: when the last player leaves, everybody is back in the
// lobby, and the next game can begin.
func TestGameEndsForAll(t *testing.T) {
	beside(t, 1)
	host := start(t)
	chrome := newBrowser(t)
	green := open(t, chrome, "green", host.page("localhost"))
	for range 2 {
		green.click("Start game")
		green.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 10`)
		green.key("Escape", true)
		green.click("Leave the game")
		green.await(10*time.Second, "the lobby", `window.doomhost.at === "lobby" && !window.doomhost.screen.lobby.running && window.doomhost.screen.lobby.slot !== null`)
	}
	if state := host.info()["state"]; state != "lobby" {
		t.Errorf("the host is in the state %v", state)
	}
}
