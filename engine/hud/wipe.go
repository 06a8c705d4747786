package hud

import (
	"doomhost/engine/render"
	"doomhost/engine/sim"
)

// Wipe is vanilla's screen melt: the old picture sinks in columns and uncovers the new
// one. It has its own random numbers. The zero Wipe is done.
type Wipe struct {
	old     []byte
	w, h    int
	scale   int
	columns []int32 // how far each strip has sunk, in Doom's pixels; below 0 it waits
	running bool
}

const (
	// stripWidth is a strip's width in Doom's pixels.
	stripWidth = 2
	// A strip waits up to maxWait tics, and neighbors differ by at most one.
	maxWait = 16
	// A strip accelerates to at most maxFall rows a tic.
	maxFall = 8
)

// Start keeps the frame as the old picture. seed may be any number; it decides the shape
// of the edge.
func (w *Wipe) Start(old *render.Frame, seed uint8) {
	w.w, w.h = old.Width, old.Height
	w.scale = max(old.Height/pageHeight, 1)
	if need := w.w * w.h; cap(w.old) < need {
		w.old = make([]byte, need)
	} else {
		w.old = w.old[:need]
	}
	for y := range w.h {
		copy(w.old[y*w.w:(y+1)*w.w], old.Pix[y*old.Stride:])
	}
	strip := stripWidth * w.scale
	n := (w.w + strip - 1) / strip
	if cap(w.columns) < n {
		w.columns = make([]int32, n)
	}
	w.columns = w.columns[:n]
	wait := int32(0)
	for i := range w.columns {
		seed++
		r := int32(sim.RandomNumber(seed))
		if i == 0 {
			wait = -(r % maxWait)
		} else {
			wait = min(max(wait+r%3-1, 1-maxWait), 0)
		}
		w.columns[i] = wait
	}
	w.running = true
}

// Running reports whether part of the old picture is left.
func (w *Wipe) Running() bool { return w.running }

// Tic lets the old picture sink for a tic. It returns false once the picture is gone.
func (w *Wipe) Tic() bool {
	w.running = false
	for i, y := range w.columns {
		switch {
		case y < 0:
			y++
		case y >= pageHeight:
			continue
		case y < maxWait:
			y += y + 1
		default:
			y += maxFall
		}
		w.columns[i] = min(y, pageHeight)
		w.running = true
	}
	return w.running
}

// Draw puts the rest of the old picture over the new one. A frame of another size ends
// the wipe.
func (w *Wipe) Draw(f *render.Frame) {
	if f.Width != w.w || f.Height != w.h {
		w.running = false
	}
	if !w.running {
		return
	}
	strip := stripWidth * w.scale
	for i, sunk := range w.columns {
		top := int(max(sunk, 0)) * w.scale
		x0, x1 := i*strip, min((i+1)*strip, w.w)
		for y := top; y < w.h; y++ {
			copy(f.Pix[y*f.Stride+x0:y*f.Stride+x1], w.old[(y-top)*w.w+x0:])
		}
	}
}
