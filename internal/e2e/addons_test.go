package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"doomhost/engine/sim"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// partyHealth is what players begin with where the add-on is loaded.
const partyHealth = 57

// party is an add-on for Freedoom's first phase: its third map in place of the second,
// and a DEHACKED lump.
func party(t *testing.T) []byte {
	t.Helper()
	set := testwads.Set(t, "freedoom1")
	marker, ok := set.Find("E1M3")
	if !ok {
		t.Fatal("there is no E1M3")
	}
	w := &wadtest.WAD{PWAD: true}
	w.Add("E1M2")
	for n := marker + 1; n <= marker+10; n++ { // THINGS to BLOCKMAP
		w.Add(set.LumpName(n).String(), set.Lump(n)...)
	}
	w.Add("DEHACKED", fmt.Appendf(nil, "Patch File for DeHackEd v3.0\nDoom version = 19\nPatch format = 6\n\nMisc 0\nInitial Health = %d\n", partyHealth)...)
	return w.Bytes()
}

// TestAddOn puts WADs into the host's folder while it runs, has the host look for
// them, and plays one over Freedoom: all see the choice, all have the same game, and
// so does its recording, and a game alone.
func TestAddOn(t *testing.T) {
	beside(t, 2)
	host := start(t)
	chrome := newBrowser(t)
	green := open(t, chrome, "green", host.ownPage())
	green.awaitSeat(0)
	indigo := open(t, chrome, "indigo", host.page(strangeName))
	indigo.awaitSeat(1)

	folder := green.addOnFolder()
	for _, p := range []*page{green, indigo} {
		if eval[bool](p, `document.querySelector("main .addons").checkVisibility()`) {
			t.Errorf("%s: add-ons, though there are none", p.name)
		}
	}
	if eval[bool](indigo, `document.querySelector(".wad-folder").checkVisibility()`) {
		t.Error("a guest is told of the host's folders")
	}
	other := &wadtest.WAD{PWAD: true}
	other.Add("MAP01")
	other.Add("THINGS")
	for name, data := range map[string][]byte{"party.wad": party(t), "other.wad": other.Bytes()} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	green.click("Look for new WADs")
	green.await(10*time.Second, "what was found", `/^Found (other|party).wad and (other|party).wad.$/.test(document.querySelector(".wad-folder .wad-said").innerText)`)
	indigo.await(30*time.Second, "the list's renewal", `document.querySelectorAll("main .addon").length === 2`)

	addOn := func(title string) string {
		return fmt.Sprintf(`[...document.querySelectorAll("main .addon")].find((b) => b.querySelector("b").textContent === %q)`, title)
	}
	if !eval[bool](indigo, addOn("other")+`.disabled && `+addOn("other")+`.innerText.includes("For a game with maps such as MAP01")`) {
		t.Error("an add-on with MAP01 is offered for a game with E1M1")
	}
	indigo.click(eval[string](indigo, addOn("party")+".textContent"))
	for _, p := range []*page{green, indigo} {
		p.await(10*time.Second, "the choice", addOn("party")+`.getAttribute("aria-pressed") === "true" && `+
			`[...document.querySelectorAll("main select")].some((s) => s.selectedOptions[0]?.text === "E1M2 · party")`)
		p.await(60*time.Second, "all WADs", `window.doomhost.screen.lobby.fetched === 1`)
	}
	keep(t, green, "addons.png")
	green.click("Start game")
	for _, p := range []*page{green, indigo} {
		p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 5`)
	}
	native := watch(t, host, "freedoom1", sim.Params{Skill: 2, Episode: 1, Map: 2, NetGame: true}, party(t))
	healthy := fmt.Sprintf(`window.doomhost.players.length > 0 && window.doomhost.players[0].health === %d`, partyHealth)
	green.await(10*time.Second, "the health of the add-on", healthy)
	drive(3*time.Second, green, indigo)
	for _, p := range []*page{green, indigo} {
		native.agree(p, 0, 3*ticsASecond)
		if n := eval[int](p, "window.doomhost.inconsistent"); n != 0 {
			t.Errorf("%s: %d ticcmds did not fit its state", p.name, n)
		}
	}
	native.fit()

	indigo.leave()
	green.leave()
	green.await(20*time.Second, "the recording", `window.doomhost.at === "lobby" && !window.doomhost.screen.lobby.running && document.querySelector(".replays button")?.checkVisibility()`)
	eval[bool](green, `(() => { document.querySelector(".replays button").click(); return true; })()`)
	green.await(30*time.Second, "the recording", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "replay" && window.doomhost.tic > 35`)
	native.agree(green, 0, ticsASecond)
	green.click("Close")

	green.click("Play alone")
	green.click("Play")
	green.await(30*time.Second, "a game alone", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "solo" && window.doomhost.tic > 5`)
	green.await(10*time.Second, "the health of the add-on", healthy)
	if m := eval[int](green, "window.doomhost.game.map"); m != 2 {
		t.Errorf("alone it is map %d", m)
	}
}
