package wasmtest

import (
	"testing"
	"time"

	"doomhost/engine"
	"doomhost/engine/render"
	"doomhost/engine/sound"
)

// TestSoundsAsNative compares every sample of a game's sound, through a change of
// the volumes and of the rate.
func TestSoundsAsNative(t *testing.T) {
	m := instantiate(t, compile(t))
	content := m.loadBoth("freedoom2")
	s := sessions["freedoom2"][0]
	native, err := engine.New(content, s.params)
	if err != nil {
		t.Fatal(err)
	}
	if err := native.Open(s.params.Console, render.Config{}); err != nil {
		t.Fatal(err)
	}
	// Volumes may be set before there is a game.
	m.call("volumes", 100, 90, 127)
	native.SetVolumes(sound.Volumes{Effects: 100, Music: 90, Master: 127})
	m.start(&s.params)
	var spent time.Duration
	samples, most := 0, 0
	pcm := make([]int16, 2*48000/35)
	for i, b := range s.bundles()[:350] {
		if _, err := native.Step(&b); err != nil {
			t.Fatal(err)
		}
		m.step(encode(&b))
		if i == 200 {
			m.call("volumes", 64, 127, 100)
			native.SetVolumes(sound.Volumes{Effects: 64, Music: 127, Master: 100})
		}
		rate := 48000
		if i > 100 && i < 150 {
			rate = 22050
		}
		n := rate / 35
		start := time.Now()
		at := m.call("mix", uint64(n), uint64(rate))
		spent += time.Since(start)
		got := m.read(at, uint64(4*n))
		native.Mix(pcm[:2*n], rate)
		for i, want := range pcm[:2*n] {
			if v := int16(uint16(got[2*i]) | uint16(got[2*i+1])<<8); v != want {
				t.Fatalf("tic %d, sample %d: %d, native %d", b.Tic, i/2, v, want)
			}
			most = max(most, int(want))
		}
		samples += n
	}
	if most < 1000 {
		t.Fatalf("%d loud", most)
	}
	t.Logf("mixed %.0f times faster than heard", float64(samples)/48000/spent.Seconds())
}
