package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"doomhost/engine/sim"
)

// keep writes a screenshot to $DOOMHOST_SCREENSHOTS, where that is set: the
// pictures in docs are made so.
func keep(t *testing.T, p *page, name string) {
	t.Helper()
	dir := os.Getenv("DOOMHOST_SCREENSHOTS")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name), p.screenshot(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// drive lets pages walk, turn, shoot and open doors for a while, each as its own
// dice say.
func drive(length time.Duration, pages ...*page) {
	rng := rand.New(rand.NewPCG(8, 666))
	keys := []string{"KeyW", "KeyW", "KeyW", "ArrowLeft", "ArrowRight", "KeyA", "KeyD", "KeyF", "KeyE", "KeyS"}
	held := make([]map[string]bool, len(pages))
	for i := range held {
		held[i] = map[string]bool{}
	}
	for end := time.Now().Add(length); time.Now().Before(end); {
		for i, p := range pages {
			key := keys[rng.IntN(len(keys))]
			held[i][key] = !held[i][key]
			p.key(key, held[i][key])
		}
		time.Sleep(150 * time.Millisecond)
	}
	for i, p := range pages {
		for key, down := range held[i] {
			if down {
				p.key(key, false)
			}
		}
	}
}

type place struct{ X, Y float64 }

func (p *page) places() []place { return eval[[]place](p, "window.doomhost.players") }

// rests waits until nobody slides on after the last step, and returns where they stand.
func (p *page) rests() []place {
	p.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		before := p.places()
		p.passes(5)
		if after := p.places(); slices.Equal(before, after) {
			return after
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s: the players do not come to rest, at %v", p.name, p.places())
		}
	}
}

// TestTwoBrowsersPlay is the main job: a lobby, two players at two addresses, a
// game in which all see the same, one who leaves and comes back.
func TestTwoBrowsersPlay(t *testing.T) {
	beside(t, 2)
	host := start(t)
	chrome := newBrowser(t)

	green := open(t, chrome, "green", host.page("localhost"))
	green.awaitSeat(0)
	indigo := open(t, chrome, "indigo", host.page(strangeName))
	indigo.awaitSeat(1)
	if !eval[bool](green, "isSecureContext") || eval[bool](indigo, "isSecureContext") {
		t.Fatal("localhost must be a secure context, the other name none")
	}

	green.do(chromedp.SendKeys(chromedp.CSS("input.name"), "Ada\r"))
	indigo.do(chromedp.SendKeys(chromedp.CSS("input.name"), "Grace\r"))
	green.await(10*time.Second, "the names", `window.doomhost.screen.lobby.players.map((p) => p.name).join() === "Ada,Grace"`)
	indigo.do(chromedp.SendKeys(chromedp.CSS(".chat input"), "Ready when you are\r"))
	green.await(10*time.Second, "the other's words", `document.querySelector(".chat-log").innerText.includes("Ready when you are")`)

	green.choose("Map", "E1M1")
	green.await(10*time.Second, "the other in the lobby", `window.doomhost.screen.lobby.players.length === 2`)
	green.await(10*time.Second, "the QR code", `document.querySelector("img.qr").complete && document.querySelector("img.qr").naturalWidth > 0`)
	green.await(60*time.Second, "the WAD", `window.doomhost.screen.lobby.fetched === 1`)
	keep(t, green, "lobby.png")
	green.click("Start game")
	for _, p := range []*page{green, indigo} {
		p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.frames.count > 0`)
	}
	native := watch(t, host, "freedoom1", sim.Params{Skill: 2, Episode: 1, Map: 1, NetGame: true})

	// Green walks ahead, and Indigo sees its back.
	green.key("KeyW", true)
	green.passes(25)
	green.key("KeyW", false)
	indigo.passes(18)
	keep(t, indigo, "game.png")

	before := green.places()
	drive(20*time.Second, green, indigo)
	green.key("Tab", true)
	green.paints(5)
	keep(t, green, "automap.png")
	green.key("Tab", true)
	after := green.places()
	for slot := range 2 {
		if before[slot] == after[slot] {
			t.Errorf("slot %d stands where it stood, at %v", slot, after[slot])
		}
	}
	for _, p := range []*page{green, indigo} {
		native.agree(p, 0, 15*ticsASecond)
		if n := eval[int](p, "window.doomhost.inconsistent"); n != 0 {
			t.Errorf("%s: %d ticcmds did not fit its state", p.name, n)
		}
	}

	// One closes its tab: the other plays on, at full speed.
	indigo.close()
	green.await(30*time.Second, "the other to be gone", `window.doomhost.net.inGame === 1`)
	tic := green.tic()
	drive(3*time.Second, green)
	green.await(20*time.Second, "three seconds of tics alone", fmt.Sprintf("window.doomhost.tic > %d", tic+3*ticsASecond))

	// It comes back, into the running game.
	again := open(t, chrome, "indigo again", host.page(strangeName))
	again.click("Join the game")
	again.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.net?.inGame === 3`)
	first := again.tic()
	drive(3*time.Second, green, again)
	for _, p := range []*page{green, again} {
		native.agree(p, first, 2*ticsASecond)
	}
	if native.mask() != 3 {
		t.Errorf("in the game: %04b, want both", native.mask())
	}
	native.fit()
}

// ticsASecond is the number of tics in a second.
const ticsASecond = 35
