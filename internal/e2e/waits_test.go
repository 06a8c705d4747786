package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"doomhost/engine/sim"
)

// slowLine is what a guest far from the access point has, in bytes a second: Freedoom takes more than
// the ten seconds for which the first tic waits.
const slowLine = 1_200_000

// TestSlowGuest starts a game while one player's data is still on its way: all see how far it is, in the
// lobby and while the first tic waits; the others begin without that player, who joins them by itself.
func TestSlowGuest(t *testing.T) {
	beside(t, 2)
	host := start(t)
	way := through(t, host)
	green := open(t, browserFor(t), "green", host.page("localhost"))
	green.awaitSeat(0)
	green.await(60*time.Second, "the WAD", `window.doomhost.screen.lobby.fetched === 1`)
	way.limit(slowLine)
	indigo := open(t, browserFor(t), "indigo", way.page(strangeName))
	indigo.awaitSeat(1)

	const part = `[0-9.]+ of [0-9.]+ MB`
	green.await(30*time.Second, "the other's progress at its seat", `/^Fetching: `+part+`$/.test(document.querySelectorAll(".seat-note")[1].textContent) && document.querySelectorAll(".seat-bar")[1].checkVisibility()`)
	green.await(10*time.Second, "the same in words", `/Indigo still fetches .*`+part+`/.test(document.querySelector(".state").textContent)`)
	keep(t, green, "waits-lobby.png")
	green.click("Start anyway")

	green.await(30*time.Second, "whom it waits for", `document.querySelector(".waiting").checkVisibility() && /^Waiting for Indigo: `+part+`$/.test(document.querySelector(".waiting-who").textContent)`)
	green.await(10*time.Second, "until when", `/in [0-9]+ s at the latest/.test(document.querySelector(".waiting-until").textContent)`)
	green.await(10*time.Second, "the way to begin", `document.querySelector(".waiting .start").checkVisibility() && window.doomhost.frames.count > 20`)
	keep(t, green, "waits-tic0.png")
	keep(t, indigo, "waits-guest.png")
	// The panel is looked at again at the end, as this wait may be over before all windows are.
	eval[bool](green, `(window.waitingPanel = document.querySelector(".waiting").cloneNode(true)) !== null`)
	indigo.await(10*time.Second, "that others wait", `document.querySelector(".loading-note").textContent.startsWith("The others wait for you")`)
	if tic := green.tic(); tic >= 0 {
		t.Fatalf("the game is at tic %d already", tic)
	}
	green.click("Start without Indigo")
	green.await(20*time.Second, "the game", "window.doomhost.tic > 35 && window.doomhost.net?.inGame === 1")
	if eval[bool](green, `document.querySelector(".waiting").checkVisibility()`) {
		t.Error("the game runs, and the page says that it waits")
	}
	native := watch(t, host, "freedoom1", sim.Params{Skill: 2, Episode: 1, Map: 1, NetGame: true})
	green.keepsPace(slowest, fastest, "while the other loads")
	indigo.await(10*time.Second, "that others play", `document.querySelector(".loading-note").textContent.startsWith("The others play already")`)
	keep(t, indigo, "waits-late.png")
	way.limit(slowLine / 10) // it still loads while it is looked at
	for _, zoom := range []int64{1, 2} {
		readable(t, indigo, "waits-late", zoom)
	}
	if !indigo.visible(".loading-note") {
		t.Error("the data came before all windows were looked at")
	}
	way.limit(slowLine)

	indigo.await(2*time.Minute, "the game", `window.doomhost.at === "game" && window.doomhost.net?.inGame === 3`)
	indigo.playsItself("after it came late")
	for _, p := range []*page{green, indigo} {
		native.agree(p, indigo.tic(), ticsASecond)
	}
	if slot := eval[int](indigo, "window.doomhost.screen.lobby.slot"); slot != 1 {
		t.Errorf("indigo's page believes that it has slot %d", slot)
	}
	native.fit()

	eval[bool](green, `(document.querySelector(".game").append(window.waitingPanel), true)`)
	for _, zoom := range []int64{1, 2} {
		readable(t, green, "waits-tic0", zoom)
	}
}

// TestReloadOnASlowLine reloads a page that must fetch everything again, for longer than a silent slot is kept:
// a page that is on its way back is not silent.
func TestReloadOnASlowLine(t *testing.T) {
	beside(t, 2)
	_, green, indigo, way, native := pair(t)
	var loading time.Duration
	comesBack(t, native, green, indigo, 1, "a reload on a slow line", func() {
		indigo.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			if _, err := cdp.Call(ctx, t, network.ClearBrowserCache, cdp.Empty{}); err != nil {
				return chromedp.Void{}, err
			}
			origin := fmt.Sprint("http://", strangeName, ":", way.port())
			_, err := cdp.Call(ctx, t, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: origin, StorageTypes: "indexeddb,cache_storage"})
			return chromedp.Void{}, err
		})
		way.limit(3_000_000)
		begin := time.Now()
		indigo.reload("location.reload()")
		indigo.await(2*time.Minute, "the game", `window.doomhost?.at === "game"`)
		loading = time.Since(begin)
		way.limit(0)
	}, false)
	t.Logf("the page was gone for %v", loading)
	if loading < 6*time.Second {
		t.Fatalf("the page was back after %v: that says nothing", loading)
	}
}
