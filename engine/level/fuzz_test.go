package level_test

import (
	"testing"

	"doomhost/engine/level"
	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// FuzzLoad changes any of a map's lumps. A map that loads must be consistent: the test
// follows every index in it.
func FuzzLoad(f *testing.F) {
	seed := func(m *wadtest.Map) {
		f.Add(m.Things, m.Linedefs, m.Sidedefs, m.Vertexes, m.Segs, m.Subsectors, m.Nodes, m.Sectors, m.Reject, m.Blockmap)
	}
	for _, write := range []func(m *wadtest.Map){
		func(m *wadtest.Map) {}, deep, func(m *wadtest.Map) { xnod(m, 1, 2) }, func(m *wadtest.Map) { m.Blockmap = nil },
	} {
		m := wadtest.Room()
		write(m)
		seed(m)
	}
	set, tex := textures(f, wadtest.Game())
	game := set.Files()[0]
	f.Fuzz(func(t *testing.T, things, linedefs, sidedefs, vertexes, segs, subsectors, nodes, sectors, reject, blockmap []byte) {
		w := &wadtest.WAD{PWAD: true}
		w.AddMap("FUZZ", &wadtest.Map{
			Things: things, Linedefs: linedefs, Sidedefs: sidedefs, Vertexes: vertexes, Segs: segs,
			Subsectors: subsectors, Nodes: nodes, Sectors: sectors, Reject: reject, Blockmap: blockmap,
		})
		set := testwads.NewSet(t, game, testwads.Open(t, "fuzz.wad", w.Bytes()))
		if l, err := level.Load(set, tex, "FUZZ"); err == nil {
			follow(t, l, tex)
		}
	})
}

// follow uses every index of a level.
func follow(t *testing.T, l *level.Level, tex *wad.Textures) {
	t.Helper()
	for i := range l.Lines {
		line := &l.Lines[i]
		if l.Vertices[line.V1Index] != line.V1 || l.Vertices[line.V2Index] != line.V2 {
			t.Fatalf("line %d does not end at its vertexes", i)
		}
		for j, sector := range [2]int32{line.Front, line.Back} {
			if j == 0 && sector < 0 || (line.Side[j] < 0) != (sector < 0) || sector >= 0 && l.Sides[line.Side[j]].Sector != sector {
				t.Fatalf("line %d: side %d, sector %d", i, line.Side[j], sector)
			}
		}
	}
	for i := range l.Sides {
		s := &l.Sides[i]
		_ = l.Sectors[s.Sector]
		for _, n := range [3]int16{s.Top, s.Bottom, s.Middle} {
			_ = tex.At(int(n))
		}
	}
	b := &l.Blockmap
	if len(b.First) != int(b.Width*b.Height)+1 {
		t.Fatalf("%d lists for %d by %d blocks", len(b.First)-1, b.Width, b.Height)
	}
	for i := range b.Width * b.Height {
		for _, line := range block(l, i) {
			_ = l.Lines[line]
		}
	}
	for i := range l.Sectors {
		s := &l.Sectors[i]
		for _, line := range s.Lines {
			if l.Lines[line].Front != int32(i) && l.Lines[line].Back != int32(i) {
				t.Fatalf("sector %d lists line %d, which does not bound it", i, line)
			}
		}
		if s.BlockBox[0] >= b.Height || s.BlockBox[1] < 0 || s.BlockBox[2] < 0 || s.BlockBox[3] >= b.Width {
			t.Fatalf("sector %d reaches blocks %v of %d by %d", i, s.BlockBox, b.Width, b.Height)
		}
		l.Rejects(int32(i), int32(len(l.Sectors)-1))
	}
	for i := range l.Segs {
		s := &l.Segs[i]
		_, _, _ = l.Lines[s.Line], l.Sides[s.Side], l.Sectors[s.Front]
		if s.Back >= int32(len(l.Sectors)) {
			t.Fatalf("seg %d has sector %d behind it", i, s.Back)
		}
	}
	for i := range l.Subsectors {
		s := &l.Subsectors[i]
		if _ = l.Segs[s.FirstSeg : s.FirstSeg+s.NumSegs]; s.NumSegs < 1 || s.Sector != l.Segs[s.FirstSeg].Front {
			t.Fatalf("subsector %d is %+v", i, s)
		}
	}
	for i := range l.Vertices {
		v := &l.Vertices[i]
		_ = l.Subsectors[l.PointInSubsector(v.X, v.Y)]
	}
}
