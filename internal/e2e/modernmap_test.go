package e2e

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"doomhost/engine/wad/wadtest"
)

// TestAMapForOtherEngines chooses an add-on whose map is in a format that nobody's
// engine here reads: the host finds out before the game starts, and the page says so beside
// the map.
func TestAMapForOtherEngines(t *testing.T) {
	beside(t, 1)
	host := start(t)
	green := open(t, newBrowser(t), "green", host.ownPage())
	green.awaitSeat(0)
	folder := green.addOnFolder()
	modern := &wadtest.WAD{PWAD: true}
	modern.Add("E1M1")
	modern.Set("TEXTMAP", []byte(`namespace="zdoom";`))
	modern.Add("ENDMAP")
	if err := os.WriteFile(filepath.Join(folder, "modern.wad"), modern.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	green.click("Look for new WADs")
	green.await(10*time.Second, "the add-on", `document.querySelectorAll("main .addon").length === 1`)
	green.click(eval[string](green, `document.querySelector("main .addon").textContent`))
	green.await(60*time.Second, "all WADs", `window.doomhost.screen.lobby.fetched === 1`)
	const check = `document.querySelector("main .map-check")`
	green.await(30*time.Second, "why no game starts", `/This game would not start\s+load map E1M1 \(modern.wad\): is in the UDMF format/.test(`+check+`.innerText)`)
	green.await(10*time.Second, "a start that is off", `[...document.querySelectorAll("main button")].find((b) => b.textContent === "Start game")?.disabled === true`)
	if eval[bool](green, `[...document.querySelectorAll("main button")].some((b) => b.textContent === "Start anyway" && b.checkVisibility())`) {
		t.Error("what cannot be loaded is offered")
	}
	if at := eval[string](green, `window.doomhost.at`); at != "lobby" || eval[bool](green, `window.doomhost.screen.lobby.running`) {
		t.Errorf("a game runs, and the page is at %q", at)
	}
	keep(t, green, "modernmap.png")
}
