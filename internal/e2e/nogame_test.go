package e2e

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"doomhost/internal/testkit/testfiles"
)

// smallFreedoom is a zip as Freedoom's release, of games with one room each. Noise
// makes it as large as shows in megabytes.
func smallFreedoom(t *testing.T) []byte {
	t.Helper()
	game := func(name string) []byte {
		w := smallGame(name)
		noise := make([]byte, 2_000_000)
		rng := rand.New(rand.NewPCG(8, 666))
		for i := range noise {
			noise[i] = byte(rng.Uint32())
		}
		w.Add("NOISE", noise...)
		return w.Bytes()
	}
	return testfiles.ZipOf(t, map[string][]byte{
		"freedoom-9/freedoom1.wad": game("E1M1"), "freedoom-9/freedoom2.wad": game("MAP01"),
	})
}

// download serves a file whose second half waits until the test lets it come.
type download struct {
	*httptest.Server
	fails atomic.Bool
	half  chan struct{} // takes a value for each second half
}

func serveDownload(t *testing.T, data []byte) *download {
	t.Helper()
	d := &download{half: make(chan struct{})}
	over := make(chan struct{})
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.fails.Load() {
			http.Error(w, "out of order", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(data)))
		_, _ = w.Write(data[:len(data)/2])
		_ = http.NewResponseController(w).Flush()
		select {
		case <-d.half:
			_, _ = w.Write(data[len(data)/2:])
		case <-r.Context().Done():
		case <-over:
		}
	}))
	t.Cleanup(d.Server.Close)
	t.Cleanup(func() { close(over) })
	return d
}

// source is the option that has a host fetch Freedoom there.
func (d *download) source(data []byte) string {
	return fmt.Sprintf("%s/small.zip#sha256=%x", d.URL, sha256.Sum256(data))
}

const startButton = `[...document.querySelectorAll("main button")].find((b) => b.textContent === "Start game")`

// awaitNoGame waits until a page says first that there is no game, and why nothing starts.
func (p *page) awaitNoGame(title, why string) {
	p.t.Helper()
	p.await(20*time.Second, title, fmt.Sprintf(`document.querySelector(".nogame")?.checkVisibility() &&
		document.querySelector(".nogame h2").textContent === %q`, title))
	if !eval[bool](p, `(() => {
		const [nogame, main] = [document.querySelector(".nogame"), document.querySelector(".lobby main")];
		return nogame.getBoundingClientRect().bottom <= main.getBoundingClientRect().top &&
			!document.querySelector("main .form").checkVisibility(); })()`) {
		p.t.Errorf("%s: it is not said first, or there are empty lists", p.name)
	}
	p.await(10*time.Second, "a start that is off, and why", fmt.Sprintf(`%s?.disabled === true &&
		document.querySelector(".unstartable").checkVisibility() &&
		document.querySelector(".unstartable").textContent === %q`, startButton, why))
	for _, text := range []string{"Play alone", "Watch the demos"} {
		if !eval[bool](p, fmt.Sprintf(`[...document.querySelectorAll("main button")]
			.find((b) => b.textContent === %q).disabled`, text)) {
			p.t.Errorf("%s: %s without a game", p.name, text)
		}
	}
}

// awaitGame waits until a page has a game to start, by itself.
func (p *page) awaitGame(title string) {
	p.t.Helper()
	p.await(30*time.Second, "the game "+title, fmt.Sprintf(`!document.querySelector(".nogame").checkVisibility() &&
		document.querySelector("main .form").checkVisibility() &&
		%q === document.querySelector("main .form select").selectedOptions[0]?.text`, title))
	p.await(30*time.Second, "a start that is on",
		startButton+`?.disabled === false && !document.querySelector(".unstartable").checkVisibility()`)
}

