package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"doomhost/lockstep"
	"doomhost/relay"
)

// reload loads the page anew, or lets it go elsewhere, by a line of script. It means that, whoever asks.
func (p *page) reload(script string) {
	p.t.Helper()
	if _, ok := p.tab.(chromiumTab); ok {
		p.insists()
	}
	eval[bool](p, `(window.before = true, setTimeout(() => { `+script+` }, 0), true)`)
	p.await(time.Minute, "another page", "window.before === undefined")
}

// insists lets a Chromium leave each page that would rather be asked, and returns what it was asked.
func (p *page) insists() <-chan string {
	p.t.Helper()
	asked := make(chan string, 8)
	if err := chromedp.Listen(p.ctx, func(ev any) {
		if ev, ok := ev.(*cdppage.EventJavascriptDialogOpening); ok {
			asked <- string(ev.Type)
			go p.answer(true)
		}
	}); err != nil {
		p.t.Fatal(err)
	}
	return asked
}

// keepsBody lets a player of a running game fire, then takes its page away in
// some way and waits until it plays again. It must have the marine that it
// had, with the bullets that were left, and the other must have played on.
//
// A busy machine may take longer for that than the host keeps a silent slot. Then the host
// is right to drop it, and keepsBody tries again, twice at most.
func keepsBody(t *testing.T, native *spectator, other, p *page, slot int, how string, away func()) {
	t.Helper()
	for try := 1; !comesBack(t, native, other, p, slot, how, away, try < 3); try++ {
		t.Logf("%s, try %d: the page took longer than the host waits", how, try)
	}
}

// almostSilent is how many tics in a row the host fills for a slot until it drops it, less
// what the relay waits for the first of them and half a second.
const almostSilent = int((relay.SilenceTime - relay.StallTime - time.Second/2) * lockstep.TicRate / time.Second)

// comesBack is one try of keepsBody. It returns false if mayBeLate is set and the player lost
// the marine after the host had heard nothing for as long as it keeps a slot.
func comesBack(
	t *testing.T, native *spectator, other, p *page, slot int, how string, away func(), mayBeLate bool,
) bool {
	t.Helper()
	native.agree(other, other.tic(), 1) // it has seen the game
	begin, shots := native.tics()-1, native.body(slot).bullets
	p.key("KeyF", true)
	native.await(p.name+" to fire", func() bool { return native.bodies[slot].bullets < shots })
	p.key("KeyF", false)
	native.awaitRest(slot)
	before, last := native.body(slot), p.tic()
	native.forgetSilence(slot)

	away()
	p.await(time.Minute, "the game again", `window.doomhost?.at === "game" && window.doomhost.net?.inGame === 3`)
	p.playsItself("after " + how)
	after := native.body(slot)
	if after != before && mayBeLate && native.silence(slot) >= almostSilent {
		return false
	}
	if after != before {
		t.Errorf("after %s: %s has the marine %x with %d bullets, before it had %x with %d", how, p.name, after.mobj, after.bullets, before.mobj, before.bullets)
	}
	native.stayed(slot, begin, native.tics())
	if got := eval[int](p, "window.doomhost.screen.game.slot"); got != slot {
		t.Errorf("after %s: %s came back as slot %d", how, p.name, got)
	}
	for _, q := range []*page{other, p} {
		native.agree(q, last, ticsASecond)
		if n := eval[int](q, "window.doomhost.inconsistent"); n != 0 {
			t.Errorf("after %s, %s: %d ticcmds did not fit its state", how, q.name, n)
		}
	}
	other.keepsPace(slowest, fastest, "after "+how)
	native.fit()
	return true
}

// TestReload reloads a player's page in the middle of a game, lets it go elsewhere and come back,
// and crashes its tab: the player keeps slot, body, place and weapons.
func TestReload(t *testing.T) {
	beside(t, 2)
	_, green, indigo, _, native := pair(t)
	drive(1*time.Second, green, indigo) // a page that was never touched isn't asked
	asked := indigo.insists()
	keepsBody(t, native, green, indigo, 1, "a reload that was asked for", func() { indigo.do(chromedp.Reload()) })
	select {
	case typ := <-asked:
		if typ != "beforeunload" {
			t.Errorf("a dialog of type %q", typ)
		}
	default:
		t.Error("the page was reloaded in a game without asking")
	}
	keepsBody(t, native, green, indigo, 1, "a trip elsewhere", func() {
		eval[bool](indigo, `(window.before = true, setTimeout(() => location.assign("about:blank"), 0), true)`)
		indigo.await(time.Minute, "another page", "window.before === undefined")
		native.awaitFilled(1) // the host has seen it go
		eval[bool](indigo, `(setTimeout(() => history.back(), 0), true)`)
	})
	keepsBody(t, native, green, indigo, 1, "a crash", func() {
		indigo.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			short, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			_, _ = cdp.Call(short, t, cdppage.Crash, cdp.Empty{}) // nobody is left to answer
			_, err := cdp.Call(ctx, t, cdppage.Reload, cdppage.ReloadParams{})
			return chromedp.Void{}, err
		})
	})
	// Who closes the tab and does not come back is out of the game, but not at once.
	left := native.tics()
	indigo.close()
	green.await(30*time.Second, "the other to be gone", `window.doomhost.net.inGame === 1`)
	native.stayed(1, left-1, left+3*ticsASecond)
}

// TestReloadByDataChannel reloads a page that plays over either kind of data channel.
func TestReloadByDataChannel(t *testing.T) {
	beside(t, 2)
	host := start(t, "--webrtc", "fast")
	for _, way := range []struct{ name, transport string }{{"ordered", "WebRTC"}, {"fast", "WebRTC, fast"}} {
		t.Run(way.name, func(t *testing.T) {
			green, indigo, native := duel(t, browserFor(t), host, "&channel="+way.name, "")
			indigo.transport(way.transport)
			keepsBody(t, native, green, indigo, 1, "a reload", func() { indigo.reload("location.reload()") })
			indigo.transport(way.transport)
			indigo.leave()
			green.leave()
			green.await(10*time.Second, "the lobby", `!window.doomhost.screen.lobby.running`)
			indigo.close()
			green.close()
		})
	}
}

// TestReloadInFirefox does the same in Firefox, which ends a closed page's channel before
// the page says goodbye.
func TestReloadInFirefox(t *testing.T) {
	beside(t, 2)
	host := start(t, "--webrtc", "fast")
	green, indigo, native := mixed(t, browserFor(t), newFirefox(t), host, "", func(_, _ *page) {})
	indigo.transport("WebRTC, fast")
	keepsBody(t, native, green, indigo, 1, "a reload", func() { indigo.reload("location.reload()") })
	indigo.transport("WebRTC, fast")
	// It is out of the game at once where it leaves, and only there.
	indigo.leave()
	green.await(4*time.Second, "the other to be gone", `window.doomhost.net.inGame === 1`)
}
