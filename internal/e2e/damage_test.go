package e2e

import (
	"os"
	"strings"
	"testing"
	"time"

	"doomhost/internal/testkit/testwads"
)

// size is a WAD's.
func size(t *testing.T, name string) int64 {
	t.Helper()
	info, err := os.Stat(testwads.Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// TestDamagedOnce changes one byte of the WAD on its way: the page fetches it
// again, and plays.
func TestDamagedOnce(t *testing.T) {
	beside(t, 1)
	host := start(t)
	way := through(t, host)
	way.damage(1, 0)
	p := open(t, newBrowser(t), "green", way.page(strangeName))
	p.click("Start game")
	p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 10`)
}

// TestOtherWAD changes a byte each time: the page doesn't play with what it got,
// and says why in words.
func TestOtherWAD(t *testing.T) {
	beside(t, 1)
	host := start(t)
	way := through(t, host)
	way.damage(8, size(t, "freedoom1"))
	p := open(t, newBrowser(t), "green", way.page(strangeName))
	p.click("Start game")
	p.await(60*time.Second, "the reason", `document.querySelector(".notice")?.checkVisibility()`)
	if text := eval[string](p, `document.querySelector(".notice").innerText`); !strings.Contains(text, "not the host's WADs") {
		t.Errorf("the page says %q", text)
	}
	if at := eval[string](p, "window.doomhost.at"); at != "lobby" {
		t.Errorf("the page is at %q", at)
	}
}
