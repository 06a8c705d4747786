package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// impatient clicks through to a game for one as soon as the page lets it.
const impatient = `(() => {
	const click = (text) => {
		const b = [...document.querySelectorAll("button")].find((b) => b.textContent === text && b.checkVisibility() && !b.disabled);
		b?.click();
		return !!b;
	};
	let opened = false;
	const timer = setInterval(() => {
		if (!opened) opened = click("Play alone");
		else if (click("Play")) clearInterval(timer);
	}, 2);
})()`

func (p *page) impatient() { p.first(impatient) }

// first runs a script in every page before its own.
func (p *page) first(script string) {
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return chromedp.Void{}, err
	})
}

// BenchmarkFirstFrame is the time from the beginning of a page's load to the
// first picture of a game, on loopback: cold with an empty browser, warm with
// what it kept.
func BenchmarkFirstFrame(b *testing.B) {
	host := start(b)
	for _, warm := range []bool{false, true} {
		name := "cold"
		if warm {
			name = "warm"
		}
		b.Run(name, func(b *testing.B) {
			sum := 0.0
			for range b.N {
				chrome := ownBrowser(b)
				p := open(b, chrome, "page", "about:blank")
				p.impatient()
				p.do(chromedp.Navigate(host.url("localhost")))
				p.await(60*time.Second, "a picture", `window.doomhost?.frames.count > 0`)
				if warm {
					time.Sleep(2 * time.Second) // the store is written behind the game
					p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(host.url("localhost")))
					p.await(60*time.Second, "a picture", `window.doomhost?.frames.count > 0`)
				}
				sum += eval[float64](p, "window.doomhost.frames.first")
			}
			b.ReportMetric(sum/float64(b.N), "ms/first-frame")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkPlay measures tics and pictures in Chromium while a player runs about
// in E1M1.
func BenchmarkPlay(b *testing.B) {
	host := start(b)
	p := open(b, ownBrowser(b), "page", "about:blank")
	p.impatient()
	p.do(chromedp.Navigate(host.url("localhost")))
	p.await(60*time.Second, "a picture", `window.doomhost?.frames.count > 0`)
	for range b.N {
		drive(20*time.Second, p)
	}
	type figures struct{ Tic50, Tic99, Draw, Paint, Interval50, Interval99, Rate float64 }
	f := eval[figures](p, `(() => {
		const d = window.doomhost, f = d.frames;
		const at = (list, q) => [...list].sort((a, b) => a - b)[Math.floor(q * (list.length - 1))];
		return {Tic50: at(d.ticMillis, .5), Tic99: at(d.ticMillis, .99), Draw: f.draws / f.count, Paint: f.paints / f.count,
			Interval50: at(f.intervals, .5), Interval99: at(f.intervals, .99), Rate: d.net.rate};
	})()`)
	b.ReportMetric(f.Tic50, "ms/tic-p50")
	b.ReportMetric(f.Tic99, "ms/tic-p99")
	b.ReportMetric(f.Draw, "ms/draw")
	b.ReportMetric(f.Paint, "ms/paint")
	b.ReportMetric(f.Interval50, "ms/interval-p50")
	b.ReportMetric(f.Interval99, "ms/interval-p99")
	b.ReportMetric(f.Rate, "tics/s")
	b.ReportMetric(0, "ns/op")
}
