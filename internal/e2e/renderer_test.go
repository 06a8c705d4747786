package e2e

import (
	"context"
	"image"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// apart is how far two pictures' middles are from each other: the mean difference of a
// color's channel, of 255.
func apart(a, b image.Image) float64 {
	r := a.Bounds().Inset(a.Bounds().Dy() / 4)
	sum := 0
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r1, g1, b1, _ := a.At(x, y).RGBA()
			r2, g2, b2, _ := b.At(x, y).RGBA()
			for _, d := range []int{int(r1) - int(r2), int(g1) - int(g2), int(b1) - int(b2)} {
				sum += max(d, -d) / 257
			}
		}
	}
	return float64(sum) / float64(3*r.Dx()*r.Dy())
}

// title is what the page shows at the beginning of the demos. That lasts five seconds: on
// a machine that is too busy to look in time, it begins anew.
func (p *page) title() image.Image {
	p.t.Helper()
	for range 5 {
		p.await(60*time.Second, "the WAD", `window.doomhost?.screen.lobby.fetched === 1`)
		p.click("Watch the demos")
		p.await(30*time.Second, "the title", `window.doomhost.at === "game" && window.doomhost.frames.count > 3`)
		shot := p.shot()
		if eval[int](p, "doomhost.demoLoopPart") == 0 {
			return shot
		}
		p.do(chromedp.Reload())
	}
	p.t.Fatalf("%s: the title was over before it was looked at, five times", p.name)
	return nil
}

// noGPU takes Chromium's emulated GPU away, and WebGL with it.
var noGPU = []chromedp.ExecAllocatorOption{chromedp.Flag("disable-software-rasterizer", true)}

// TestPaintersAgree looks at the title as a Worker and as the page paint it, with WebGL2
// and without.
func TestPaintersAgree(t *testing.T) {
	beside(t, 1)
	host := start(t)
	const here = `delete HTMLCanvasElement.prototype.transferControlToOffscreen`
	chrome := newBrowser(t)
	without := ownBrowser(t, noGPU...)
	var want image.Image
	for _, c := range []struct {
		browser                     context.Context
		query, script, renderer, by string
		limit                       float64 // Canvas2D has no blend along the edges of pixels
	}{
		{chrome, "&gpu=any", "", "webgl2", "worker", 0},
		{chrome, "&gpu=any", here, "webgl2", "page", 0.1},
		{chrome, "", "", "canvas2d", "worker", 6}, // no GPU is better than this one
		{without, "&gpu=any", "", "canvas2d", "worker", 6},
		{without, "&gpu=any", here, "canvas2d", "page", 6},
	} {
		p := open(t, c.browser, c.renderer+" in the "+c.by, "about:blank")
		p.first(c.script)
		p.visit(host.page("localhost") + c.query)
		got := p.title()
		if renderer, by := eval[string](p, "doomhost.renderer"), eval[string](p, "doomhost.paintedBy"); renderer != c.renderer || by != c.by {
			t.Errorf("painted with %s by the %s, want %s by the %s", renderer, by, c.renderer, c.by)
		}
		if want == nil {
			want = got
			if n, _ := colors(got, got); n < 16 {
				t.Errorf("the title has %d colors", n)
			}
		}
		d := apart(got, want)
		t.Logf("%s: %.2f apart", p.name, d)
		if d > c.limit {
			t.Errorf("%s: the picture is %.1f apart from the first, want %.1f at most", p.name, d, c.limit)
		}
		p.close()
	}
}
