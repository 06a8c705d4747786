package e2e

import (
	"testing"
	"time"
)

// BenchmarkSound plays for five minutes by each output: the gaps that the page counts in
// the first two minutes and in all, and the latency. That is the time from the tic in
// which a sound starts to where its first sample is heard, as far as it is ours: the
// browser's own (AudioContext.baseLatency) comes on top. Without a GPU the page paints
// by Canvas2D; "emulated GPU" has it use the one that Chromium emulates all the same.
//
//	go test ./internal/e2e -run '^$' -bench Sound -benchtime 1x -timeout 30m
func BenchmarkSound(b *testing.B) {
	host := start(b)
	for _, c := range []struct {
		name, address, query, renderer string
	}{
		{"worklet", "localhost", "", "canvas2d"},
		{"queue", strangeName, "", "canvas2d"},
		{"worklet, emulated GPU", "localhost", "?gpu=any", "webgl2"},
		{"queue, emulated GPU", strangeName, "?gpu=any", "webgl2"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				p := open(b, ownBrowser(b), "page", "about:blank")
				p.hear(host.url(c.address) + "/" + c.query)
				if renderer := eval[string](p, "doomhost.renderer"); renderer != c.renderer {
					b.Fatalf("painted with %s, want %s", renderer, c.renderer)
				}
				drive(4*time.Second, p) // the first moments, with a longer lead
				from := p.sound()
				played := 0
				for minute := 1; minute <= 5; minute++ {
					drive(time.Minute, p)
					f := p.sound()
					played = f.Played - from.Played
					b.Logf("minute %d: %d gaps, %d samples missing; lead %.0f ms", minute, f.Gaps-from.Gaps, f.Missing-from.Missing, 1000*f.Lead)
					if minute == 2 {
						b.ReportMetric(float64(f.Gaps-from.Gaps), "gaps/2min")
					}
				}
				f := p.sound()
				b.ReportMetric(float64(f.Gaps-from.Gaps), "gaps/5min")
				b.ReportMetric(float64(from.Gaps), "gaps/first5s")
				b.ReportMetric(float64(f.Missing-from.Missing)/float64(played)*100, "%missing")
				b.ReportMetric(1000*(f.Waits-from.Waits)/float64(f.Pieces-from.Pieces), "ms/latency")
				b.ReportMetric(1000*f.Longest, "ms/latency-longest")
				b.ReportMetric(float64(f.Loudest), "loudest")
				b.ReportMetric(eval[float64](p, "doomhost.frames.count / performance.now() * 1000"), "pictures/s")
				p.close()
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
