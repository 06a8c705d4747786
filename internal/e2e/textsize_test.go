package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// windows are those of two laptops, and of a phone held both ways.
var windows = []struct{ width, height int64 }{{1440, 900}, {1366, 768}, {844, 390}, {390, 844}}

// textSize is Chromium with text of a size in pixels, as its settings have it: 16 is usual.
func textSize(t *testing.T, size int) context.Context {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "Default"), 0o700); err != nil {
		t.Fatal(err)
	}
	prefs := fmt.Sprintf(`{"webkit":{"webprefs":{"default_font_size":%d}}}`, size)
	if err := os.WriteFile(filepath.Join(dir, "Default", "Preferences"), []byte(prefs), 0o600); err != nil {
		t.Fatal(err)
	}
	return ownBrowser(t, chromedp.UserDataDir(dir))
}

// fingers lets a page believe that fingers point at it, or a mouse.
func (p *page) fingers(on bool) {
	p.t.Helper()
	p.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: on, MaxTouchPoints: 5})
		return chromedp.Void{}, err
	})
	p.await(10*time.Second, "what points", fmt.Sprintf(`matchMedia("(pointer: coarse)").matches === %t`, on))
}

// readable checks in all windows, and at a zoom, that no text is cut, that nothing reaches
// out of the page to the side or above it, where nobody can scroll, and that buttons are
// named as they are seen.
func readable(t *testing.T, p *page, what string, zoom int64) {
	t.Helper()
	for _, s := range windows {
		width, height := s.width/zoom, s.height/zoom
		p.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
				Width: width, Height: height, DeviceScaleFactor: float64(zoom),
			})
			return chromedp.Void{}, err
		})
		p.await(10*time.Second, "the window's size", fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
		for _, bad := range eval[[]string](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
			[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest("svg") && !e.matches(".offscreen, canvas")).flatMap((e) => {
				const name = e.tagName.toLowerCase() + "." + e.className.replaceAll(" ", ".") + " " + JSON.stringify(e.textContent.slice(0, 30));
				const r = e.getBoundingClientRect();
				const style = getComputedStyle(e);
				const out = r.width > 0 && (r.left < -1 || r.right > innerWidth + 1);
				let scrolled = scrollY;
				for (let p = e.parentElement; p !== null; p = p.parentElement) scrolled += p.scrollTop;
				const above = r.height > 0 && r.top < -1 - scrolled;
				const wide = !e.matches("select, input") && style.overflowX !== "visible" && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1;
				const low = style.overflowY === "hidden" && e.clientHeight > 0 && e.scrollHeight > e.clientHeight + 1;
				const spills = e.matches("button, a, .segments span") && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0;
				const seen = e.matches("button, a, summary") ? e.textContent.trim() : "";
				const said = e.getAttribute("aria-label");
				const other = said !== null && /\p{L}/u.test(seen) && !said.includes(seen);
				const nameless = e.matches("button, a") && said === null && !/\p{L}|\p{N}/u.test(seen);
				return [
					...(out ? [name + " reaches from " + Math.round(r.left) + " to " + Math.round(r.right)] : []),
					...(above ? [name + " begins above the page, at " + Math.round(r.top)] : []),
					...(wide || low || spills ? [name + " is cut"] : []),
					...(other ? [name + " is called " + said] : []),
					...(nameless ? [name + " has no name"] : []),
				];
			})))))`) {
			t.Errorf("%s at %d×%d, zoom %d: %s", what, s.width, s.height, zoom, bad)
		}
		keep(t, p, fmt.Sprintf("%s-%dx%d-zoom%d.png", what, s.width, s.height, zoom))
	}
}

// TestTextSizes goes through the screens with text of the usual size and of
// twice that, by the browser's setting and by zoom.
func TestTextSizes(t *testing.T) {
	beside(t, 1)
	recording := recordedFile(t)
	host := start(t, "--name", "A host whose name is as long as they get")
	for _, size := range []int{16, 32} {
		t.Run(fmt.Sprintf("%d", size), func(t *testing.T) {
			p := open(t, textSize(t, size), "reader", host.page("localhost"))
			look := func(what string) {
				readable(t, p, fmt.Sprintf("%s-text%d", what, size), 1)
				if size == 16 {
					readable(t, p, what, 2)
				}
			}
			p.awaitSeat(0)
			if got := eval[string](p, "getComputedStyle(document.documentElement).fontSize"); got != fmt.Sprintf("%dpx", size) {
				t.Errorf("text of %d px is %s", size, got)
			}
			p.do(chromedp.SendKeys(chromedp.CSS("input.name"), "WWWWWWWWWW\r"))
			look("lobby")
			p.click("Play alone")
			look("alone")
			p.click("Play")
			p.await(60*time.Second, "the game", `window.doomhost.at === "game"`)
			p.key("Escape", true)
			p.await(10*time.Second, "the menu", `document.querySelector(".game .menu").checkVisibility()`)
			eval[bool](p, `(() => { for (const d of document.querySelectorAll("details")) d.open = true; return true; })()`)
			look("menu")
			p.click("Leave the game")
			p.await(20*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
			p.openRecording("recording.dhr", recording)
			p.await(60*time.Second, "the recording", `window.doomhost.at === "game" && window.doomhost.screen.game.replay?.tic > 0`)
			p.click("Pause")
			look("replay")
			p.click("Close")
			p.await(20*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
			p.openRecording("A recording with a name that goes on and on as if there were no end to it.dhr", []byte("none"))
			p.await(20*time.Second, "the notice", `document.querySelector(".notice").checkVisibility()`)
			look("notice")
			p.fingers(true)
			p.visit(host.page("localhost")) // what is there at first is what there is
			p.awaitSeat(0)
			p.click("Play alone")
			p.click("Play")
			p.await(60*time.Second, "the game", `window.doomhost.at === "game"`)
			p.await(20*time.Second, "the buttons on the glass", `document.querySelector(".touch").checkVisibility()`)
			look("touch")
			p.key("Escape", true)
			p.await(10*time.Second, "the menu", `document.querySelector(".game .menu").checkVisibility()`)
			if words := eval[string](p, `[...document.querySelectorAll(".game .menu *, .game .hint")].filter((e) => e.childElementCount === 0 && e.checkVisibility() && !e.closest("details")).map((e) => e.textContent).join(" ")`); regexp.MustCompile(`(?i)mouse|click|press`).MatchString(words) {
				t.Errorf("to fingers the menu speaks of mouse and keys: %s", words)
			}
			look("menu-touch")
			p.click("Leave the game")
			p.await(20*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
			p.fingers(false)
			p.visit(host.url("localhost") + "/gone/away-from-here-by-a-long-way")
			p.await(20*time.Second, "the page for what is not there", `document.querySelector("a")?.textContent === "Go to the lobby"`)
			look("missing")
			eval[bool](p, `(() => { document.querySelector("a").click(); return true; })()`)
			p.await(20*time.Second, "the lobby", `window.doomhost?.at === "lobby"`)
		})
	}
}
