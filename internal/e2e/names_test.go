package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// callSelf types a name into the lobby's field.
func (p *page) callSelf(name string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { const f = document.querySelector("input.name"); f.focus(); f.value = %q; f.dispatchEvent(new Event("change")); return true; })()`, name))
}

// say says a line in the lobby.
func (p *page) say(text string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { document.querySelector(".chat input").value = %q; document.querySelector(".chat form").requestSubmit(); return true; })()`, text))
}

// seated waits until the seats show these names.
func (p *page) seated(names ...string) {
	p.t.Helper()
	p.await(20*time.Second, strings.Join(names, ", ")+" in the seats",
		fmt.Sprintf(`[...document.querySelectorAll(".seat-name")].map((e) => e.textContent).join() === %q`, strings.Join(names, ",")))
}

// told waits for a line in what a selector names: who, and what.
func (p *page) told(selector, who, what string) {
	p.t.Helper()
	p.await(20*time.Second, who+" "+what, fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.querySelector("b").textContent === %q && e.querySelector("span").textContent.includes(%q))`, selector+" li", who, what))
}

// TestNamesOfAllScripts has players with names that are not A to Z, in two browsers:
// in the seats, the talk, the game's own lines, the score, and in what is told of those
// who come, go and are sent away; and names that cannot be, or that somebody has.
func TestNamesOfAllScripts(t *testing.T) {
	beside(t, 4)
	host := start(t)
	names := []string{"Grüße", "李明", "עברית", "Ørjan"}
	chrome, fox := newBrowser(t), newFirefox(t)
	var pages []*page
	for i, name := range names {
		var p *page
		switch i {
		case 0:
			p = open(t, chrome, "green", host.ownPage())
		case 1:
			p = open(t, chrome, "indigo", host.page(strangeName))
		default:
			p = fox.open(t, []string{2: "brown", 3: "red"}[i], host.page(strangeName), "")
		}
		p.awaitSeat(i)
		p.callSelf(name)
		pages = append(pages, p)
	}
	green, indigo, brown, red := pages[0], pages[1], pages[2], pages[3]
	for _, p := range pages {
		p.seated(names...)
		if edges := eval[[]float64](p, `[...document.querySelectorAll(".seat-name")].map((e) => {
			const text = document.createRange();
			text.selectNodeContents(e);
			return text.getBoundingClientRect().left - e.getBoundingClientRect().left;
		})`); slices.Max(edges) > 1 {
			t.Errorf("%s: names begin %v px behind the others", p.name, edges)
		}
		p.await(60*time.Second, "the WAD, and no more words about it", `document.querySelector(".seat.mine .seat-note").textContent === "You"`)
	}
	for i, p := range pages {
		p.say("Hallo, שלום, 你好 — " + names[i] + " 😀")
	}
	for _, p := range pages {
		for _, name := range names {
			p.told(".chat-log", name, name+" 😀")
		}
	}

	// Two with one name, one that is none, and one that is too long.
	indigo.callSelf("grüße")
	green.seated("Grüße", "grüße 2", "עברית", "Ørjan")
	indigo.await(10*time.Second, "a word about the number", `document.querySelector(".seat.mine .seat-note").textContent === 'You ("grüße" is taken)'`)
	keep(t, indigo, "names-taken.png")
	for _, bad := range []struct{ name, words string }{{"😀", "letters"}, {"Donaudampfschiff", "at most 10 characters"}} {
		red.callSelf(bad.name)
		red.refused(bad.words)
		if got := eval[string](red, `document.querySelector("input.name").getAttribute("aria-invalid")`); got != "true" {
			t.Errorf("the field with %q is not marked: %q", bad.name, got)
		}
		red.seated("Grüße", "grüße 2", "עברית", "Ørjan")
	}
	red.visit(host.page(strangeName)) // the last name that was taken is there
	indigo.callSelf("李明")
	for _, p := range pages {
		p.seated(names...)
		keep(t, p, "names-lobby-"+p.name+".png")
	}
	if got := eval[string](red, `document.querySelector("input.name").value`); got != "Ørjan" {
		t.Errorf("after a visit the field has %q", got)
	}

	for _, p := range pages {
		p.await(60*time.Second, "the WAD", `window.doomhost.screen.lobby.fetched === 1`)
	}
	green.click("Start game")
	for _, p := range pages {
		p.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 35`)
	}
	// In the picture there is the game's font: what has a Latin form is spelled.
	said := say(t, host, 0)
	green.key("KeyT", true)
	green.key("KeyT", false)
	green.await(10*time.Second, "the line", `document.activeElement.matches(".say")`)
	green.insert("Grüße, Ørjan! 你好")
	green.do(chromedp.KeyEvent("\r"))
	if line := strings.TrimSpace(<-said); line != "GRUSSE, ORJAN!" {
		t.Errorf("in the picture %q was said", line)
	}
	keep(t, indigo, "names-picture.png")
	red.leave()
	for _, p := range []*page{green, indigo, brown} {
		p.told(".talk", "Ørjan", "left the game")
	}
	keep(t, green, "names-left.png")
	red.await(20*time.Second, "the score", `document.querySelectorAll(".score b").length === 3`)
	score := eval[[]string](red, `[...document.querySelectorAll(".score b")].map((e) => e.textContent)`)
	if !slices.Equal(score, names[:3]) {
		t.Errorf("the score has %q", score)
	}
	red.say("Ørjan sees the score")
	for _, p := range []*page{green, indigo, brown} {
		p.told(".talk", "Ørjan", "sees the score")
	}
	keep(t, brown, "names-talk-brown.png")
	keep(t, red, "names-score-red.png")
	red.click("Join the game")
	red.await(60*time.Second, "the game", `window.doomhost.at === "game"`)
	green.told(".talk", "Ørjan", "joined the game")
	keep(t, green, "names-joined.png")

	// The host takes one out.
	green.leave()
	green.await(20*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
	green.await(20*time.Second, "the right to take players out", `document.querySelector(".seat.slot-2 .seat-kick").checkVisibility()`)
	green.seated("Green", "李明", "עברית", "Ørjan")
	eval[bool](green, `(() => { document.querySelector(".seat.slot-2 .seat-kick").click(); return true; })()`)
	indigo.told(".talk", "עברית", "was removed by the host")
	indigo.told(".talk", "Grüße", "left the game")
	keep(t, indigo, "names-kicked.png")
	keep(t, green, "names-host.png")
	brown.await(20*time.Second, "the lobby", `window.doomhost.at === "lobby"`)
	brown.refused("taken out")
}
