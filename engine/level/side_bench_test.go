package level_test

import (
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/level"
)

// scatter returns points all over a map, always the same ones.
func scatter(l *level.Level) []level.Vertex {
	box := l.Lines[0].Box
	for i := range l.Lines {
		b := &l.Lines[i].Box
		box.Top, box.Bottom = max(box.Top, b.Top), min(box.Bottom, b.Bottom)
		box.Left, box.Right = min(box.Left, b.Left), max(box.Right, b.Right)
	}
	points := make([]level.Vertex, 4096)
	seed := uint64(1)
	next := func(lo, hi fixed.Fixed) fixed.Fixed {
		seed = seed*6364136223846793005 + 1442695040888963407
		return lo + fixed.Fixed(int64(seed>>33)%(int64(hi)-int64(lo)))
	}
	for i := range points {
		points[i] = level.Vertex{X: next(box.Left, box.Right), Y: next(box.Bottom, box.Top)}
	}
	return points
}

// large returns the largest map and points all over it.
func large(b *testing.B) (*level.Level, []level.Vertex) {
	b.Helper()
	set, tex := freedoom(b, "freedoom2")
	l, err := level.Load(set, tex, "MAP12")
	if err != nil {
		b.Fatal(err)
	}
	return l, scatter(l)
}

func BenchmarkPointInSubsector(b *testing.B) {
	l, points := large(b)
	b.ReportAllocs()
	var sum uint32
	i := 0
	for b.Loop() {
		p := points[i&4095]
		sum += l.PointInSubsector(p.X, p.Y)
		i++
	}
	_ = sum
}

func BenchmarkPointOnLineSide(b *testing.B) {
	l, points := large(b)
	sum, i := 0, 0
	for b.Loop() {
		p := points[i&4095]
		sum += level.PointOnLineSide(p.X, p.Y, &l.Lines[i%len(l.Lines)])
		i++
	}
	_ = sum
}

func BenchmarkPointOnDivlineSide(b *testing.B) {
	l, points := large(b)
	sum, i := 0, 0
	for b.Loop() {
		p := points[i&4095]
		d := l.Lines[i%len(l.Lines)].Divline()
		sum += level.PointOnDivlineSide(p.X, p.Y, &d)
		i++
	}
	_ = sum
}

func BenchmarkLoad(b *testing.B) {
	set, tex := freedoom(b, "freedoom2")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := level.Load(set, tex, "MAP12"); err != nil {
			b.Fatal(err)
		}
	}
}
