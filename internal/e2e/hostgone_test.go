package e2e

import (
	"math"
	"strconv"
	"testing"
	"time"
)

const goneTitle = `document.querySelector(".gone")?.checkVisibility() && document.querySelector(".gone h2").textContent`

// TestHostEnds ends a host on purpose: who plays and who sits in the lobby are told so, how long
// it is tried, and that the player may go on alone. When it is back, who waited is in its lobby.
func TestHostEnds(t *testing.T) {
	beside(t, 2)
	host, green, indigo, _, _ := pair(t)
	drive(time.Second, green, indigo)
	visitor := open(t, newBrowser(t), "visitor", host.page(strangeName))
	visitor.await(20*time.Second, "the game in the lobby", `window.doomhost?.screen.lobby.running`)
	before := green.rests()
	host.quit()
	for _, p := range []*page{green, indigo, visitor} {
		p.await(30*time.Second, "that the host has ended", goneTitle+` === "The host has ended doomhost"`)
		p.await(5*time.Second, "how long it is tried", `/for [0-9]+:[0-9]{2} more/.test(document.querySelector(".gone-until").textContent)`)
	}
	keep(t, green, "waits-ended-game.png")
	keep(t, visitor, "waits-ended-lobby.png")
	for _, p := range []*page{green, visitor} {
		if p.visible(".banner") {
			t.Errorf("%s: the game's banner stands behind the card", p.name)
		}
		if !eval[bool](p, `document.querySelector(".gone .card") === document.activeElement && document.querySelector(".lobby").inert && document.querySelector(".game").inert`) {
			t.Errorf("%s: what is behind the card can be reached", p.name)
		}
		readable(t, p, "waits-gone-"+p.name, 1)
		readable(t, p, "waits-gone-"+p.name, 2)
	}

	// Alone from where the game stood.
	tic := green.tic()
	green.click("Play on alone")
	green.await(20*time.Second, "tics alone", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "solo" && window.doomhost.tic > `+strconv.Itoa(tic+2*ticsASecond)+` && !document.querySelector(".gone").checkVisibility()`)
	// A monster's hit may have pushed the player meanwhile.
	const pushed = 64 // map units
	if after := green.places()[0]; math.Hypot(after.X-before[0].X, after.Y-before[0].Y) > pushed {
		t.Errorf("green goes on at %v, it stood at %v", after, before[0])
	}
	keep(t, green, "waits-alone.png")

	host.again()
	for _, p := range []*page{visitor, indigo} {
		p.await(60*time.Second, "the lobby of the host that is back", `window.doomhost?.at === "lobby" && window.doomhost.screen.lobby.link === "open" && window.doomhost.screen.lobby.slot !== null && !document.querySelector(".gone").checkVisibility()`)
	}
	if role := eval[string](green, "window.doomhost.screen.game.role"); role != "solo" {
		t.Errorf("green's own game became one of the role %q", role)
	}
}

// TestHostIsKilled kills a host: nobody knows what became of it, and the pages say so.
func TestHostIsKilled(t *testing.T) {
	beside(t, 2)
	host, green, indigo, _, _ := pair(t)
	drive(time.Second, green, indigo)
	host.crash()
	for _, p := range []*page{green, indigo} {
		p.await(30*time.Second, "that the host cannot be reached", goneTitle+` === "The host can't be reached"`)
		p.await(5*time.Second, "how long it is tried", `/for [0-9]+:[0-9]{2} more/.test(document.querySelector(".gone-until").textContent)`)
	}
	keep(t, green, "waits-unreachable.png")
	indigo.click("Leave the game")
	indigo.await(20*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
	// While nobody is there yet: later the page may be back by itself, and the button gone.
	indigo.click("Try again now")
	host.again()
	for _, p := range []*page{green, indigo} {
		p.await(60*time.Second, "the lobby", `window.doomhost?.at === "lobby" && window.doomhost.screen.lobby.link === "open" && window.doomhost.screen.lobby.slot !== null`)
	}
}
