package level_test

import (
	"math"
	"reflect"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/level"
	"doomhost/engine/wad/wadtest"
)

// deep writes a room's tree as DeePBSP does.
func deep(m *wadtest.Map) {
	var segs, subsectors []byte
	for s := m.Segs; len(s) > 0; s = s[12:] {
		segs = append(append(append(segs, s[0], s[1], 0, 0, s[2], s[3], 0, 0), s[4:8]...), s[8:12]...)
	}
	for s := m.Subsectors; len(s) > 0; s = s[4:] {
		subsectors = append(subsectors, s[0], s[1], s[2], s[3], 0, 0)
	}
	m.Segs, m.Subsectors = segs, subsectors
	m.Nodes = append([]byte("xNd4\x00\x00\x00\x00"), wideNode(m.Nodes)...)
}

// wideNode returns the room's node with 32-bit children.
func wideNode(node []byte) []byte {
	wide := append([]byte(nil), node[:24]...)
	return wadtest.Int32(wide, math.MinInt32+1, math.MinInt32)
}

// xnod writes a room's tree as ZDoom does; extra holds the vertexes that the nodes add,
// in 16.16.
func xnod(m *wadtest.Map, extra ...int) {
	b := append([]byte("XNOD"), wadtest.Int32(nil, len(m.Vertexes)/4, len(extra)/2)...)
	b = wadtest.Int32(b, extra...)
	b = wadtest.Int32(b, 2, 4, 4)
	b = wadtest.Int32(b, 8)
	for s := m.Segs; len(s) > 0; s = s[12:] {
		b = append(b, s[0], s[1], 0, 0, s[2], s[3], 0, 0, s[6], s[7], s[8])
	}
	b = wadtest.Int32(b, 1)
	m.Nodes = append(b, wideNode(m.Nodes)...)
	m.Segs, m.Subsectors = nil, nil
}

func TestExtendedNodesGiveTheSameTree(t *testing.T) {
	want := mustLoad(t, wadtest.Room())
	for name, write := range map[string]func(m *wadtest.Map){
		"DeePBSP": deep,
		"XNOD":    func(m *wadtest.Map) { xnod(m) },
	} {
		m := wadtest.Room()
		write(m)
		l := mustLoad(t, m)
		if name == "XNOD" {
			// The loader computes angles to the precision of vanilla's tables.
			for i := range l.Segs {
				if d := int32(l.Segs[i].Angle - want.Segs[i].Angle); d < -1 || d > 1 {
					t.Errorf("seg %d has angle %#x, want %#x", i, l.Segs[i].Angle, want.Segs[i].Angle)
				}
				l.Segs[i].Angle = want.Segs[i].Angle
			}
		}
		if !reflect.DeepEqual(l.Segs, want.Segs) || !reflect.DeepEqual(l.Subsectors, want.Subsectors) ||
			!reflect.DeepEqual(l.Nodes, want.Nodes) {
			t.Errorf("%s: %+v %+v %+v, want %+v %+v %+v", name, l.Segs, l.Subsectors, l.Nodes,
				want.Segs, want.Subsectors, want.Nodes)
		}
		if l.PointInSubsector(400*unit, 0) != 1 || l.PointInSubsector(0, 0) != 0 {
			t.Errorf("%s: points are in other subsectors", name)
		}
	}
}

func TestXnodAddsVertexes(t *testing.T) {
	m := wadtest.Room()
	half := int(unit) / 2
	xnod(m, 256*int(unit)+half, 256*int(unit)-half)
	// Seg 4 runs along line 2 and begins at the new vertex.
	m.Nodes[4+8+8+4+8+4+11*4] = 6
	l := mustLoad(t, m)
	s := &l.Segs[4]
	if want := (level.Vertex{X: 256*unit + unit/2, Y: 256*unit - unit/2}); s.V1 != want || len(l.Vertices) != 7 {
		t.Errorf("seg begins at %v of %d vertexes, want %v", s.V1, len(l.Vertices), want)
	}
	// The square root of 1/2.
	if d := s.Offset - 46341; d < -2 || d > 2 {
		t.Errorf("its offset is %d, want 46341", s.Offset)
	}
	if s.Angle > fixed.Ang45 {
		t.Errorf("its angle is %#x", s.Angle)
	}
}

// Every truncation of the lump is an error.
func TestTruncatedExtendedNodes(t *testing.T) {
	for name, write := range map[string]func(m *wadtest.Map){"DeePBSP": deep, "XNOD": func(m *wadtest.Map) { xnod(m) }} {
		m := wadtest.Room()
		write(m)
		whole := m.Nodes
		for n := 4; n < len(whole); n++ {
			m.Nodes = whole[:n]
			_, err := loadRoom(t, m)
			if err == nil {
				t.Fatalf("%s: %d of %d bytes are taken for nodes", name, n, len(whole))
			}
		}
	}
}

func TestXnodErrors(t *testing.T) {
	for _, c := range []struct {
		why  string
		at   int
		b    byte
		says string
	}{
		{"more vertexes than there are", 4, 7, "more vertexes"},
		{"fewer than lines need", 4, 5, "lines need"},
		{"segs that are not there", 4 + 8 + 4, 9, "subsector 0"},
		{"seg's line", 4 + 8 + 12 + 4 + 8, 7, "line 7"},
		{"new vertexes beyond all bounds", 11, 0x7f, "cut off"},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := wadtest.Room()
			xnod(m)
			m.Nodes[c.at] = c.b
			_, err := loadRoom(t, m)
			wadtest.WantError(t, err, "MAP01", "NODES", c.says)
		})
	}
}
