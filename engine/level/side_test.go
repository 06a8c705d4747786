package level_test

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

func lineOf(x1, y1, x2, y2 fixed.Fixed) *level.Line {
	l := &level.Line{V1: level.Vertex{X: x1, Y: y1}, V2: level.Vertex{X: x2, Y: y2}, DX: x2 - x1, DY: y2 - y1}
	switch {
	case l.DX == 0:
		l.Slope = level.SlopeVertical
	case l.DY == 0:
		l.Slope = level.SlopeHorizontal
	case (l.DX > 0) == (l.DY > 0):
		l.Slope = level.SlopePositive
	default:
		l.Slope = level.SlopeNegative
	}
	return l
}

// Away from the line all four agree: 0 is on the right of its direction.
func TestSidesAgreeAwayFromTheLine(t *testing.T) {
	for _, c := range []struct {
		x1, y1, x2, y2 fixed.Fixed
		x, y           fixed.Fixed
		want           int
	}{
		{0, 0, 0, 64, 10, 0, 0}, {0, 0, 0, 64, -10, 0, 1},
		{0, 64, 0, 0, 10, 0, 1}, {0, 64, 0, 0, -10, 0, 0},
		{0, 0, 64, 0, 5, -10, 0}, {0, 0, 64, 0, 5, 10, 1},
		{64, 0, 0, 0, 5, -10, 1}, {64, 0, 0, 0, 5, 10, 0},
		{0, 0, 64, 64, 32, 0, 0}, {0, 0, 64, 64, 0, 32, 1},
		{-8, 5, 90, -70, -200, -3, 0}, {-8, 5, 90, -70, 200, 3, 1},
	} {
		l := lineOf(c.x1*unit, c.y1*unit, c.x2*unit, c.y2*unit)
		d := l.Divline()
		n := level.Node{X: d.X, Y: d.Y, DX: d.DX, DY: d.DY}
		x, y := c.x*unit, c.y*unit
		for name, got := range map[string]int{
			"line": level.PointOnLineSide(x, y, l), "divline": level.PointOnDivlineSide(x, y, &d),
			"sight": level.DivlineSide(x, y, &d), "node": level.PointOnNodeSide(x, y, &n),
		} {
			if got != c.want {
				t.Errorf("(%d, %d)-(%d, %d): %s side of (%d, %d) is %d, want %d",
					c.x1, c.y1, c.x2, c.y2, name, c.x, c.y, got, c.want)
			}
		}
	}
}

// Close to the line each one rounds in its own way, and the results differ.
func TestSidesDifferNearTheLine(t *testing.T) {
	l := lineOf(0, 0, 64*unit, 64*unit)
	d := l.Divline()
	n := level.Node{DX: l.DX, DY: l.DY}
	for _, c := range []struct {
		why                        string
		x, y                       fixed.Fixed
		line, divline, sight, node int
	}{
		{"on it", 10 * unit, 10 * unit, 1, 1, 2, 1},
		// 64 times 1/1024 of a unit is less than the products keep.
		{"a hair to the right", 64, 0, 1, 1, 2, 1},
		{"two hairs", 1024, 0, 0, 0, 2, 0},
		// The divline loses these 8 bits; movement still uses them.
		{"between the two", 10*unit + 255, 10 * unit, 1, 1, 2, 1},
		{"within the unit", 10*unit + 2048, 10 * unit, 0, 0, 2, 0},
		{"a unit to the right", 11 * unit, 10 * unit, 0, 0, 0, 0},
	} {
		got := [4]int{
			level.PointOnLineSide(c.x, c.y, l), level.PointOnDivlineSide(c.x, c.y, &d),
			level.DivlineSide(c.x, c.y, &d), level.PointOnNodeSide(c.x, c.y, &n),
		}
		if want := [4]int{c.line, c.divline, c.sight, c.node}; got != want {
			t.Errorf("%s: line, divline, sight, node say %v, want %v", c.why, got, want)
		}
	}

	// On a steep line, the 8 bits that divlines drop decide.
	l = lineOf(0, 0, 1*unit, 1000*unit)
	d = l.Divline()
	if line, trace := level.PointOnLineSide(100, 0, l), level.PointOnDivlineSide(100, 0, &d); line != 0 || trace != 1 {
		t.Errorf("100/65536 right of a steep line: line side %d, divline side %d, want 0 and 1", line, trace)
	}
	// Nodes and divlines compare signs before they multiply, so a factor of 0 decides
	// earlier.
	l = lineOf(0, 0, -64*unit, 64*unit)
	n = level.Node{DX: l.DX, DY: l.DY}
	if line, node := level.PointOnLineSide(1, 0, l), level.PointOnNodeSide(1, 0, &n); line != 1 || node != 0 {
		t.Errorf("1/65536 before a falling line: line side %d, node side %d, want 1 and 0", line, node)
	}
}

// Vanilla's sight compares a point's x with the y of a horizontal line.
func TestSightsBugWithHorizontalLines(t *testing.T) {
	d := level.Divline{X: 0, Y: 50 * unit, DX: 64 * unit}
	for _, c := range []struct {
		x, y fixed.Fixed
		want int
	}{
		{50 * unit, 999 * unit, 2}, // far off, but x is 50
		{10 * unit, 50 * unit, 0},  // on it, but x is not
		{10 * unit, 51 * unit, 1},
	} {
		if got := level.DivlineSide(c.x, c.y, &d); got != c.want {
			t.Errorf("(%d, %d) is on side %d, want %d", c.x/unit, c.y/unit, got, c.want)
		}
	}
}

func TestBoxOnLineSide(t *testing.T) {
	box := &level.Box{Top: 10 * unit, Bottom: -10 * unit, Left: -10 * unit, Right: 10 * unit}
	for _, c := range []struct {
		x1, y1, x2, y2 fixed.Fixed
		want           int
	}{
		{-20, 0, 20, 0, -1}, {-20, 11, 20, 11, 0}, {-20, -11, 20, -11, 1}, {20, 11, -20, 11, 1}, {20, -11, -20, -11, 0},
		{0, -20, 0, 20, -1}, {-11, -20, -11, 20, 0}, {11, -20, 11, 20, 1}, {11, 20, 11, -20, 0}, {-11, 20, -11, -20, 1},
		{-20, -20, 20, 20, -1}, {-10, 15, 10, 35, 0}, {10, -15, 30, 5, 1},
		{-20, 20, 20, -20, -1}, {0, 30, 30, 0, 0}, {-30, 0, 0, -30, 1},
		// A line that touches the box's upper edge is not crossing it.
		{-20, 10, 20, 10, 0}, {-20, -10, 20, -10, -1},
	} {
		l := lineOf(c.x1*unit, c.y1*unit, c.x2*unit, c.y2*unit)
		if got := level.BoxOnLineSide(box, l); got != c.want {
			t.Errorf("box is on side %d of (%d, %d)-(%d, %d), want %d", got, c.x1, c.y1, c.x2, c.y2, c.want)
		}
	}
}
