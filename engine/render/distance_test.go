package render

import (
	"math"
	"testing"

	"doomhost/engine/fixed"
)

// On a map as wide as coordinates allow, differences overflow.
func TestDistancesDoNotOverflow(t *testing.T) {
	places := []fixed.Fixed{math.MinInt32, math.MinInt32 + 1, -1 << 30, -1, 0, 1, 1 << 30, math.MaxInt32}
	for _, x := range places {
		for _, y := range places {
			e := &eye{x: x, y: y}
			for _, to := range places {
				e.distance(to, 0) // a slope outside the table of angles would panic
				e.distance(0, to)
				e.distance(to, to)
			}
		}
	}
	if d := (&eye{}).distance(300*fixed.Unit, 400*fixed.Unit); d < 499*fixed.Unit || d > 501*fixed.Unit {
		t.Errorf("(300, 400) is %d units away", d/fixed.Unit)
	}
}
