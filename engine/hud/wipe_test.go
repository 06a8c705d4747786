package hud

import (
	"bytes"
	"testing"

	"doomhost/engine/render"
)

func TestOldPictureMeltsAway(t *testing.T) {
	for _, size := range [][2]int{{320, 200}, {852, 400}, {1279, 600}} {
		old, now := render.NewFrame(size[0], size[1]), render.NewFrame(size[0], size[1])
		for i := range old.Pix {
			old.Pix[i] = 1
		}
		var w Wipe
		if w.Running() || w.Tic() {
			t.Fatal("a wipe runs that never began")
		}
		w.Start(old, 3)
		left := len(old.Pix)
		tics := 0
		for running := true; running; running = w.Tic() {
			clear(now.Pix)
			w.Draw(now)
			n := bytes.Count(now.Pix, []byte{1})
			if n > left {
				t.Fatalf("tic %d: %d old pixels after %d", tics, n, left)
			}
			if tics == 0 && n != left {
				t.Fatal("the first picture is not the old one")
			}
			for x := 2 * w.scale * 2; x < w.w; x += 2 * w.scale {
				a, b := w.columns[x/(2*w.scale)-1], w.columns[x/(2*w.scale)]
				if tics == 0 && (a-b > 1 || b-a > 1 || b > 0 || b <= -maxWait) {
					t.Fatalf("strips wait %d and %d", a, b)
				}
			}
			left = n
			tics++
		}
		if left != 0 && bytes.Count(now.Pix, []byte{1}) != 0 {
			clear(now.Pix)
			w.Draw(now)
			if bytes.Count(now.Pix, []byte{1}) != 0 {
				t.Error("something of the old picture stays")
			}
		}
		if tics < 30 || tics > 60 {
			t.Errorf("%d tics", tics)
		}
	}
}

func TestSizeChangeEndsTheWipe(t *testing.T) {
	var w Wipe
	w.Start(render.NewFrame(320, 200), 0)
	w.Draw(render.NewFrame(640, 400))
	if w.Running() {
		t.Error("it goes on")
	}
}
