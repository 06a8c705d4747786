package e2e

import (
	"testing"
	"time"

	"doomhost/engine/sim"
)

// TestNextMap plays a deathmatch with a limit of one minute to its end: through
// the intermission into the next map, everybody in step.
func TestNextMap(t *testing.T) {
	beside(t, 2)
	host := start(t)
	chrome := newBrowser(t)
	green := open(t, chrome, "green", host.page("localhost"))
	green.awaitSeat(0)
	indigo := open(t, chrome, "indigo", host.page(strangeName))
	indigo.awaitSeat(1)
	green.set(`input[type=radio][value=deathmatch]`, `e.click()`)
	green.set(`.check input[type=number]`, `e.value = "1"; e.dispatchEvent(new Event("change"))`)
	indigo.await(10*time.Second, "the settings", `(({mode, timer}) => mode === "deathmatch" && timer === 1)(window.doomhost.screen.lobby.params)`)
	green.await(10*time.Second, "the other in the lobby", `window.doomhost.screen.lobby.players.length === 2`)
	green.click("Start game")
	for _, p := range []*page{green, indigo} {
		p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 0`)
	}
	native := watch(t, host, "freedoom1", sim.Params{Skill: 2, Episode: 1, Map: 1, Deathmatch: 1, Timer: 1, NetGame: true})

	const levelTics = 60 * ticsASecond
	for green.tic() < levelTics-6*ticsASecond { // keys that are pressed in the intermission cut it short
		drive(2*time.Second, green, indigo)
	}
	green.await(60*time.Second, "the intermission", `window.doomhost.game.phase === 1`)
	const banner = `(document.querySelector(".banner:not([hidden]) span")?.textContent ?? "")`
	green.await(30*time.Second, "for whom it waits", `window.doomhost.game.awaits === "press" && `+banner+` === "Fire or use goes on. The game waits until a player presses one."`)
	keep(t, green, "intermission.png")
	for slot, p := range []*page{green, indigo, green} { // the statistics are there: two presses, or one and the way to the next map
		if eval[int](p, "window.doomhost.game.phase") == 0 {
			break
		}
		p.key("KeyE", true)
		native.await("a press", func() bool { return native.uses[slot%2] })
		p.key("KeyE", false)
		native.await("its end", func() bool { return !native.uses[slot%2] })
	}
	green.await(20*time.Second, "the next map", `window.doomhost.game.phase === 0 && window.doomhost.game.map === 2 && `+banner+` === ""`)
	drive(3*time.Second, green, indigo)
	for _, p := range []*page{green, indigo} {
		native.agree(p, 0, levelTics+5*ticsASecond)
		if n := eval[int](p, "window.doomhost.inconsistent"); n != 0 {
			t.Errorf("%s: %d ticcmds did not fit its state", p.name, n)
		}
	}
	native.fit()
}
