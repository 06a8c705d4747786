package fixed

import "testing"

func TestSlopeDiv(t *testing.T) {
	for _, c := range []struct {
		num, den uint32
		want     int
	}{
		{0, 512, 0},
		{1, 511, SlopeRange}, // den is too small
		{512, 512, SlopeRange},
		{256, 512, 1024},
		{1 << 16, 1 << 17, 1024},
		{1 << 20, 1 << 16, SlopeRange},
		{1 << 29, 1 << 31, 0},             // its high bits are lost
		{3 << 28, 1 << 31, 1 << 31 >> 23}, // 3<<28 times 8 keeps half
	} {
		if got := SlopeDiv(c.num, c.den); got != c.want {
			t.Errorf("slope of %d over %d is %d, want %d", c.num, c.den, got, c.want)
		}
	}
}

// The eight octants round in two ways: four match the table, and four are one below its
// mirror image.
func TestPointToAngleByOctant(t *testing.T) {
	const long, short = 2 * Unit, Unit
	atan := TanToAngle(SlopeRange / 2)
	for _, c := range []struct {
		dx, dy Fixed
		want   Angle
	}{
		{0, 0, 0},
		{long, short, atan},
		{short, long, Ang90 - 1 - atan},
		{-short, long, Ang90 + atan},
		{-long, short, Ang180 - 1 - atan},
		{-long, -short, Ang180 + atan},
		{-short, -long, Ang270 - 1 - atan},
		{short, -long, Ang270 + atan},
		{long, -short, -atan},

		{Unit, 0, 0},
		{0, Unit, Ang90 - 1},
		{-Unit, 0, Ang180 - 1},
		{0, -Unit, Ang270},
		{Unit, Unit, Ang45 - 1},
		{-Unit, Unit, Ang90 + Ang45},
		{-Unit, -Unit, Ang180 + Ang45 - 1},
		{Unit, -Unit, Ang270 + Ang45},
	} {
		if got := PointToAngle(c.dx, c.dy); got != c.want {
			t.Errorf("direction of (%d, %d) is %#x, want %#x", c.dx, c.dy, got, c.want)
		}
	}
}

func TestApproxDistance(t *testing.T) {
	for _, c := range []struct{ dx, dy, want Fixed }{
		{0, 0, 0},
		{3 * Unit, 4 * Unit, 11 * Unit / 2},
		{-4 * Unit, 3 * Unit, 11 * Unit / 2},
		{Unit, Unit, 3 * Unit / 2},
		{1, 3, 4}, // half of the shorter is rounded down before the subtraction
		{0, -7 * Unit, 7 * Unit},
	} {
		if got := ApproxDistance(c.dx, c.dy); got != c.want {
			t.Errorf("distance (%d, %d) is %d, want %d", c.dx, c.dy, got, c.want)
		}
	}
}

// Any vector is valid, including the smallest numbers.
func FuzzPointToAngle(f *testing.F) {
	f.Add(int32(Min), int32(Min))
	f.Add(int32(0), int32(-1))
	f.Fuzz(func(t *testing.T, x, y int32) {
		a := PointToAngle(Fixed(x), Fixed(y))
		if x > 1<<16 && x < 1<<28 && y > 1<<16 && y < 1<<28 && a > Ang90 {
			t.Fatalf("direction of (%d, %d) is %#x, out of its quarter", x, y, a)
		}
	})
}

func BenchmarkMul(b *testing.B) {
	x := Fixed(12345)
	for b.Loop() {
		x = Mul(x, 98765) | 1
	}
}

func BenchmarkDiv(b *testing.B) {
	x := Fixed(1234567)
	for b.Loop() {
		x = Div(x, 98765) | 1<<20
	}
}

func BenchmarkPointToAngle(b *testing.B) {
	x, y := Fixed(-5*Unit), Fixed(3*Unit)
	var sum Angle
	for b.Loop() {
		x += 77777
		y -= 33333
		sum += PointToAngle(x, y)
	}
	_ = sum
}
