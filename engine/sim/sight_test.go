package sim

import (
	"math/rand/v2"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

func TestUnitSideMatchesDivlineSide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	// Few values, so that some points lie on lines.
	whole := func() fixed.Fixed { return fixed.Fixed(r.IntN(9)-4) << fixed.Bits }
	point := func() fixed.Fixed { return whole() + fixed.Fixed(r.IntN(3)*r.IntN(1<<fixed.Bits)) }
	for range 200000 {
		x, y, lx, ly, dx, dy := point(), point(), whole(), whole(), whole(), whole()
		if r.IntN(4) == 0 {
			x, y = fixed.Fixed(r.Uint32()), fixed.Fixed(r.Uint32())
			dx, dy = fixed.Fixed(r.Uint32())&^0xffff, fixed.Fixed(r.Uint32())&^0xffff
		}
		got := unitSide(x, y, units(lx), units(ly), units(dx), units(dy))
		want := level.DivlineSide(x, y, &level.Divline{X: lx, Y: ly, DX: dx, DY: dy})
		if got != want {
			t.Fatalf("point (%d, %d), line from (%d, %d) by (%d, %d): side %d, want %d", x, y, lx, ly, dx, dy, got, want)
		}
	}
}

// The sight check compares the sides of a line's two ends without computing the sides
// themselves.
func TestSightCrossingsMatchDivlineSide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	line := level.Line{Front: 0, Back: -1}
	g := &Game{lv: &level.Level{Lines: []level.Line{line}}}
	point := func() fixed.Fixed { return fixed.Fixed(r.Int32N(1<<23) - 1<<22) }
	crossed := 0
	for range 200000 {
		d := level.Divline{X: point(), Y: point(), DX: point(), DY: point()}
		v1 := level.Vertex{X: point() &^ 0xffff, Y: point() &^ 0xffff}
		v2 := level.Vertex{X: point() &^ 0xffff, Y: point() &^ 0xffff}
		switch r.IntN(8) {
		case 0:
			d.DX = 0
		case 1:
			d.DY = 0
		case 2:
			d.X, d.Y, d.DX, d.DY = v1.X, v1.Y-d.DY&^0xffff, d.DX&^0xffff, d.DY&^0xffff
		case 3:
			v2 = v1
		}
		g.stage = &stage{sight: sightMap{first: []int32{0, 1},
			lines: []sightLine{{units(v1.X), units(v1.Y), units(v2.X), units(v2.Y), 0}}}}
		g.sight.begin(d)
		l := level.Divline{X: v1.X, Y: v1.Y, DX: v2.X - v1.X, DY: v2.Y - v1.Y}
		free := level.DivlineSide(v1.X, v1.Y, &d) == level.DivlineSide(v2.X, v2.Y, &d) ||
			level.DivlineSide(d.X, d.Y, &l) == level.DivlineSide(d.X+d.DX, d.Y+d.DY, &l)
		if !free {
			crossed++
		}
		if got := g.seeThrough(0); got != free {
			t.Fatalf("sight %v, line %v: seen past it: %v, want %v", d, l, got, free)
		}
	}
	if crossed < 1000 {
		t.Fatalf("only %d lines were crossed", crossed)
	}
}
