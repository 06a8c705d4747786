package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
	"time"
)

// shot is what the page shows.
func (p *page) shot() image.Image {
	p.t.Helper()
	img, err := png.Decode(bytes.NewReader(p.screenshot()))
	if err != nil {
		p.t.Fatal(err)
	}
	return img
}

// colors are the colors of a picture's middle; other is the part of it that
// differs from another picture's.
func colors(a, b image.Image) (number int, other float64) {
	seen := map[color.Color]bool{}
	r := a.Bounds().Inset(a.Bounds().Dy() / 4)
	differing := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			seen[a.At(x, y)] = true
			if a.At(x, y) != b.At(x, y) {
				differing++
			}
		}
	}
	return len(seen), float64(differing) / float64(r.Dx()*r.Dy())
}

// TestDemosAreWatched shows what Doom shows while nobody plays: the title with its
// song, then a demo that moves, until a key leads back.
func TestDemosAreWatched(t *testing.T) {
	beside(t, 1)
	host := start(t)
	p := open(t, newBrowser(t), "page", host.page("localhost"))
	p.await(60*time.Second, "the WAD", `window.doomhost?.screen.lobby.fetched === 1`)
	p.click("Watch the demos")
	p.await(30*time.Second, "the title", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "demos" && window.doomhost.frames.count > 3`)
	if n := eval[int](p, "window.doomhost.demoLoopPart"); n != 0 {
		t.Errorf("it begins with piece %d", n)
	}
	title := p.shot()
	keep(t, p, "title.png")
	p.await(10*time.Second, "the song", `window.doomhost.audio.played > 44100 && window.doomhost.audio.loudest > 500`)
	p.await(30*time.Second, "the first demo", `window.doomhost.demoLoopPart === 1`)
	p.paints(3 * ticsASecond) // the title has melted; the page counts no tics of demos
	demo := p.shot()
	keep(t, p, "demo.png")
	p.paints(ticsASecond)
	later := p.shot()
	for _, c := range []struct {
		name string
		a, b image.Image
	}{{"the title and the demo", title, demo}, {"the demo and a second later", demo, later}} {
		if n, other := colors(c.a, c.b); n < 16 || other < 0.05 {
			t.Errorf("%s: %d colors, %.0f %% of the picture differ", c.name, n, 100*other)
		}
	}

	p.key("KeyQ", true)
	p.key("KeyQ", false)
	p.await(10*time.Second, "the lobby", `window.doomhost.at === "lobby" && document.querySelector(".lobby").checkVisibility()`)
	// The same engine plays a game then.
	p.click("Play alone")
	p.click("Play")
	p.await(30*time.Second, "a game", `window.doomhost.at === "game" && window.doomhost.screen.game.role === "solo" && window.doomhost.tic > 20`)
}
