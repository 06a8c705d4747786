package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/hosttest"
	"doomhost/internal/testkit/testfiles"
	"doomhost/web"
)

// startEmpty starts a host that has no WAD at all.
func startEmpty(t *testing.T, args ...string) *doomhost {
	t.Helper()
	if err := web.Built(); err != nil {
		t.Fatal(err)
	}
	h := &doomhost{t: t, data: t.TempDir(), port: hosttest.FreePort(t), done: make(chan struct{})}
	h.run(t.TempDir(), append([]string{"--no-system-wads"}, args...)...)
	t.Cleanup(h.stop)
	return h
}

// ownPage is the address of the host's own page, with its token. The host answers a
// moment before it tells that.
func (h *doomhost) ownPage() string {
	h.t.Helper()
	pattern := regexp.MustCompile(`#host=\S+`)
	token := ""
	for deadline := time.Now().Add(20 * time.Second); token == ""; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			h.t.Fatalf("doomhost told no token:\n%s", h.output())
		}
		token = pattern.FindString(h.output())
	}
	return h.page("localhost") + token
}

// wadFolder is the folder that WADs are added to.
func (h *doomhost) wadFolder() string { return filepath.Join(h.data, "doomhost", "wads") }

// fileNames are the files in the folder that WADs are added to, halves among them.
func (h *doomhost) fileNames() string {
	h.t.Helper()
	entries, err := os.ReadDir(h.wadFolder())
	if err != nil {
		h.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// addOn is an add-on with maps that can be listed.
func addOn(maps ...string) []byte {
	w := &wadtest.WAD{PWAD: true}
	for _, name := range maps {
		w.AddMap(name, wadtest.Room())
	}
	return w.Bytes()
}

// smallGame is a game with few pictures and one room for each map.
func smallGame(maps ...string) *wadtest.WAD {
	w := &wadtest.WAD{}
	w.AddGraphics()
	for _, name := range maps {
		w.AddMap(name, wadtest.Room(wadtest.Thing{X: 384, Y: 128, Angle: 180, Type: 2, Options: 7})) // player 2's start
	}
	end := slices.IndexFunc(w.Lumps, func(l wadtest.Lump) bool { return l.Name == "S_END" })
	var sprites []wadtest.Lump
	for _, name := range []string{"PUNGA0", "PISGA0", "POSSA0", "TROOA0", "CLIPA0"} {
		sprites = append(sprites, wadtest.Lump{Name: name, Data: wadtest.Patch(32, 32, 200)})
	}
	w.Lumps = slices.Insert(w.Lumps, end, sprites...)
	w.Add("STBAR", wadtest.Patch(320, 32, 60)...)
	for c := '!'; c <= '_'; c++ {
		w.Add(fmt.Sprintf("STCFN%03d", c), wadtest.Patch(7, 7, 250)...)
	}
	return w
}

// dropped is JavaScript that drops files without being dragged there before.
const dropped = `document.querySelector("main h2").dispatchEvent(
	new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));`

// chooseFiles gives the visible "Add a WAD …" button's dialog files.
func (p *page) chooseFiles(files map[string][]byte) {
	p.t.Helper()
	if !eval[bool](p, `(() => { `+hand(files)+`
		const button = [...document.querySelectorAll("button")]
			.find((b) => b.textContent === "Add a WAD …" && b.checkVisibility() && !b.disabled);
		const input = button.parentElement.querySelector('input[type="file"]');
		input.files = files.files;
		input.dispatchEvent(new Event("change"));
		return input.multiple; })()`) {
		p.t.Errorf("%s: only one file can be chosen", p.name)
	}
}

// upload is JavaScript for the text that is shown of a file that is added.
func upload(name string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(".upload")]
		.find((u) => u.checkVisibility() && u.querySelector("b").textContent === %q)?.innerText`, name)
}

// awaitUpload waits until all of the words are said of a file.
func (p *page) awaitUpload(name string, words ...string) {
	p.t.Helper()
	all, err := json.Marshal(words)
	if err != nil {
		p.t.Fatal(err)
	}
	p.await(30*time.Second, name+": "+strings.Join(words, " … "),
		fmt.Sprintf(`((text) => text !== undefined && %s.every((w) => text.includes(w)))(%s)`, all, upload(name)))
}

// sizes keeps pictures of a page at a desk's and at a phone's size.
func (p *page) sizes(t *testing.T, name, selector string) {
	t.Helper()
	if _, ok := p.tab.(chromiumTab); !ok {
		keep(t, p, "wads-"+name+".png")
		return
	}
	for _, s := range [][2]int64{{390, 844}, {1440, 900}} {
		resize(p, s[0], s[1])
		eval[bool](p, fmt.Sprintf(`(() => {
			document.querySelector(%q)?.scrollIntoView({ block: "center" });
			return true; })()`, selector))
		keep(t, p, fmt.Sprintf("wads-%s-%dx%d.png", name, s[0], s[1]))
	}
}

// TestWADsAreAddedOnThePage drops files on the host's page and chooses them by its
// button, in both browsers. Each is kept, or refused with a reason and nothing left of
// it; what is kept is offered to all at once. A guest is told that only the host can.
func TestWADsAreAddedOnThePage(t *testing.T) {
	beside(t, 2)
	for _, browser := range []struct {
		name string
		open func(t *testing.T, url string) *page
	}{
		{"Chromium", func(t *testing.T, url string) *page { return open(t, newBrowser(t), "chromium", url) }},
		{"Firefox", func(t *testing.T, url string) *page { return newFirefox(t).open(t, "firefox", url, "") }},
	} {
		t.Run(browser.name, func(t *testing.T) {
			host := start(t, "--no-system-wads", "--limit-upload", "1")
			guest := open(t, newBrowser(t), "guest", host.page(strangeName))
			guest.awaitSeat(0)
			p := browser.open(t, host.ownPage())
			p.await(20*time.Second, "the host's right",
				`window.doomhost?.screen.lobby.host && window.doomhost.screen.lobby.slot === 1`)

			p.drop(map[string][]byte{"rooms.wad": addOn("E1M1", "E1M2")})
			p.awaitUpload("rooms.wad", "Added: add-on rooms, 2 maps.")
			for _, q := range []*page{p, guest} {
				q.await(20*time.Second, "the add-on",
					`[...document.querySelectorAll("main .addon b")].some((b) => b.textContent === "rooms")`)
			}
			p.drop(map[string][]byte{"same.wad": addOn("E1M1", "E1M2")})
			p.awaitUpload("same.wad", "Was there already: add-on rooms, 2 maps.")

			p.chooseFiles(map[string][]byte{"small.wad": smallGame("MAP01").Bytes()})
			p.awaitUpload("small.wad", "Added: game small, 1 map.")
			for _, q := range []*page{p, guest} {
				q.await(20*time.Second, "the game",
					`[...document.querySelector("main .form select").options].some((o) => o.text === "small")`)
			}

			p.drop(map[string][]byte{"pack.zip": testfiles.ZipOf(t, map[string][]byte{
				"one.wad": addOn("E1M3"), "inner.zip": []byte("PK"), "readme.txt": []byte("hello"),
			})})
			p.awaitUpload("pack.zip", "Added: add-on one, 1 map.",
				"Not used of it:", "inner.zip: an archive inside an archive: unpack it")
			if text := eval[string](p, upload("pack.zip")); strings.Contains(text, "readme") {
				t.Errorf("a text is no news: %q", text)
			}
			p.await(10*time.Second, "what is unused",
				`document.querySelector(".wad-unused summary").innerText === "1 file there cannot be used"`)
			eval[bool](p, `document.querySelector(".wad-unused").open = true`)
			text := eval[string](p, `document.querySelector(".wad-unused").innerText`)
			if !strings.Contains(text, "pack.zip: inner.zip") {
				t.Errorf("what is unused: %q", text)
			}
			p.sizes(t, "added-"+p.name, ".uploads")

			// Several at once, one of which is none.
			before := host.fileNames()
			p.drop(map[string][]byte{
				"cake.wad": []byte("flour, eggs"), "fine.deh": []byte("Patch File for DeHackEd v3.0\n"),
			})
			p.awaitUpload("cake.wad", "Not added: it is no WAD")
			p.awaitUpload("fine.deh", "Added: add-on fine, no maps of its own.")
			p.drop(map[string][]byte{"large.wad": make([]byte, 1_000_001)})
			p.awaitUpload("large.wad",
				"Not added: it is larger than the 1 MB that this doomhost takes", host.wadFolder())
			if now := host.fileNames(); now != "fine.deh "+before {
				t.Errorf("the folder has %s, had %s", now, before)
			}
			p.sizes(t, "refused-"+p.name, ".uploads")
			p.drop(map[string][]byte{"picture.png": {1}})
			p.refused("picture.png", ".dhr", ".wad", ".zip")
			for eval[bool](p, `document.querySelector(".uploads").checkVisibility()`) {
				p.click("OK")
			}

			if eval[bool](guest, `[...document.querySelectorAll("button")]
				.some((b) => b.textContent.startsWith("Add a WAD") && b.checkVisibility())`) {
				t.Error("a guest is offered what only the host can do")
			}
			eval[bool](guest, `(() => { `+hand(map[string][]byte{"mine.wad": addOn("E1M1")})+`
				`+dropped+`
				return true; })()`)
			guest.await(10*time.Second, "who can",
				`document.querySelector(".notice").innerText.includes("Only the host can add WADs")`)
			guest.sizes(t, "guest-drop-"+p.name, ".notice")
		})
	}
}

// TestUploadIsCancelled holds up a file on its way: the page says how far it is, and
// takes it back. Nothing is left of it, and the next file is taken.
func TestUploadIsCancelled(t *testing.T) {
	beside(t, 2)
	host := start(t, "--no-system-wads")
	wire := through(t, host)
	url := strings.Replace(host.ownPage(), fmt.Sprint(host.port), fmt.Sprint(wire.port()), 1)
	p := open(t, newBrowser(t), "host", url)
	p.await(20*time.Second, "the host's right", `window.doomhost?.screen.lobby.host`)
	wire.mute(true)
	eval[bool](p, `(() => {
		const files = new DataTransfer();
		files.items.add(new File([new Uint8Array(300e6)], "big.wad"));
		files.items.add(new File([new Uint8Array(9)], "next.wad"));
		`+dropped+`
		return true; })()`)
	p.awaitUpload("big.wad", "of 300 MB sent")
	p.awaitUpload("next.wad", "Waits for the file before it")
	p.await(10*time.Second, "a bar", `document.querySelector(".upload progress").checkVisibility()`)
	p.sizes(t, "sending", ".uploads")
	p.click("Cancel")
	p.await(10*time.Second, "no such file", upload("big.wad")+" === undefined")
	wire.mute(false)
	p.awaitUpload("next.wad", "Not added: it is no WAD")
	p.drop(map[string][]byte{"rooms.wad": addOn("E1M1")})
	p.awaitUpload("rooms.wad", "Added: add-on rooms, 1 map.")
	if names := host.fileNames(); names != "rooms.wad" {
		t.Errorf("the folder has %s", names)
	}
}
