package sim

import (
	"math/rand/v2"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

func TestUnitSideIsDivlineSide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	// From few values, so that points lie on lines, too.
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

func TestSightTraceSideIsDivlineSide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200000 {
		d := level.Divline{X: fixed.Fixed(r.Uint32()), Y: fixed.Fixed(r.Uint32()),
			DX: fixed.Fixed(r.Uint32()), DY: fixed.Fixed(r.Uint32())}
		switch r.IntN(8) {
		case 0:
			d.DX = 0
		case 1:
			d.DY = 0
		case 2:
			d.X, d.Y = d.X&^0xffff, d.Y&^0xffff
		}
		x, y := fixed.Fixed(r.Uint32())&^0xffff, fixed.Fixed(r.Uint32())&^0xffff
		if r.IntN(4) == 0 {
			x = d.X
		}
		var s sight
		s.begin(d)
		if got, want := s.side(units(x), units(y)), level.DivlineSide(x&^0xffff, y, &d); got != want {
			t.Fatalf("point (%d, %d), sight %v: side %d, want %d", x, y, d, got, want)
		}
	}
}
