package engine

import (
	"testing"

	"doomhost/engine/render"
	"doomhost/engine/sound"
	"doomhost/lockstep"
)

// loudest is the loudest of the next tic's samples.
func loudest(e *Engine, pcm []int16) (most int) {
	e.Mix(pcm, 44100)
	for _, v := range pcm {
		most = max(most, int(v), -int(v))
	}
	return most
}

// Who listens plays the same game as who doesn't.
func TestListeningChangesNothing(t *testing.T) {
	c := load(t, "test")
	deaf, ears := start(t, c, 0), start(t, c, 1)
	if err := ears.Open(1, render.Config{}); err != nil {
		t.Fatal(err)
	}
	pcm := make([]int16, 2*44100/35)
	heard := 0
	for tic := range lockstep.Tic(350) {
		step(t, deaf, walk(deaf, tic, 3))
		step(t, ears, walk(ears, tic, 3))
		if loudest(ears, pcm) > 500 {
			heard++
		}
		if deaf.Hash() != ears.Hash() {
			t.Fatalf("tic %d: the games differ", tic)
		}
	}
	if heard < 200 {
		t.Errorf("in %d of 350 tics something was heard", heard)
	}
}

func TestVolumesLastFromBeforeTheFirstSample(t *testing.T) {
	e := start(t, load(t, "test"), 0)
	e.SetVolumes(sound.Volumes{})
	pcm := make([]int16, 2*44100/35)
	for tic := range lockstep.Tic(70) {
		step(t, e, walk(e, tic, 3))
		if n := loudest(e, pcm); n != 0 {
			t.Fatalf("tic %d is %d loud", tic, n)
		}
	}
	e.SetVolumes(sound.DefaultVolumes)
	for tic := range lockstep.Tic(70) {
		step(t, e, walk(e, 70+tic, 3))
		loudest(e, pcm)
	}
	if n := loudest(e, pcm); n < 100 {
		t.Errorf("with volume it is %d loud", n)
	}
}

// A restored game has its music, and none of the sounds from before.
func TestARestoredGameIsHeard(t *testing.T) {
	c := load(t, "test")
	e := start(t, c, 0)
	for tic := range lockstep.Tic(70) {
		step(t, e, walk(e, tic, 3))
	}
	saved := e.Save(nil)
	other := start(t, c, 0)
	pcm := make([]int16, 2*44100)
	loudest(other, pcm)
	if err := other.Restore(saved); err != nil {
		t.Fatal(err)
	}
	if n := loudest(other, pcm); n < 100 {
		t.Errorf("it is %d loud", n)
	}
}
