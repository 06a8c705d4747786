package e2e

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"doomhost/engine/sim"
)

// Nobody may be slowed to the pace of a player who is missing, which is four tics
// a second, nor be hurried. The bounds leave room for a machine that is busy with
// browsers that draw in software, and with more.
const (
	slowest = 10.0
	fastest = 42.0
)

// stretches measures until one of a few stretches is good: nothing but a busy machine
// may excuse a bad one, and a fault spoils them all.
func stretches(t testing.TB, measure func() error) {
	t.Helper()
	var all []error
	for range 5 {
		err := measure()
		if err == nil {
			return
		}
		all = append(all, err)
	}
	t.Error(errors.Join(all...))
}

// keepsPace checks that the page gets tics at some rate between the given ones.
func (p *page) keepsPace(slowest, fastest float64, when string) {
	p.t.Helper()
	stretches(p.t, func() error {
		if r := rate(p, 2*time.Second); r < slowest || r > fastest {
			return fmt.Errorf("%s gets %.1f tics/s %s, want %.0f to %.0f", p.name, r, when, slowest, fastest)
		}
		return nil
	})
}

// playsItself checks that the page's tics are its own: that the host did not make up
// most of them because they came late.
func (p *page) playsItself(when string) {
	p.t.Helper()
	stretches(p.t, func() error {
		tic, late := p.tic(), eval[int](p, "window.doomhost.net.late")
		time.Sleep(2 * time.Second)
		tics, made := p.tic()-tic, eval[int](p, "window.doomhost.net.late")-late
		if tics == 0 || made > tics/2 {
			return fmt.Errorf("%d of %s's %d tics were filled %s", made, p.name, tics, when)
		}
		return nil
	})
}

// pair starts a game of two: green at localhost, indigo behind a link, under a
// name that is no secure context.
func pair(t *testing.T) (host *doomhost, green, indigo *page, way *link, native *spectator) {
	t.Helper()
	host = start(t)
	chrome := browserFor(t)
	way = through(t, host)
	green = open(t, chrome, "green", host.page("localhost"))
	green.awaitSeat(0)
	indigo = open(t, chrome, "indigo", way.page(strangeName))
	indigo.awaitSeat(1)
	return host, green, indigo, way, begin(t, host, green, indigo)
}