// TestNoGameIsFetched opens the page of a host without a game: all read so before
// anything else, the host gets one by a button, with progress, a cancel, a failure in
// words and another try, and then the game starts on pages that nobody reloaded.
func TestNoGameIsFetched(t *testing.T) {
	beside(t, 2)
	zip := smallFreedoom(t)
	d := serveDownload(t, zip)
	host := startEmpty(t, "--freedoom", d.source(zip))
	chrome := newBrowser(t)
	p := open(t, chrome, "host", host.ownPage())
	guest := open(t, chrome, "guest", host.page(strangeName))
	p.awaitNoGame("No game yet", "There is no game yet: get one above.")
	guest.awaitNoGame("The host has no game yet", "The host has no game yet.")
	folder := host.wadFolder()
	if !eval[bool](p, fmt.Sprintf(`document.querySelector(".nogame").innerText.includes(%q)`, folder)) {
		t.Error("the host is not told where games are put")
	}
	if eval[bool](guest, fmt.Sprintf(`document.body.innerText.includes(%q) ||
		[...document.querySelectorAll(".nogame button")].some((b) => b.checkVisibility())`, folder)) {
		t.Error("a guest is told of the host's folders, or offered what only the host can do")
	}
	for _, q := range []*page{p, guest} {
		q.sizes(t, "nogame-"+q.name, ".nogame")
		fits(t, q, "no game")
	}
	p.click("Look again")
	p.await(10*time.Second, "nothing new",
		`document.querySelector(".nogame .wad-said").innerText === "Nothing new was found."`)

	d.fails.Store(true)
	p.click("Get Freedoom")
	const words = `document.querySelector(".nogame-fetch p").innerText`
	p.await(20*time.Second, "why it failed", `document.querySelector(".nogame-fetch").checkVisibility() && `+
		words+`.includes("503") && `+words+`.includes("try again")`)
	guest.await(20*time.Second, "that it failed", words+` === "The host could not fetch Freedoom."`)
	p.sizes(t, "fetch-failed", ".nogame")
	d.fails.Store(false)
	p.click("Try again")
	progress := fmt.Sprintf(`of %.1f MB`, float64(len(zip))/1e6)
	for _, q := range []*page{p, guest} {
		q.await(20*time.Second, "how far it is",
			words+`.includes("`+progress+`") && document.querySelector(".nogame-fetch progress").value > 0.4`)
	}
	p.sizes(t, "fetching-host", ".nogame")
	guest.sizes(t, "fetching-guest", ".nogame")
	p.click("Cancel")
	p.await(20*time.Second, "the way it was", `!document.querySelector(".nogame-fetch").checkVisibility()`)
	if names := host.fileNames(); names != "" {
		t.Errorf("%s is left of what was cancelled", names)
	}
	p.click("Get Freedoom")
	d.half <- struct{}{}
	for _, q := range []*page{p, guest} {
		q.awaitGame("Freedoom: Phase 1")
	}
	p.sizes(t, "nogame-over", "main .form")
	p.click("Start game")
	for _, q := range []*page{p, guest} {
		q.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 5`)
	}
}

// TestFirstGameIsDropped adds the first game in Firefox, by a drop: it is there for all
// at once, and starts.
func TestFirstGameIsDropped(t *testing.T) {
	beside(t, 2)
	host := startEmpty(t)
	p := newFirefox(t).open(t, "firefox", host.ownPage(), "")
	guest := open(t, newBrowser(t), "guest", host.page(strangeName))
	p.awaitNoGame("No game yet", "There is no game yet: get one above.")
	guest.awaitNoGame("The host has no game yet", "The host has no game yet.")
	p.drop(map[string][]byte{"rooms.wad": addOn("MAP01")})
	p.awaitUpload("rooms.wad", "Added: add-on rooms, 1 map.")
	p.awaitNoGame("No game yet", "There is no game yet: get one above.")
	p.chooseFiles(map[string][]byte{"small.wad": smallGame("MAP01").Bytes()})
	for _, q := range []*page{p, guest} {
		q.awaitGame("small")
	}
	p.awaitUpload("small.wad", "Added: game small, 1 map.")
	p.click("Start game")
	for _, q := range []*page{p, guest} {
		q.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 5`)
	}
}

// A host that cannot fetch says nothing of it, and one that takes no files neither.
func TestNoGameOffersWhatTheHostCan(t *testing.T) {
	beside(t, 2)
	host := startEmpty(t, "--limit-upload", "0")
	p := open(t, newBrowser(t), "host", host.ownPage())
	p.awaitNoGame("No game yet", "There is no game yet: get one above.")
	offered := eval[string](p, `[...document.querySelectorAll(".nogame button")]
		.filter((b) => b.checkVisibility()).map((b) => b.textContent).join()`)
	if offered != "Get Freedoom,Look again" {
		t.Errorf("it offers %s", offered)
	}
	p.drop(map[string][]byte{"small.wad": bytes.Repeat([]byte{1}, 100)})
	p.awaitUpload("small.wad", "Not added: this doomhost takes no files", host.wadFolder())
	if strings.Contains(host.output(), "small.wad") {
		t.Error("it was sent all the same")
	}
}
