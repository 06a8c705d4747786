package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"

	"doomhost/lockstep"
)

// phone makes a page believe that it is on a phone that lies on its side.
func phone(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	_, err := cdp.Call(ctx, t, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: 844, Height: 390, DeviceScaleFactor: 2, Mobile: true,
	})
	if err == nil {
		_, err = cdp.Call(ctx, t, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 5})
	}
	return chromedp.Void{}, err
}

// finger is where one is on the glass, in CSS pixels.
type finger struct{ x, y float64 }

// touch says that fingers have come down, moved or gone.
func (p *page) touch(what input.DispatchTouchEventType, fingers ...finger) {
	p.t.Helper()
	points := []*input.TouchPoint{}
	for i, f := range fingers {
		id := float64(i)
		points = append(points, &input.TouchPoint{X: f.x, Y: f.y, ID: &id})
	}
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: what, TouchPoints: points})
		return chromedp.Void{}, err
	})
}

// middle is the middle of what a selector finds.
func (p *page) middle(selector string) finger {
	p.t.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, selector))
	return finger{at[0], at[1]}
}

// awaitTiccmd waits until a player's ticcmd of a tic from now on is as it
// should be.
func awaitTiccmd(t *testing.T, host *doomhost, slot lockstep.Slot, what string, is func(lockstep.Ticcmd) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, fmt.Sprintf("ws://localhost:%d/ws/spectate?from=4294967295", host.port), nil)
	if err != nil {
		t.Fatal("spectate:", err)
	}
	defer conn.CloseNow() //nolint:errcheck // nobody listens any more
	var last lockstep.Ticcmd
	for {
		_, msg, err := conn.Read(ctx)
		if err != nil {
			t.Fatalf("%s: no such ticcmd came, the last one is %+v: %v", what, last, err)
		}
		b, _, err := lockstep.DecodeBundle(msg)
		if err != nil {
			t.Fatal(err)
		}
		if last = b.Cmds[slot]; is(last) {
			return
		}
	}
}

// TestFingers plays by touch alone, on what the page takes for a phone.
func TestFingers(t *testing.T) {
	beside(t, 1)
	host := start(t)
	p := open(t, newBrowser(t), "phone", "about:blank")
	p.do(phone)
	p.visit(host.page(strangeName))
	p.awaitSeat(0)
	p.await(60*time.Second, "the WAD", `window.doomhost.screen.lobby.fetched === 1`)
	p.click("Start game")
	p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 35`)
	if !eval[bool](p, `document.querySelector(".touch").checkVisibility()`) {
		t.Fatal("a phone has no buttons to touch")
	}

	const start, move, end = input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchMove, input.DispatchTouchEventTypeTouchEnd
	ticcmd := func(what string, is func(lockstep.Ticcmd) bool) {
		t.Helper()
		awaitTiccmd(t, host, 0, what, is)
	}
	left, right := finger{150, 250}, finger{600, 150}

	p.touch(start, left)
	p.touch(move, finger{left.x, left.y - 80})
	ticcmd("the stick is forward", func(c lockstep.Ticcmd) bool { return c.Forward > 0 && c.Side == 0 })
	p.touch(move, finger{left.x + 80, left.y})
	ticcmd("the stick is to the right", func(c lockstep.Ticcmd) bool { return c.Side > 0 && c.Forward == 0 })
	keep(t, p, "touch.png")

	// A second finger turns meanwhile.
	held := finger{left.x + 80, left.y}
	p.touch(start, held, right)
	ticcmd("a finger turns to the right and another walks", func(c lockstep.Ticcmd) bool {
		right.x += 3
		p.touch(move, held, right)
		return c.AngleTurn < 0 && c.Side > 0
	})
	p.touch(end)
	ticcmd("no finger is left", func(c lockstep.Ticcmd) bool { return c == lockstep.Ticcmd{Consistancy: c.Consistancy} })

	p.touch(start, p.middle(".touch-attack"))
	ticcmd("a finger is on Fire", func(c lockstep.Ticcmd) bool { return c.Buttons&lockstep.ButtonAttack != 0 })
	p.touch(end)
	p.touch(start, p.middle(".touch-use"))
	ticcmd("a finger is on Use", func(c lockstep.Ticcmd) bool { return c.Buttons&lockstep.ButtonUse != 0 })
	p.touch(end)

	p.touch(start, p.middle(".touch-menu"))
	p.touch(end)
	p.await(10*time.Second, "the menu", `document.querySelector(".game .menu").checkVisibility()`)
}
