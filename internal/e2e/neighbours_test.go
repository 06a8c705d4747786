package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestLobbyListsTheOthersGames: two hosts on one network, each on the other's
// list; a click joins, another watches.
func TestLobbyListsTheOthersGames(t *testing.T) {
	beside(t, 2)
	ours := start(t, "--no-mdns=false", "--name", "Our room")
	theirs := start(t, "--no-mdns=false", "--name", "Their room")
	chrome := newBrowser(t)

	p := open(t, chrome, "ours", ours.url("localhost"))
	row := `[...document.querySelectorAll(".game-row")].find((r) => r.querySelector(".game-name").textContent.startsWith("Their room"))`
	p.await(30*time.Second, "their game on our list", "!!"+row)
	if text := eval[string](p, row+".innerText"); !strings.Contains(text, "E1M1") || !strings.Contains(text, "0/4 players") || !strings.Contains(text, " ms") || !strings.Contains(text, "in the lobby") {
		t.Errorf("the list says %q", text)
	}
	if eval[bool](p, `document.querySelector(".games").innerText.includes("Our room")`) {
		t.Error("our own game is among the others")
	}

	// A click joins.
	at := fmt.Sprintf(":%d/", theirs.port)
	p.do(chromedp.Evaluate[chromedp.Void](row + `.querySelector("a").click()`))
	p.arrive(at)
	p.await(30*time.Second, "a seat there", `window.doomhost?.screen.lobby.slot === 0`)
	p.click("Start game")
	p.await(60*time.Second, "their game", `window.doomhost.at === "game" && window.doomhost.frames.count > 0`)

	// Somebody else sees on our list that it runs, and watches it by a click.
	q := open(t, chrome, "spectator", ours.url("localhost"))
	watch := `[...(` + row + `?.querySelectorAll("a") ?? [])].find((a) => a.textContent === "Watch")`
	q.await(30*time.Second, "a running game on our list", "!!("+watch+")")
	q.do(chromedp.Evaluate[chromedp.Void](watch + `.click()`))
	q.arrive(at)
	q.await(60*time.Second, "the picture", `window.doomhost?.at === "game" && window.doomhost.frames.count > 0`)
	if role := eval[string](q, "window.doomhost.screen.game.role"); role == "player" {
		t.Errorf("the spectator is a %s", role)
	}
}

// arrive waits until the page is at an address that has a part, whatever happens
// to it on the way.
func (p *page) arrive(part string) {
	p.t.Helper()
	script := fmt.Sprintf(`document.readyState === "complete" && location.href.includes(%q)`, part)
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
		there, err := chromedp.Run(ctx, chromedp.Evaluate[bool](script))
		cancel()
		if err == nil && there {
			return
		}
	}
	p.t.Fatalf("%s: not at %s: %s", p.name, part, p.describe())
}
