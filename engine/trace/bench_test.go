package trace

import (
	"testing"
)

// BenchmarkTic plays recorded games: ns/op is a tic's cost, loading left out.
func BenchmarkTic(b *testing.B) {
	runs := goldenRuns(b)
	for _, name := range []string{
		"freedm-demo1",             // four players, deathmatch
		"freedoom1-e4m6-nm-4p",     // many monsters awake
		"freedoom2-map10-itytd-3p", // a large map
		"freedoom2-map12-uv-2p",    // the heaviest
		"freedoom2-map18-nm-4p-dm-resp",
		"freedoom1-e1m1-hmp-1p",
	} {
		for _, r := range runs {
			if r.Name == name {
				b.Run(name, func(b *testing.B) { benchRun(b, &r) })
			}
		}
	}
}

func benchRun(b *testing.B, r *Run) {
	content := goldenContent(b, r.IWAD, r.PWAD)
	in := goldenInput(b, content, r)
	b.ReportAllocs()
	var replay *Replay
	for b.Loop() {
		ok := false
		if replay != nil {
			_, more, err := replay.Step()
			if err != nil {
				b.Fatal(err)
			}
			ok = more
		}
		if !ok {
			b.StopTimer()
			var err error
			if replay, err = NewReplay(content, in, Lines{}); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
	}
}
