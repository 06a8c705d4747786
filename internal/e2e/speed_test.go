package e2e

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"

	"doomhost/engine"
	"doomhost/engine/demo"
	"doomhost/internal/testkit/testwads"
	"doomhost/lockstep"
	"doomhost/web"
)

// recording is one of an IWAD's own demos, as web/src/bench takes it.
type recording struct {
	Name    string `json:"name"`
	Skill   int    `json:"skill"`
	Episode int    `json:"episode"`
	Map     int    `json:"map"`
	Players int    `json:"players"`
	Bundles []byte `json:"bundles"`
}

func recordings(t testing.TB, iwad []byte) (list []recording) {
	t.Helper()
	content, err := engine.Load("", engine.WAD{Name: "the IWAD", Data: iwad})
	if err != nil {
		t.Fatal(err)
	}
	set := content.Sim().Set
	for _, name := range []string{"DEMO1", "DEMO2", "DEMO3"} {
		n, ok := set.Find(name)
		if !ok {
			t.Fatalf("the IWAD has no %s", name)
		}
		d, err := demo.Parse(set.Lump(n))
		if err != nil {
			t.Fatal(err)
		}
		r := recording{Name: name, Skill: d.Params.Skill, Episode: d.Params.Episode, Map: d.Params.Map}
		for i, in := range d.Params.Players {
			if in {
				r.Players |= 1 << i
			}
		}
		for tic, cmds := range d.Tics {
			mask := lockstep.Mask(r.Players)
			b := lockstep.Bundle{Tic: lockstep.Tic(tic), InGame: mask, Filled: mask, Cmds: cmds}
			r.Bundles = lockstep.AppendBundle(r.Bundles, &b)
		}
		list = append(list, r)
	}
	return list
}

// BenchmarkWasm is what the engine costs in Chromium, over all demos of Freedoom 2: a
// tic, tics a second when a newcomer catches up, a tic's sound, a picture at 320×200
// and at twice that, and its way to the GPU. At 144 Hz there are 6.9 ms for draw and
// upload.
//
//	go test ./internal/e2e -run '^$' -bench Wasm -benchtime 1x
func BenchmarkWasm(b *testing.B) {
	host := start(b)
	iwad := testwads.IWAD(b, "freedoom2")
	sum := sha256.Sum256(iwad)
	id := hex.EncodeToString(sum[:])
	manifest, err := web.ReadManifest()
	if err != nil {
		b.Fatal(err)
	}
	task, err := json.Marshal(map[string]any{
		"wasm": "/" + manifest.Files["wasm"], "wad": "/wads/" + id, "sha256": id, "recordings": recordings(b, iwad),
	})
	if err != nil {
		b.Fatal(err)
	}
	script := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join("..", "..", "web", "src", "bench", "main.ts")},
		Bundle:      true, Format: api.FormatIIFE, Target: api.ES2022, LogLevel: api.LogLevelSilent,
	})
	for _, e := range script.Errors {
		b.Fatalf("bundle the benchmark: %s", e.Text)
	}
	p := open(b, ownBrowser(b), "bench", host.url("localhost")+"/"+web.ManifestName)
	eval[bool](p, string(script.OutputFiles[0].Contents)+";true")
	type result struct{ Tics, Tic, Mix, Draw, Draw2, Draw2wide, Upload2 float64 }
	var all result
	for range b.N {
		ctx, cancel := context.WithTimeout(p.ctx, 5*time.Minute)
		r, err := chromedp.Run(ctx, chromedp.Evaluate[result]("bench("+string(task)+")", chromedp.EvalAwaitPromise))
		cancel()
		if err != nil {
			b.Fatal(err)
		}
		all.Tics, all.Tic, all.Mix = r.Tics, all.Tic+r.Tic, all.Mix+r.Mix
		all.Draw, all.Draw2, all.Draw2wide, all.Upload2 = all.Draw+r.Draw, all.Draw2+r.Draw2, all.Draw2wide+r.Draw2wide, all.Upload2+r.Upload2
	}
	n := float64(b.N)
	b.ReportMetric(all.Tics, "tics")
	b.ReportMetric(1000*all.Tic/n, "µs/tic")
	b.ReportMetric(1000*n/all.Tic, "tics/s")
	b.ReportMetric(1000*all.Mix/n, "µs/tic-sound")
	b.ReportMetric(all.Draw/n, "ms/draw-320")
	b.ReportMetric(all.Draw2/n, "ms/draw-640")
	b.ReportMetric(all.Draw2wide/n, "ms/draw-852")
	b.ReportMetric(all.Upload2/n, "ms/upload-640")
	b.ReportMetric(0, "ns/op")
}
