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
	onlooker := open(t, newBrowser(t), "onlooker", host.page(strangeName))
	// Before that, the only such button is that of the game's recording.
	onlooker.await(20*time.Second, "the game in the lobby", `window.doomhost?.screen.lobby.running`)
	onlooker.click("Watch")
	onlooker.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.frames.count > 5 && window.doomhost.net !== null`)
	begin := onlooker.tic()

	onlooker.key("KeyW", true)
	drive(3*time.Second, green, indigo)
	onlooker.key("KeyW", false)
	native.agree(onlooker, begin, 2*ticsASecond)
	if native.mask() != 3 {
		t.Errorf("in the game: %04b, want the two players", native.mask())
	}

	onlooker.key("Escape", true)
	onlooker.click("Indigo")
	if slot := eval[int](onlooker, "window.doomhost.screen.game.slot"); slot != 1 {
		t.Errorf("the onlooker looks through the eyes of slot %d", slot)
	}
	onlooker.click("Back to the game")
	begin = onlooker.tic()
	drive(2*time.Second, green, indigo)
	native.agree(onlooker, begin, ticsASecond)
	onlooker.key("Escape", true)
	onlooker.click("Leave the game")
	onlooker.await(10*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
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
