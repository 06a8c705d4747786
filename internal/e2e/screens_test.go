package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/coder/websocket"

	"doomhost/lockstep"
)

// screens are phones upright and on their side, with the rims that a notch and
// rounded corners take, a tablet and a desktop.
var screens = []struct {
	width, height     int64
	top, side, bottom int64
	mobile            bool
}{
	{360, 740, 0, 0, 0, true},
	{390, 844, 47, 0, 34, true},
	{844, 390, 0, 47, 21, true},
	{768, 1024, 0, 0, 0, true},
	{1280, 800, 0, 0, 0, false},
}

// fits checks on all screens that nothing visible reaches out of the page to the
// side, and that no line of text is cut.
func fits(t *testing.T, p *page, what string) {
	t.Helper()
	for _, s := range screens {
		p.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
				Width: s.width, Height: s.height, DeviceScaleFactor: 1, Mobile: s.mobile,
			})
			if err == nil {
				_, err = cdp.Call(ctx, target, emulation.SetSafeAreaInsetsOverride, emulation.SetSafeAreaInsetsOverrideParams{
					Insets: &emulation.SafeAreaInsets{Top: &s.top, Left: &s.side, Right: &s.side, Bottom: &s.bottom},
				})
			}
			return chromedp.Void{}, err
		})
		p.await(10*time.Second, "the screen's size", fmt.Sprintf("innerWidth === %d && innerHeight === %d", s.width, s.height))
		for _, bad := range eval[[]string](p, fmt.Sprintf(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
			[...document.querySelectorAll("body *:not(.offscreen)")].filter((e) => e.checkVisibility()).flatMap((e) => {
				const name = e.tagName.toLowerCase() + "." + (e.className.baseVal ?? e.className).replaceAll(" ", ".");
				const r = e.getBoundingClientRect();
				const rim = e.matches("button, input, select, p, b, span") ? %[1]d : 0;
				const cut = getComputedStyle(e).overflowX !== "visible" && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1;
				return [
					...(r.width > 0 && (r.left < rim - 1 || r.right > innerWidth - rim + 1) ? [name + " from " + Math.round(r.left) + " to " + Math.round(r.right)] : []),
					...(cut ? [name + " cut: " + e.textContent + (e.value ?? "")] : []),
				];
			})))))`, s.side)) {
			t.Errorf("%s at %d×%d: %s", what, s.width, s.height, bad)
		}
		keep(t, p, fmt.Sprintf("%s-%dx%d.png", what, s.width, s.height))
	}
}

// visible says whether what a selector finds is to be seen.
func (p *page) visible(selector string) bool {
	p.t.Helper()
	return eval[bool](p, fmt.Sprintf("document.querySelector(%q).checkVisibility()", selector))
}

// say reads what a player says to all: it gives the line at its end.
func say(t *testing.T, host *doomhost, slot lockstep.Slot) <-chan string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	conn, _, err := websocket.Dial(ctx, fmt.Sprintf("ws://localhost:%d/ws/spectate?from=4294967295", host.port), nil)
	if err != nil {
		t.Fatal("spectate:", err)
	}
	said := make(chan string, 1)
	ended := make(chan struct{})
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	go func() {
		defer close(ended)
		defer close(said)
		defer conn.CloseNow() //nolint:errcheck // nobody listens any more
		const toAll, enter, erase = 5, 13, 127
		var line []byte
		for {
			_, msg, err := conn.Read(ctx)
			if err != nil {
				return
			}
			b, _, err := lockstep.DecodeBundle(msg)
			if err != nil {
				return
			}
			switch c := b.Cmds[slot].Chat; {
			case c == 0 || c == toAll:
			case c == enter:
				said <- string(line)
				return
			case c == erase:
				line = line[:max(len(line)-1, 0)]
			default:
				line = append(line, c)
			}
		}
	}()
	return said
}

// compose puts a text into the field that has the focus, as an input method does
// before it is sure.
func (p *page) compose(text string) {
	p.t.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		n := int64(len(text))
		_, err := cdp.Call(ctx, t, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: n, SelectionEnd: n})
		return chromedp.Void{}, err
	})
}

// insert puts a text there for good.
func (p *page) insert(text string) {
	p.t.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return chromedp.Void{}, err
	})
}

// TestSmallScreens goes through lobby, game, menu and recording on phones and
// tablets: all fits, fingers can talk, keys reach the recording's bar, and a
// gamepad and a mouse may take over.
func TestSmallScreens(t *testing.T) {
	beside(t, 1)
	host := start(t, "--name", "A host whose name is as long as they get, or nearly so")
	p := open(t, newBrowser(t), "phone", "about:blank")
	p.do(phone)
	p.visit(host.page(strangeName))
	p.awaitSeat(0)
	p.do(chromedp.SendKeys(chromedp.CSS("input.name"), "WWWWWWWWWW\r"))
	p.await(20*time.Second, "the name", `document.querySelector(".seat-name").textContent === "WWWWWWWWWW"`)
	fits(t, p, "lobby")
	if faint := eval[[]string](p, `[".segments", ".check"].map((e) => document.querySelector(e + " input")).map((input) => {
		input.disabled = true;
		const { opacity } = getComputedStyle(input.parentElement.querySelector("span"));
		input.disabled = false;
		return opacity;
	})`); faint[0] == "1" || faint[1] == "1" {
		t.Errorf("choices that can't be made are as opaque as others: %v", faint)
	}
	if !eval[bool](p, `(() => {
		const log = document.querySelector(".chat-log");
		for (let i = 0; i < 30; i++) log.append(Object.assign(document.createElement("li"), { textContent: "line " + i }));
		log.scrollTop = 0;
		const reached = log.scrollHeight > log.clientHeight && log.firstElementChild.getBoundingClientRect().top >= log.getBoundingClientRect().top - 1;
		log.replaceChildren();
		return reached;
	})()`) {
		t.Error("what was said first can't be scrolled to")
	}

	p.await(60*time.Second, "the WAD", `window.doomhost.screen.lobby.fetched === 1`)
	p.click("Start game")
	p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 35`)
	eval[bool](p, `(() => { [...document.querySelectorAll(".settings label.check")].find((l) => l.textContent === "Show the connection").querySelector("input").click(); return true; })()`)
	p.await(10*time.Second, "the connection's figures", `document.querySelector(".net").checkVisibility()`)
	fits(t, p, "touch")

	// Fingers talk, by an input method that changes its mind.
	said := say(t, host, 0)
	at := p.middle(".touch-chat")
	p.touch(input.DispatchTouchEventTypeTouchStart, at)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.await(10*time.Second, "the line", `document.activeElement.matches(".say.above")`)
	for _, text := range []string{"h", "he", "hel", "hell", "hello"} {
		p.compose(text)
	}
	p.insert("help, ")
	p.insert("friends")
	p.do(chromedp.KeyEvent("\r"))
	select {
	case line := <-said:
		if want := "HELP, FRIENDS"; line != want {
			t.Errorf("said %q, want %q", line, want)
		}
	case <-time.After(30 * time.Second):
		t.Error("nothing was said")
	}

	p.key("Escape", true)
	p.key("Escape", false)
	p.await(10*time.Second, "the menu", `document.querySelector(".game .menu").checkVisibility()`)
	fits(t, p, "menu")
	p.click("Leave the game")
	p.await(30*time.Second, "the recording", `document.querySelector(".replays button")?.checkVisibility()`)
	eval[bool](p, `(() => { document.querySelector(".replays button").click(); return true; })()`)
	const replay = "window.doomhost.screen.game.replay"
	p.await(30*time.Second, "the replay", `window.doomhost.at === "game" && `+replay+`?.tic > 10`)
	fits(t, p, "replay")
	if p.visible(".touch-attack") || p.visible(".touch-weapons") || p.visible(".touch-chat") {
		t.Error("who watches a recording has buttons to fire or to talk")
	}

	// The keys of the recording.
	p.key("Space", true)
	p.await(10*time.Second, "Space to pause", "!"+replay+".playing")
	was := eval[int](p, replay+".tic")
	p.key("ArrowRight", true)
	p.await(30*time.Second, "an arrow to go on", fmt.Sprintf("%s.tic > %d", replay, was))
	p.key("ArrowLeft", true)
	p.await(30*time.Second, "an arrow to go back", fmt.Sprintf("%s.tic <= %d", replay, was))
	var reached []string
	for range 8 {
		p.do(chromedp.KeyEvent("\t"))
		reached = append(reached, eval[string](p, "document.activeElement.className + document.activeElement.textContent"))
	}
	for _, want := range []string{"replay-toggle", "replay-place", "replay-speed", "Close"} {
		if !strings.Contains(strings.Join(reached, "|"), want) {
			t.Errorf("Tab does not reach %s, but %q", want, reached)
		}
	}
	p.key("Escape", true)
	p.await(10*time.Second, "the menu", `document.querySelector(".game .menu").checkVisibility()`)
	if p.visible(".replay") {
		t.Error("the recording's bar lies over the menu")
	}
	// Wherever the focus is, the same key leads back.
	eval[bool](p, `document.activeElement.blur() ?? true`)
	p.key("Escape", true)
	p.await(10*time.Second, "the menu to go", `!document.querySelector(".game .menu").checkVisibility() && document.querySelector(".replay").checkVisibility()`)
	p.click("Close")

	// A game for one waits while nobody sees it.
	p.click("Play alone")
	p.click("Play")
	p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "solo"`)
	eval[bool](p, `(() => {
		Object.defineProperty(document, "hidden", { value: true, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
		delete document.hidden;
		return true;
	})()`)
	p.await(10*time.Second, "the menu", `window.doomhost.screen.game.menu`)

	// A gamepad's button closes the menu and opens it.
	eval[bool](p, `(() => {
		window.pad = { connected: true, mapping: "standard", axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false })) };
		Object.defineProperty(navigator, "getGamepads", { value: () => [window.pad], configurable: true });
		return true;
	})()`)
	for _, open := range []bool{false, true, false} {
		eval[bool](p, `window.pad.buttons[9].pressed = true`)
		p.await(10*time.Second, "the gamepad's button to count", fmt.Sprintf("window.doomhost.screen.game.menu === %v", open))
		eval[bool](p, `!(window.pad.buttons[9].pressed = false)`)
		frames := eval[int](p, "window.doomhost.frames.count")
		p.await(10*time.Second, "it to be let go", fmt.Sprintf("window.doomhost.frames.count > %d + 2", frames))
	}

	// Somebody takes a mouse instead.
	if !p.visible(".touch") {
		t.Fatal("the layer for fingers is gone too soon")
	}
	p.must(func(ctx context.Context) error { return p.tab.click(ctx, 640, 400) })
	p.await(10*time.Second, "the mouse's game", `!document.querySelector(".touch").checkVisibility() && document.pointerLockElement?.matches("canvas")`)
}
