package e2e

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"doomhost/engine/wad/wadtest"
)

// boomRoom is an add-on for Freedoom's first phase. E1M1 has a lift of Boom's, so to
// speak, between its two sectors; E1M2 lacks nothing. One song is in a format that
// nobody's engine here plays.
func boomRoom() []byte {
	room := func() *wadtest.Map {
		m := wadtest.Room()
		m.Sidedefs = bytes.ReplaceAll(m.Sidedefs, []byte("WALL1\x00\x00\x00"), []byte("STARTAN3"))
		for _, flat := range []string{"FLOOR1\x00\x00", "CEIL1\x00\x00\x00"} {
			m.Sectors = bytes.ReplaceAll(m.Sectors, []byte(flat), []byte("FLAT1\x00\x00\x00"))
		}
		return m
	}
	const line, sector, tag = 6 * 14, 26, 5
	boom := room()
	binary.LittleEndian.PutUint16(boom.Linedefs[line+6:], 24576)
	binary.LittleEndian.PutUint16(boom.Linedefs[line+8:], tag)
	binary.LittleEndian.PutUint16(boom.Sectors[sector+24:], tag)
	w := &wadtest.WAD{PWAD: true}
	w.AddMap("E1M1", boom)
	w.AddMap("E1M2", room())
	w.Add("D_E1M1", append([]byte("ID3\x03"), make([]byte, 500)...)...)
	return w.Bytes()
}

// resize gives a page's window another size.
func resize(p *page, width, height int64) {
	p.t.Helper()
	p.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: width, Height: height, DeviceScaleFactor: 1,
		})
		return chromedp.Void{}, err
	})
	p.await(10*time.Second, "the window's size", fmt.Sprintf("innerWidth === %d && innerHeight === %d", width, height))
}

// TestAMapThatNeedsBoom chooses a map with a linedef that only Boom knows: all read so
// beside the map before anything starts, nobody but the host can start it, and the host
// can. The map behind it is started like any other, and who plays alone reads the same.
func TestAMapThatNeedsBoom(t *testing.T) {
	beside(t, 2)
	host := start(t)
	chrome := newBrowser(t)
	green := open(t, chrome, "green", host.ownPage())
	green.awaitSeat(0)
	indigo := open(t, chrome, "indigo", host.page(strangeName))
	indigo.awaitSeat(1)
	folder := green.addOnFolder()
	if err := os.WriteFile(filepath.Join(folder, "lifts.wad"), boomRoom(), 0o644); err != nil {
		t.Fatal(err)
	}
	green.click("Look for new WADs")
	green.await(10*time.Second, "the add-on", `document.querySelectorAll("main .addon").length === 1`)
	green.click(eval[string](green, `document.querySelector("main .addon").textContent`))

	button := func(text string) string {
		return `[...document.querySelectorAll("main button")].find((b) => b.textContent === "` + text + `" && b.checkVisibility())`
	}
	const said = `document.querySelector("main .map-check").innerText`
	for _, p := range []*page{green, indigo} {
		// A list of WADs that changes has the map checked again.
		p.await(30*time.Second, "what the map needs",
			said+`.includes("E1M1 needs Boom: linedef 24576 (generalized floor)") && `+
				said+`.includes("E1M1 may not be playable to its end here") && `+
				said+`.includes("Songs in MP3, which doomhost does not play: D_E1M1") && `+
				button("Start game")+`?.disabled === true`)
		p.await(60*time.Second, "all WADs", `window.doomhost.screen.lobby.fetched === 1`)
	}
	indigo.await(10*time.Second, "nothing that only the host can do",
		button("Start game")+`?.disabled === true && !`+button("Start anyway"))
	for _, p := range []*page{green, indigo} {
		readable(t, p, "a map that needs Boom", 1)
		for _, s := range [][2]int64{{390, 844}, {1440, 900}} {
			resize(p, s[0], s[1])
			eval[bool](p, `(() => { document.querySelector("main .map-check").scrollIntoView({block: "center"}); return true; })()`)
			keep(t, p, fmt.Sprintf("needs-%s-%dx%d.png", p.name, s[0], s[1]))
		}
	}

	green.choose("Map", "E1M2")
	for _, p := range []*page{green, indigo} {
		p.await(30*time.Second, "a start that is on", button("Start game")+`?.disabled === false`)
		p.await(10*time.Second, "a song that is not played, and nothing else", said+` === "Songs in MP3, which doomhost does not play: D_E1M1"`)
	}
	keep(t, green, "needs-notes.png")
	green.choose("Map", "E1M1")
	indigo.await(30*time.Second, "a start that is off again", button("Start game")+`?.disabled === true`)

	indigo.click("Play alone")
	const alone = `document.querySelector("dialog .map-check").innerText`
	indigo.await(30*time.Second, "the dialog", `document.querySelector("dialog")?.open`)
	indigo.await(30*time.Second, "the same for a game alone", alone+`.includes("E1M1 needs Boom: linedef 24576") && `+alone+`.includes("play this one anyway")`)
	for _, s := range [][2]int64{{390, 844}, {1440, 900}} {
		resize(indigo, s[0], s[1])
		keep(t, indigo, fmt.Sprintf("needs-alone-%dx%d.png", s[0], s[1]))
	}
	indigo.click("Play anyway")
	indigo.await(60*time.Second, "a game alone", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "solo" && window.doomhost.tic > 5`)
	indigo.leave()

	green.click("Start anyway")
	green.await(60*time.Second, "the game", `window.doomhost.at === "game" && window.doomhost.tic > 5`)
	if m := eval[int](green, "window.doomhost.game.map"); m != 1 {
		t.Errorf("it is map %d", m)
	}
}
