package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// page is one tab with the client in it.
type page struct {
	t    testing.TB
	name string
	ctx  context.Context
	end  context.CancelFunc
	tab  tab
}

// open opens an address in a window of its own, so that it is as visible as the
// others.
func open(t testing.TB, browser context.Context, name, url string) *page {
	t.Helper()
	ctx, end := chromedp.NewContext(browser, chromedp.WithNewWindow(true))
	p := &page{t, name, ctx, end, chromiumTab{}}
	t.Cleanup(end)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("%s: open a window: %v", name, err)
	}
	if err := chromedp.Listen(ctx, func(ev any) { p.complain(ev) }); err != nil {
		t.Fatalf("%s: listen to the page: %v", name, err)
	}
	p.do(focused)
	p.first(coarsePicture)
	p.visit(url)
	return p
}

// coarsePicture has a page that keeps no options of its own draw 320×200: a picture that is drawn
// in software costs by its area. The tests of the picture itself choose another.
const coarsePicture = `try { localStorage["doomhost.options"] ??= '{"version":2,"scale":1,"wide":false}' } catch {}`

// visit goes to another address.
func (p *page) visit(url string) {
	p.t.Helper()
	p.must(func(ctx context.Context) error { return p.tab.visit(ctx, url) })
}

// complain writes what goes wrong inside the page into the test's log.
func (p *page) complain(ev any) {
	if ev, ok := ev.(*runtime.EventExceptionThrown); ok && p.ctx.Err() == nil {
		text, err := json.Marshal(ev)
		if err == nil {
			p.t.Errorf("%s: exception in the page: %s", p.name, text)
		}
	}
}

// focused lets the page believe that it has the focus, whatever other windows
// there are.
func focused(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	return chromedp.Void{}, focus(ctx, t, true)
}

func focus(ctx context.Context, t *chromedp.Target, on bool) error {
	_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: on})
	return err
}

// must does something that takes half a minute at most.
func (p *page) must(do func(context.Context) error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience*30*time.Second)
	defer cancel()
	if err := do(ctx); err != nil {
		p.t.Fatalf("%s: %v\n%s", p.name, err, p.describe())
	}
}

// do does what only Chromium can.
func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	p.must(func(ctx context.Context) error { return chromedp.Do(ctx, steps...) })
}

// eval evaluates an expression in the page.
func eval[T any](p *page, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience*30*time.Second)
	defer cancel()
	v, err := evaluate[T](ctx, p.tab, expression)
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.name, expression, err)
	}
	return v
}

// patience is how much longer than on a quiet machine anything may take.
const patience = 6

// await waits until an expression is true. limit is what a quiet machine has ample time for; a
// busy one gets patience times as long.
func (p *page) await(limit time.Duration, what, expression string) {
	p.t.Helper()
	limit *= patience
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	if err := awaitIn(ctx, p.tab, expression); err != nil {
		p.t.Fatalf("%s: waited %v for %s: %v\n%s", p.name, limit, what, err, p.describe())
	}
}

// describe is what the page shows, for messages.
func (p *page) describe() string {
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	text, err := evaluate[string](ctx, p.tab, `JSON.stringify({at: window.doomhost?.at, tic: window.doomhost?.tic, net: window.doomhost?.net,
		players: window.doomhost?.screen?.lobby?.players, running: window.doomhost?.screen?.lobby?.running, link: window.doomhost?.screen?.lobby?.link,
		notice: document.querySelector(".notice:not([hidden])")?.innerText, banner: document.querySelector(".banner:not([hidden])")?.innerText})`)
	if err != nil {
		return err.Error()
	}
	return text
}

// click clicks the button with a text, as a person would: it must be there, visible and
// enabled. If the button moves away under the pointer, click tries again.
func (p *page) click(text string) {
	p.t.Helper()
	for try := 1; !p.hits(text); try++ {
		if try == 3 {
			p.t.Fatalf("%s: the button %s moved away %d times\n%s", p.name, text, try, p.describe())
		}
		p.t.Logf("%s: the button %s moved away", p.name, text)
	}
}

