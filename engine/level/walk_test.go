package level

import (
	"testing"

	"doomhost/engine/fixed"
)

// oneNode returns a level with one node, whose children are subsectors 0 and 1.
func oneNode(n Node) *Level {
	n.Child = [2]uint32{NodeLeaf, NodeLeaf | 1}
	l := &Level{Nodes: []Node{n}}
	l.prepareWalk()
	return l
}

// The walk's single comparison must agree with vanilla's cases, above all on the line and
// one bit beside it.
func TestWalkMatchesPointOnNodeSide(t *testing.T) {
	directions := []int{0, 1, -1, 2, -2, 3, -3, 7, -128, 129, 32767, -32768}
	offsets := []fixed.Fixed{
		0, 1, -1, 2, -2, 0x7fff, 0x8000, -0x8000, 0xffff, -0xffff, fixed.Unit, -fixed.Unit,
		fixed.Unit + 1, -fixed.Unit - 1, 100 * fixed.Unit, -100*fixed.Unit + 77, fixed.Max, fixed.Min, fixed.Min + 1,
	}
	origins := []fixed.Fixed{0, 64 * fixed.Unit, -3000 * fixed.Unit, 32767 * fixed.Unit, -32768 * fixed.Unit}
	tried := 0
	for _, ndx := range directions {
		for _, ndy := range directions {
			for _, nx := range origins {
				n := Node{X: nx, Y: -nx, DX: fixed.Fixed(ndx << fixed.Bits), DY: fixed.Fixed(ndy << fixed.Bits)}
				l := oneNode(n)
				for _, dx := range offsets {
					for _, dy := range offsets {
						x, y := n.X+dx, n.Y+dy
						want := PointOnNodeSide(x, y, &n)
						if got := l.PointInSubsector(x, y); int(got) != want {
							t.Fatalf("node (%d, %d) at (%d, %d), point (%d, %d): side %d, want %d",
								ndx, ndy, n.X, n.Y, x, y, got, want)
						}
						tried++
					}
				}
			}
		}
	}
	if tried == 0 {
		t.Fatal("no cases were tried")
	}
}

func FuzzWalk(f *testing.F) {
	f.Add(int16(64), int16(-64), int16(1), int16(-1), int32(5), int32(0))
	f.Fuzz(func(t *testing.T, nx, ny, ndx, ndy int16, x, y int32) {
		n := Node{
			X: fixed.Fixed(nx) << fixed.Bits, Y: fixed.Fixed(ny) << fixed.Bits,
			DX: fixed.Fixed(ndx) << fixed.Bits, DY: fixed.Fixed(ndy) << fixed.Bits,
		}
		px, py := fixed.Fixed(x), fixed.Fixed(y)
		if got, want := oneNode(n).PointInSubsector(px, py), PointOnNodeSide(px, py, &n); int(got) != want {
			t.Fatalf("side %d, want %d", got, want)
		}
	})
}
