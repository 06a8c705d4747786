package render

import (
	"testing"

	"doomhost/engine/fixed"
)

func TestProjectionMatchesVanilla(t *testing.T) {
	p := newProjection(Config{}.valid())
	if p.width != 320 || p.height != 168 {
		t.Fatalf("view is %d by %d, want 320 by 168", p.width, p.height)
	}
	if got := p.column[fixed.FineAngles/4]; got != 160 {
		t.Errorf("straight ahead is column %d, want 160", got)
	}
	if p.column[0] != 320 || p.column[len(p.column)-1] != 0 {
		t.Errorf("directions out of view are columns %d and %d, want 320 and 0", p.column[0], p.column[len(p.column)-1])
	}
	for x := 1; x < len(p.angle); x++ {
		if int32(p.angle[x]) >= int32(p.angle[x-1]) {
			t.Fatalf("column %d does not look to the right of column %d", x, x-1)
		}
	}
	// The view is 90 degrees wide, to within a step of the tables.
	if d := int32(p.clipAngle - fixed.Ang45); d < 0 || d > 2<<fineShift {
		t.Errorf("the left edge is at %#x, want 45 degrees", p.clipAngle)
	}
	// Rows are measured at their middle: the two next to the horizon see a plane one unit
	// away at 2 * 160 units.
	if p.rowSlope[83] != 320*fixed.Unit || p.rowSlope[84] != 320*fixed.Unit {
		t.Errorf("slopes at the horizon: %d and %d, want %d", p.rowSlope[83], p.rowSlope[84], 320*fixed.Unit)
	}
}

func TestSizesGrowTheViewAndKeepItsShape(t *testing.T) {
	for _, c := range []struct {
		config                     Config
		width, height, view, scale int
	}{
		{Config{}, 320, 200, 168, 160},
		{Config{Scale: 2}, 640, 400, 336, 320},
		{Config{Scale: 3, Width: 426}, 1278, 600, 504, 480},
		{Config{Width: 426, NoBar: true}, 426, 200, 200, 160},
		{Config{Scale: 99, Width: 5000}, maxWidth * maxScale, 200 * maxScale, 168 * maxScale, 160 * maxScale},
	} {
		p := newProjection(c.config.valid())
		r := Renderer{config: c.config.valid(), proj: p}
		w, h := r.Size()
		if w != c.width || h != c.height || int(p.height) != c.view {
			t.Errorf("%+v: %d by %d with a view of %d, want %d by %d with %d", c.config, w, h, int(p.height), c.width, c.height, c.view)
		}
		if got := int(p.scale >> fixed.Bits); got != c.scale {
			t.Errorf("%+v: scale %d, want %d", c.config, got, c.scale)
		}
		// Wider views show more, and the shared part stays in the same place.
		narrow := newProjection(Config{Scale: c.config.Scale}.valid())
		for _, step := range []int{1600, 2048, 2500} {
			if got, want := p.column[step]-p.centerX, narrow.column[step]-narrow.centerX; got != want {
				t.Errorf("%+v: direction %d is %d from the middle, want %d", c.config, step, got, want)
			}
		}
	}
}

func TestFieldOfViewIsThatOfTheMiddle(t *testing.T) {
	for _, degrees := range []int{60, 75, 90, 105, 120} {
		for _, width := range []int{320, 426} {
			c := Config{Scale: 2, Width: width, FieldOfView: degrees}.valid()
			p := newProjection(c)
			edge := (int32(width) - 320) // columns of scale 2 left of the middle 320
			half := int64(p.angle[edge]) * 360 >> 32
			if got := 2 * half; got < int64(degrees)-2 || got > int64(degrees)+1 {
				t.Errorf("%d degrees, %d columns: the middle shows %d", degrees, width, got)
			}
			// Light at a distance does not depend on the size of things there.
			shown, vanilla := newLights(c), newLights(Config{}.valid())
			far := func(l lights, c Config) uint8 {
				row := l.byScale[8]
				scale := fixed.Div(focalLength(c), 200*fixed.Unit)
				return row[min(int(scale>>scaleShift), len(row)-1)]
			}
			if a, b := int(far(shown, c)), int(far(vanilla, Config{}.valid())); a-b > 1 || b-a > 1 {
				t.Errorf("%d degrees: colormap %d at 200 units, want %d", degrees, a, b)
			}
		}
	}
	got, want := newProjection(Config{FieldOfView: 90}.valid()).scale, newProjection(Config{}.valid()).scale
	if got != want {
		t.Errorf("90 degrees are vanilla's: scale %d, want %d", got, want)
	}
}

