package level_test

import (
	"slices"
	"strings"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/level"
	"doomhost/engine/wad/wadtest"
)

func block(l *level.Level, b int32) []int32 {
	return l.Blockmap.Lines[l.Blockmap.First[b]:l.Blockmap.First[b+1]]
}

// A built blockmap replaces an unusable one, with a warning unless the lump is empty.
func TestBrokenBlockmapIsReplaced(t *testing.T) {
	put := func(at int, values ...int) func(b []byte) []byte {
		return func(b []byte) []byte {
			copy(b[at:], wadtest.Int16(nil, values...))
			return b
		}
	}
	for _, c := range []struct {
		why    string
		damage func(b []byte) []byte
		warns  string
	}{
		{"missing", func(b []byte) []byte { return nil }, ""},
		{"half a header", func(b []byte) []byte { return b[:7] }, "too short"},
		{"no width", put(4, 0), "smaller"},
		{"no height", put(6, 0), "smaller"},
		{"too few blocks", put(4, 500), "smaller"},
		{"cut off", func(b []byte) []byte { return b[:len(b)-2] }, "does not end"},
		{"list outside", put(8, 60000), "does not end"},
		{"line that is not there", func(b []byte) []byte { return append(b[:len(b)-2], 99, 0, 0xff, 0xff) }, "not there"},
		{"beyond 16 bits", func(b []byte) []byte { return append(b, make([]byte, 1<<18)...) }, "larger"},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := wadtest.Room()
			m.Blockmap = c.damage(m.Blockmap)
			l := mustLoad(t, m)
			if c.warns == "" && len(l.Warnings) > 0 || !strings.Contains(strings.Join(l.Warnings, "\n"), c.warns) {
				t.Errorf("warnings are %q, want one about %q", l.Warnings, c.warns)
			}
			b := &l.Blockmap
			if b.OriginX != -8*unit || b.OriginY != -8*unit || b.Width != 5 || b.Height != 3 {
				t.Fatalf("blockmap at (%d, %d) of %d by %d", b.OriginX, b.OriginY, b.Width, b.Height)
			}
			for i, want := range map[int32][]int32{0: {0, 5}, 1: {5}, 2: {4, 5, 6}, 5: {0}, 6: nil, 7: {6}, 14: {2, 3}} {
				if got := block(l, i); !slices.Equal(got, want) {
					t.Errorf("block %d has lines %v, want %v", i, got, want)
				}
			}
		})
	}
}

// Offsets are unsigned 16-bit numbers; vanilla reads those above 32767 from before the
// lump.
func TestLargeBlockmap(t *testing.T) {
	m := wadtest.Room()
	m.Blockmap = wadtest.Int16(nil, -8, -8, 5, 3)
	for range 15 {
		m.Blockmap = wadtest.Int16(m.Blockmap, 40000)
	}
	m.Blockmap = append(m.Blockmap, make([]byte, 2*40000-len(m.Blockmap))...)
	m.Blockmap = wadtest.Int16(m.Blockmap, 0, 6, -1)
	l := mustLoad(t, m)
	if got := block(l, 14); len(l.Warnings) > 0 || !slices.Equal(got, []int32{0, 6}) {
		t.Errorf("block 14 has lines %v, warnings %q", got, l.Warnings)
	}
}

// A map from one end of the plane to the other still has a blockmap.
func TestBlockmapOfTheWholePlane(t *testing.T) {
	m := wadtest.Room()
	m.Blockmap = nil
	m.Vertexes = wadtest.Int16(nil, -32768, -32768, -32768, 32767, 0, 32767, 32767, 32767, 32767, -32768, 0, -32768)
	b := &mustLoad(t, m).Blockmap
	if b.OriginX != -32768*unit || b.OriginY != -32768*unit || b.Width != 512 || b.Height != 512 {
		t.Errorf("blockmap at (%d, %d) of %d by %d", b.OriginX/unit, b.OriginY/unit, b.Width, b.Height)
	}
	if got := len(b.Lines); got < 3*512 || got > 8*512 {
		t.Errorf("%d entries for 7 lines along 512 blocks", got)
	}
}

// The block of every point of a line lists the line.
func TestBuiltBlockmapCoversSlantedLines(t *testing.T) {
	for _, c := range [][4]int{
		{0, 0, 1000, 300}, {0, 0, -1000, 300}, {-500, 900, 500, -900}, {3, 4, 130, 124}, {-8, -8, 120, 120},
		{0, 0, 10, 2000}, {0, 2000, -10, 0}, {128, 0, 128, 256}, {0, 120, 512, 120},
	} {
		m := wadtest.Room()
		m.Blockmap = nil
		m.Vertexes = append(wadtest.Int16(nil, c[:]...), m.Vertexes[8:]...)
		l := mustLoad(t, m)
		b := &l.Blockmap
		line := &l.Lines[0]
		for i := range int64(5001) {
			x := int64(line.V1.X) + int64(line.DX)*i/5000
			y := int64(line.V1.Y) + int64(line.DY)*i/5000
			at := int32((y-int64(b.OriginY))>>level.BlockShift)*b.Width + int32((x-int64(b.OriginX))>>level.BlockShift)
			if !slices.Contains(block(l, at), 0) {
				t.Fatalf("line %v passes block %d at (%d, %d), which does not list it", c, at,
					fixed.Fixed(x)/unit, fixed.Fixed(y)/unit)
			}
		}
	}
}