// begin starts a game of two who have their seats.
func begin(t *testing.T, host *doomhost, green, indigo *page) *spectator {
	t.Helper()
	for _, p := range []*page{green, indigo} {
		p.await(60*time.Second, "the WAD", `window.doomhost.screen.lobby.fetched === 1`)
	}
	green.await(10*time.Second, "the other in the lobby", `window.doomhost.screen.lobby.players.length === 2`)
	green.click("Start game")
	for _, p := range []*page{green, indigo} {
		p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 35`)
	}
	return watch(t, host, "freedoom1", sim.Params{Skill: 2, Episode: 1, Map: 1, NetGame: true})
}

// TestBrokenConnection cuts one player off for a while: the other doesn't
// notice, and the one comes back to its slot and its game.
func TestBrokenConnection(t *testing.T) {
	beside(t, 2)
	_, green, indigo, way, native := pair(t)

	way.refuse(true)
	way.cut()
	indigo.await(5*time.Second, "the page to say so", `document.querySelector(".banner")?.checkVisibility()`)
	green.keepsPace(slowest, fastest, "while indigo is cut off")
	way.refuse(false)
	indigo.await(15*time.Second, "the game again", `!document.querySelector(".banner").checkVisibility()`)
	begin := indigo.tic()
	drive(3*time.Second, green, indigo)
	indigo.keepsPace(slowest, fastest, "after it came back")
	if native.mask() != 3 {
		t.Errorf("in the game: %04b, want both", native.mask())
	}
	for _, p := range []*page{green, indigo} {
		native.agree(p, begin, 3*ticsASecond)
	}
	if slot := eval[int](indigo, "window.doomhost.screen.game.slot"); slot != 1 {
		t.Errorf("indigo came back as slot %d", slot)
	}
	native.fit()
}

// TestBadMinute lets nothing pass for three seconds, with all connections open.
func TestBadMinute(t *testing.T) {
	beside(t, 2)
	_, green, indigo, way, native := pair(t)
	const banner = `(document.querySelector(".banner:not([hidden]) span")?.textContent ?? "")`
	way.hold(true)
	native.awaitFilled(1) // the quarter of a second for which all wait, once, is over
	if r := rate(green, 3*time.Second); r < slowest {
		t.Errorf("green got %.1f tics/s while indigo was silent", r)
	}
	green.await(time.Second, "who does not keep up", banner+`.startsWith("Indigo can't keep up")`)
	keep(t, green, "waits-filled-other.png")
	way.hold(false)
	green.await(20*time.Second, "that it keeps up again", banner+` === ""`)
	indigo.await(10*time.Second, "the frontier", `window.doomhost.net.late > 0`)
	drive(2*time.Second, green, indigo)
	indigo.playsItself("after its link was well again")
	for _, p := range []*page{green, indigo} {
		native.agree(p, 0, 5*ticsASecond)
	}
	if native.mask() != 3 {
		t.Errorf("in the game: %04b, want both", native.mask())
	}
	native.fit()
}

// TestMutePlayer holds up what one player sends, and nothing else: its page says that the host makes up its
// moves, and until when; the other's names it.
func TestMutePlayer(t *testing.T) {
	beside(t, 2)
	const banner = `(document.querySelector(".banner:not([hidden]) span")?.textContent ?? "")`
	_, green, indigo, way, native := pair(t)
	way.mute(true)
	native.awaitFilled(1)
	indigo.await(4*time.Second, "that its connection is slow", banner+`.startsWith("Your connection is slow")`)
	green.await(4*time.Second, "who does not keep up", banner+`.startsWith("Indigo can't keep up")`)
	keep(t, indigo, "waits-filled-own.png")
	way.mute(false)
	for _, p := range []*page{green, indigo} {
		p.await(20*time.Second, "that all keep up again", banner+` === "" && window.doomhost.net?.inGame === 3`)
	}
	native.fit()
}

// answer answers a dialog of the page.
func (p *page) answer(accept bool) {
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	_ = chromedp.Do(ctx, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: accept})
		return chromedp.Void{}, err
	})
}

// TestHiddenTab hides one page, for longer than a browser takes until it slows a hidden page
// down: it plays on, and holds nobody up.
func TestHiddenTab(t *testing.T) {
	beside(t, 2)
	_, green, indigo, _, native := pair(t)
	indigo.minimize(true)
	if eval[string](indigo, "document.visibilityState") != "hidden" {
		t.Fatal("a minimized window's page isn't hidden")
	}
	begin := indigo.tic()
	drive(20*time.Second, green, indigo) // browsers slow a hidden page down after ten
	green.keepsPace(slowest, fastest, "while indigo is hidden")
	indigo.keepsPace(slowest, fastest, "while it is hidden")
	indigo.playsItself("while it is hidden") // timers as slow as those of hidden pages would miss nearly all
	indigo.minimize(false)
	for _, p := range []*page{green, indigo} {
		native.agree(p, begin, 3*ticsASecond)
	}
	native.fit()
}

// minimize hides or shows the page's window. The focus that is pretended
// otherwise would keep it visible.
func (p *page) minimize(on bool) {
	p.t.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		if err := focus(ctx, t, !on); err != nil {
			return chromedp.Void{}, err
		}
		window, err := cdp.Call(ctx, t, browser.GetWindowForTarget, browser.GetWindowForTargetParams{})
		if err != nil {
			return chromedp.Void{}, err
		}
		state := browser.WindowState("normal")
		if on {
			state = "minimized"
		}
		_, err = cdp.Call(ctx, t, browser.SetWindowBounds, browser.SetWindowBoundsParams{WindowID: window.WindowID, Bounds: &browser.Bounds{WindowState: state}})
		return chromedp.Void{}, err
	})
}