// A thing next to the eye reaches far out of the view, and so do its rows.
func TestRowsFarOutsideTheViewDoNotWrap(t *testing.T) {
	p := newProjection(Config{Scale: 8, FieldOfView: 60}.valid())
	scale := fixed.Div(p.scale, 4*fixed.Unit)
	if above := p.rowOf(400*fixed.Unit, scale); above >= 0 {
		t.Errorf("400 units above the eye are at row %d", above>>fixed.Bits)
	}
	if below := p.rowOf(-400*fixed.Unit, scale); below>>fixed.Bits <= int64(p.height) {
		t.Errorf("400 units below the eye are at row %d", below>>fixed.Bits)
	}
}

func TestBehindOnTheLine(t *testing.T) {
	for _, c := range []struct {
		x, y, dx, dy fixed.Fixed
		want         int
	}{
		{0, 5, 0, 9, 1},  // on a line to the north: behind
		{0, 5, 0, -9, 0}, // to the south: in front
		{5, 0, 9, 0, 0},  // to the east: in front
		{5, 0, -9, 0, 1}, // to the west: behind
		{3 << 16, 3 << 16, 9 << 16, 9 << 16, 1},
		{4 << 16, 3 << 16, 9 << 16, 9 << 16, 0},
		{3 << 16, 4 << 16, 9 << 16, 9 << 16, 1},
		{-1, 1, 9 << 16, 9 << 16, 1},
		{1, -1, 9 << 16, 9 << 16, 0},
	} {
		if got := behind(c.x, c.y, c.dx, c.dy); got != c.want {
			t.Errorf("point (%d, %d) of line (%d, %d): %d, want %d", c.x, c.y, c.dx, c.dy, got, c.want)
		}
	}
}

func TestBetweenSkipsJumps(t *testing.T) {
	for _, c := range []struct{ was, is, alpha, want fixed.Fixed }{
		{0, 10, fixed.Unit, 10},
		{0, 10, fixed.Unit / 2, 5},
		{10, 0, 0, 10},
		{0, 101, 0, 101},
		{-100, 0, 0, -100},
	} {
		if got := between(c.was, c.is, c.alpha, 100); got != c.want {
			t.Errorf("between %d and %d at %d: %d, want %d", c.was, c.is, c.alpha, got, c.want)
		}
	}
}

func TestPlanesAreSharedUntilAColumnIsTaken(t *testing.T) {
	p := newProjection(Config{}.valid())
	ps := newPlanes(&p, 7)
	ps.clear()
	a := ps.find(64, 1, 160)
	if ps.find(64, 1, 160) != a || ps.find(64, 1, 176) == a || ps.find(72, 1, 160) == a || ps.find(64, 2, 160) == a {
		t.Fatal("planes are told apart by height, flat and light, and nothing else")
	}
	if ps.find(1, 7, 2) != ps.find(3, 7, 4) {
		t.Fatal("all sky is one plane")
	}
	if ps.reserve(a, 10, 20) != a {
		t.Fatal("the first columns are free")
	}
	a.mark(15, 3, 4)
	a.mark(16, 5, 4) // no rows: nothing is marked
	if ps.reserve(a, 16, 30) != a {
		t.Fatal("columns 16 to 30 are free")
	}
	b := ps.reserve(a, 10, 15)
	if b == a {
		t.Fatal("column 15 is taken")
	}
	if b.height != a.height || b.pic != a.pic || b.light != a.light || b.minX != 10 || b.maxX != 15 {
		t.Fatalf("the new plane is %+v", b)
	}
	if ps.find(64, 1, 160) != a {
		t.Fatal("the first plane of its kind is found again")
	}
}

func TestFuzzKeepsTheViewsEdgesAndAdvances(t *testing.T) {
	const width, height = 1, 60
	var light [256]byte
	for i := range light {
		light[i] = byte(i) + 100
	}
	pix := make([]byte, width*height)
	for i := range pix {
		pix[i] = byte(i)
	}
	pen := columnPen{dst: pix, stride: width, light: &light}
	pos := pen.drawFuzz(0, height-1, height, 0)
	if want := uint32((height - 2) % len(fuzzRows)); pos != want {
		t.Errorf("the pattern stands at %d, want %d", pos, want)
	}
	if pix[0] != 0 || pix[height-1] != height-1 {
		t.Error("the outermost rows were touched")
	}
	if pix[1] != 102 || pix[2] != pix[1]+100 {
		t.Errorf("rows 1 and 2 are %d and %d: want the rows below and above them, darkened", pix[1], pix[2])
	}
}
