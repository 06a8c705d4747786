package effects

import (
	"testing"

	"doomhost/engine/fixed"
)

// The volume is 64, and the ear is at the origin and faces east.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		units      int
		want       int32
		everywhere int32
	}{
		{0, 64, 64}, {199, 64, 64}, {200, 64, 64}, {700, 32, 39}, {1184, 1, 15},
		{1185, 0, 15}, {1200, 0, 15}, {1201, 0, 15}, {9000, 0, 15},
	} {
		var e Ear
		h, ok := e.Hear(fixed.Fixed(c.units)*fixed.Unit, 0, 64)
		if ok != (c.want > 0) || ok && h.Volume != c.want {
			t.Errorf("%d units away the volume is %d (%v), want %d", c.units, h.Volume, ok, c.want)
		}
		e.Everywhere = true
		if h, ok := e.Hear(fixed.Fixed(c.units)*fixed.Unit, 0, 64); !ok || h.Volume != c.everywhere {
			t.Errorf("%d units away on an open map it is %d (%v), want %d", c.units, h.Volume, ok, c.everywhere)
		}
	}
}

// Vanilla's approximate distance overestimates diagonals.
func TestDistanceOfDiagonals(t *testing.T) {
	var e Ear
	if _, ok := e.Hear(790*fixed.Unit, 790*fixed.Unit, 127); !ok {
		t.Error("1117 units away nothing is heard")
	}
	if _, ok := e.Hear(801*fixed.Unit, 801*fixed.Unit, 127); ok {
		t.Error("1133 units away, which vanilla takes for 1201, something is heard")
	}
}

func TestSides(t *testing.T) {
	for _, c := range []struct {
		name string
		x, y fixed.Fixed
		look fixed.Angle
		want int32
	}{
		{"ahead", 100, 0, 0, 129}, {"to the left", 0, 100, 0, 33}, {"behind", -100, 0, 0, 128}, {"to the right", 0, -100, 0, 224},
		{"ahead, looking north", 0, 100, fixed.Ang90, 129}, {"to the right, looking north", 100, 0, fixed.Ang90, 224},
		{"half left", 100, 100, 0, 61},
	} {
		e := Ear{X: 5 * fixed.Unit, Y: 7 * fixed.Unit, Angle: c.look}
		h, ok := e.Hear(e.X+c.x*fixed.Unit, e.Y+c.y*fixed.Unit, 64)
		if !ok || max(h.Side-c.want, c.want-h.Side) > 1 {
			t.Errorf("%s: side %d (%v), want %d", c.name, h.Side, ok, c.want)
		}
	}
}

func TestVolumeZeroIsInaudible(t *testing.T) {
	var e Ear
	if _, ok := e.Hear(0, 0, 0); ok {
		t.Error("a sound of volume 0 is heard")
	}
}
