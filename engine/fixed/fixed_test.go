package fixed

import "testing"

func TestMulRoundsDown(t *testing.T) {
	for _, c := range []struct{ a, b, want Fixed }{
		{Unit, Unit, Unit},
		{3 * Unit, Unit / 2, 3 * Unit / 2},
		{1, 1, 0},
		{-1, 1, -1},
		{-Unit, 5, -5},
		{Max, Unit, Max},
		{Min, Unit, Min},
		{Max, Max, -Unit}, // a result that does not fit loses its high bits
	} {
		if got := Mul(c.a, c.b); got != c.want {
			t.Errorf("%d times %d is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestDivRoundsToZeroAndSaturates(t *testing.T) {
	for _, c := range []struct{ a, b, want Fixed }{
		{Unit, Unit, Unit},
		{Unit, 2 * Unit, Unit / 2},
		{1, 3 * Unit, 0},
		{-1, 3 * Unit, 0},
		{-2, 3, -43690},
		{Unit, 0, Max},
		{-Unit, 0, Min},
		{0, 0, Max},
		{Unit, 4, Max}, // exactly 2^30: vanilla's guard is coarser than the range
		{Unit, 5, 858993459},
		{-Unit, 4, Min},
		{Min, Unit, Min}, // Min has no absolute value and passes the guard
	} {
		if got := Div(c.a, c.b); got != c.want {
			t.Errorf("%d over %d is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