// hits clicks where the button with a text is, and reports whether the button got the click.
func (p *page) hits(text string) bool {
	p.t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll("button")].find((b) => b.textContent === %q && b.checkVisibility() && !b.disabled)`, text)
	// One look finds the button and its place, as it may be gone at the next one; two looks
	// find it at the same place, as what is above it may still be growing.
	p.await(10*time.Second, "the button "+text, `(() => {
		const b = `+button+`;
		if (b === undefined) return false;
		b.scrollIntoView({block: "center"});
		const r = b.getBoundingClientRect();
		const [before, at] = [window.clickAt, {X: r.x + r.width / 2, Y: r.y + r.height / 2}];
		window.clickAt = at;
		return before?.X === at.X && before?.Y === at.Y;
	})()`)
	type point struct{ X, Y float64 }
	at := eval[point](p, fmt.Sprintf(`((at) => {
		window.clickAt = undefined;
		window.clicked = new Promise((done) => {
			document.addEventListener("click", (e) => done(e.target.closest("button")?.textContent === %q), {capture: true, once: true});
			setTimeout(() => done(false), 10_000);
		});
		return at;
	})(window.clickAt)`, text))
	p.must(func(ctx context.Context) error { return p.tab.click(ctx, at.X, at.Y) })
	ctx, cancel := context.WithTimeout(p.ctx, patience*10*time.Second)
	defer cancel()
	missed, err := evaluate[bool](ctx, p.tab, "Promise.resolve(window.clicked).then((hit) => hit === false)")
	return err != nil || !missed // on an error the click has led to another page
}

// choose sets a select to an option.
func (p *page) choose(label, value string) {
	p.t.Helper()
	control := fmt.Sprintf(`[...document.querySelectorAll("main label.field")].find((l) => l.textContent.startsWith(%q)).querySelector("select")`, label)
	p.await(10*time.Second, "the choice "+label, fmt.Sprintf(`(() => { const s = %s; return !s.disabled && [...s.options].some((o) => o.value === %q); })()`, control, value))
	eval[bool](p, fmt.Sprintf(`(() => { const s = %s; s.value = %q; s.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`, control, value))
}

// set does something to a control of the lobby, e, once it can be used.
func (p *page) set(selector, action string) {
	p.t.Helper()
	control := fmt.Sprintf("document.querySelector(%q)", "main "+selector)
	p.await(10*time.Second, "the control "+selector, "!!"+control+"&&!"+control+".disabled")
	eval[bool](p, "((e) => { "+action+"; return true; })("+control+")")
}

// key presses or releases a key by its place.
func (p *page) key(code string, down bool) {
	p.t.Helper()
	p.must(func(ctx context.Context) error { return p.tab.key(ctx, code, down) })
}

// tic is the last tic that the page executed.
func (p *page) tic() int { return eval[int](p, "window.doomhost.tic") }

// passes waits until so many more tics have passed.
func (p *page) passes(tics int) {
	p.t.Helper()
	last := p.tic() + tics
	p.await(time.Minute, fmt.Sprintf("tic %d", last), fmt.Sprintf("window.doomhost.tic >= %d", last))
}

// paints waits until so many more pictures are on the screen.
func (p *page) paints(pictures int) {
	p.t.Helper()
	last := eval[int](p, "window.doomhost.frames.count") + pictures
	p.await(time.Minute, "pictures", fmt.Sprintf("window.doomhost.frames.count >= %d", last))
}

// hashes are the state's hashes by tic, from a tic on.
func (p *page) hashes(from int) map[int]string {
	return eval[map[int]string](p, fmt.Sprintf("window.doomhost.hashes(%d)", from))
}

// screenshot is what the page shows, as PNG.
func (p *page) screenshot() []byte {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience*30*time.Second)
	defer cancel()
	png, err := p.tab.screenshot(ctx)
	if err != nil {
		p.t.Fatalf("%s: screenshot: %v", p.name, err)
	}
	return png
}

// close closes the tab, as with its cross.
func (p *page) close() {
	p.t.Helper()
	if err := p.tab.close(p.ctx); err != nil {
		p.t.Logf("%s: close the tab: %v", p.name, err)
	}
	p.end()
}

// awaitSeat waits until the page is in the lobby and has a seat.
func (p *page) awaitSeat(slot int) {
	p.t.Helper()
	p.await(60*time.Second, "a seat", fmt.Sprintf(`window.doomhost?.screen.lobby.slot === %d`, slot))
}

// addOnFolder waits until the host's page says where add-ons go, and returns the folder.
func (p *page) addOnFolder() string {
	p.t.Helper()
	const before = "Add-ons (PWADs) go into "
	const text = `document.querySelector(".wad-hint").innerText`
	p.await(10*time.Second, "where add-ons go", fmt.Sprintf(`%s.startsWith(%q)`, text, before))
	return strings.TrimPrefix(eval[string](p, text), before)
}
