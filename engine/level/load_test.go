package level_test

import (
	"slices"
	"strings"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/level"
	"doomhost/engine/wad/wadtest"
)

// loadRoom loads a small game whose MAP01 is m.
func loadRoom(t testing.TB, m *wadtest.Map) (*level.Level, error) {
	t.Helper()
	w := wadtest.Game()
	w.AddMap("MAP01", m)
	return load(t, w, "MAP01")
}

func load(t testing.TB, w *wadtest.WAD, name string) (*level.Level, error) {
	t.Helper()
	set, tex := textures(t, w)
	return level.Load(set, tex, name)
}

func mustLoad(t testing.TB, m *wadtest.Map) *level.Level {
	t.Helper()
	l, err := loadRoom(t, m)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

const unit = fixed.Unit

func TestRoom(t *testing.T) {
	l := mustLoad(t, wadtest.Room(wadtest.Thing{X: 300, Y: 100, Angle: 90, Type: 3001, Options: 7}))
	if l.Name != "MAP01" || len(l.Warnings) != 0 {
		t.Errorf("name %q, warnings %q", l.Name, l.Warnings)
	}
	if len(l.Vertices) != 6 || len(l.Lines) != 7 || len(l.Sides) != 8 || len(l.Sectors) != 2 ||
		len(l.Segs) != 8 || len(l.Subsectors) != 2 || len(l.Nodes) != 1 {
		t.Errorf("%d vertexes, %d lines, %d sides, %d sectors, %d segs, %d subsectors, %d nodes",
			len(l.Vertices), len(l.Lines), len(l.Sides), len(l.Sectors), len(l.Segs), len(l.Subsectors), len(l.Nodes))
	}
	if want := (level.Thing{X: 300, Y: 100, Angle: 90, Type: 3001, Options: 7}); len(l.Things) != 2 || l.Things[1] != want {
		t.Errorf("things are %v", l.Things)
	}

	wall, middle := &l.Lines[2], &l.Lines[6]
	if wall.Slope != level.SlopeHorizontal || wall.DX != 256*unit || wall.DY != 0 ||
		wall.Front != 1 || wall.Back != -1 || wall.Side != [2]int32{2, -1} {
		t.Errorf("the upper wall is %+v", wall)
	}
	if want := (level.Box{Top: 256 * unit, Bottom: 256 * unit, Left: 256 * unit, Right: 512 * unit}); wall.Box != want {
		t.Errorf("its box is %v, want %v", wall.Box, want)
	}
	if middle.Slope != level.SlopeVertical || middle.Front != 1 || middle.Back != 0 || middle.Flags&level.LineTwoSided == 0 {
		t.Errorf("the line between the sectors is %+v", middle)
	}

	left, right := &l.Sectors[0], &l.Sectors[1]
	if !slices.Equal(left.Lines, []int32{0, 1, 5, 6}) || !slices.Equal(right.Lines, []int32{2, 3, 4, 6}) {
		t.Errorf("lines of the sectors are %v and %v", left.Lines, right.Lines)
	}
	if right.SoundX != 384*unit || right.SoundY != 128*unit {
		t.Errorf("sector 1 sounds from (%d, %d)", right.SoundX, right.SoundY)
	}
	// The blockmap is 5 wide and 3 high; the right sector begins at 256 - 32 units.
	if left.BlockBox != [4]int32{2, 0, 0, 2} || right.BlockBox != [4]int32{2, 0, 1, 4} {
		t.Errorf("blocks of the sectors are %v and %v", left.BlockBox, right.BlockBox)
	}
	if left.CeilingHeight != 128*unit || left.Light != 160 || left.FloorPic != 0 || left.CeilingPic != 1 {
		t.Errorf("sector 0 is %+v", left)
	}

	seg := &l.Segs[2]
	if seg.Line != 6 || seg.Side != 7 || seg.Front != 0 || seg.Back != 1 || seg.Angle != fixed.Ang270 {
		t.Errorf("the seg between the sectors is %+v", seg)
	}
	if l.Segs[0].Back != -1 {
		t.Errorf("a wall's seg has sector %d behind it", l.Segs[0].Back)
	}
	if l.Subsectors[0].Sector != 0 || l.Subsectors[1].Sector != 1 {
		t.Errorf("subsectors are of sectors %d and %d", l.Subsectors[0].Sector, l.Subsectors[1].Sector)
	}
	for x, want := range map[fixed.Fixed]uint32{100 * unit: 0, 256 * unit: 0, 256*unit + 1: 1, 400 * unit: 1} {
		if got := l.PointInSubsector(x, 100*unit); got != want {
			t.Errorf("(%d, 100) is in subsector %d, want %d", x/unit, got, want)
		}
	}
	if !slices.Equal(l.Blockmap.Lines[l.Blockmap.First[2]:l.Blockmap.First[3]], []int32{0, 4, 5, 6}) {
		t.Errorf("block 2 has lines %v", l.Blockmap.Lines[l.Blockmap.First[2]:l.Blockmap.First[3]])
	}
}

func TestSlopes(t *testing.T) {
	for _, c := range []struct {
		x1, y1, x2, y2 int
		want           level.SlopeType
	}{
		{0, 0, 10, 0, level.SlopeHorizontal}, {0, 0, 0, -10, level.SlopeVertical}, {5, 5, 5, 5, level.SlopeVertical},
		{0, 0, 10, 10, level.SlopePositive}, {0, 0, -10, -1, level.SlopePositive},
		{0, 0, 10, -10, level.SlopeNegative}, {0, 0, -1, 30000, level.SlopeNegative},
	} {
		m := wadtest.Room()
		m.Vertexes = append(wadtest.Int16(nil, c.x1, c.y1, c.x2, c.y2), m.Vertexes[8:]...)
		if got := mustLoad(t, m).Lines[0].Slope; got != c.want {
			t.Errorf("(%d, %d) to (%d, %d) has slope %d, want %d", c.x1, c.y1, c.x2, c.y2, got, c.want)
		}
	}
}

// Each kind of damage gives an error that names map, file and lump.
func TestErrorsNameMapAndLump(t *testing.T) {
	put := func(lump []byte, at int, values ...int) { copy(lump[at:], wadtest.Int16(nil, values...)) }
	for _, c := range []struct {
		why    string
		damage func(m *wadtest.Map)
		lump   string
		says   string
	}{
		{"no lines", func(m *wadtest.Map) { m.Linedefs = nil }, "LINEDEFS", "empty"},
		{"no vertexes", func(m *wadtest.Map) { m.Vertexes = nil }, "VERTEXES", "empty"},
		{"no sectors", func(m *wadtest.Map) { m.Sectors = m.Sectors[:25] }, "SECTORS", "empty"},
		{"no sides", func(m *wadtest.Map) { m.Sidedefs = nil }, "SIDEDEFS", "empty"},
		{"no segs", func(m *wadtest.Map) { m.Segs = nil }, "SEGS", "empty"},
		{"no subsectors", func(m *wadtest.Map) { m.Subsectors = nil }, "SSECTORS", "empty"},
		{"no nodes", func(m *wadtest.Map) { m.Nodes = nil }, "NODES", "node builder"},
		{"line's vertex", func(m *wadtest.Map) { put(m.Linedefs, 14, 6) }, "LINEDEFS", "line 1"},
		{"line's side", func(m *wadtest.Map) { put(m.Linedefs, 14+10, 8) }, "LINEDEFS", "line 1: names side 8"},
		{"side's sector", func(m *wadtest.Map) { put(m.Sidedefs, 30+28, 2) }, "SIDEDEFS", "side 1: names sector 2"},
		{"seg's vertex", func(m *wadtest.Map) { put(m.Segs, 12, -1) }, "SEGS", "seg 1"},
		{"seg's line", func(m *wadtest.Map) { put(m.Segs, 12+6, 7) }, "SEGS", "seg 1: names line 7"},
		{"seg's side", func(m *wadtest.Map) { put(m.Segs, 12+8, 2) }, "SEGS", "seg 1"},
		{"seg on the missing side", func(m *wadtest.Map) { put(m.Segs, 12+8, 1) }, "SEGS", "line 1 does not have"},
		{"subsector's segs", func(m *wadtest.Map) { put(m.Subsectors, 4, 5) }, "SSECTORS", "subsector 1"},
		{"subsector without segs", func(m *wadtest.Map) { put(m.Subsectors, 0, 0) }, "SSECTORS", "subsector 0"},
		{"node's subsector", func(m *wadtest.Map) { put(m.Nodes, 24, 0x8002) }, "NODES", "node 0"},
		{"node's node", func(m *wadtest.Map) { put(m.Nodes, 24, 1) }, "NODES", "node 0"},
		{"node in a ring", func(m *wadtest.Map) { put(m.Nodes, 24, 0) }, "NODES", "two ways"},
		{"compressed nodes", func(m *wadtest.Map) { m.Nodes = []byte("ZNOD????") }, "NODES", "ZNOD"},
		{"GL nodes", func(m *wadtest.Map) { m.Nodes, m.Subsectors = nil, []byte("XGLN????") }, "NODES", "XGLN"},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := wadtest.Room()
			c.damage(m)
			_, err := loadRoom(t, m)
			wadtest.WantError(t, err, "MAP01", "room.wad", "lump "+c.lump, c.says)
		})
	}
}

func TestMissingLumps(t *testing.T) {
	_, err := load(t, wadtest.Game("MAP01"), "MAP02")
	wadtest.WantError(t, err, "MAP02", "no WAD has it")
	for _, lump := range []string{"LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS", "SSECTORS", "NODES", "SECTORS"} {
		w := wadtest.Game("MAP01")
		w.Remove(lump)
		_, err := load(t, w, "MAP01")
		wadtest.WantError(t, err, "MAP01", lump, "missing")
	}
	// The game can run without these.
	for _, lump := range []string{"THINGS", "REJECT", "BLOCKMAP"} {
		w := wadtest.Game("MAP01")
		w.Remove(lump)
		if _, err := load(t, w, "MAP01"); err != nil {
			t.Errorf("without %s: %v", lump, err)
		}
	}
}

// Faults that the game can tolerate are warnings.
func TestUnknownNamesAreWarnings(t *testing.T) {
	m := wadtest.Room()
	copy(m.Sectors[26+4:], "GONE\x00\x00\x00\x00")
	copy(m.Sidedefs[30+20:], "AWAY\x00\x00\x00\x00")
	l := mustLoad(t, m)
	all := strings.Join(l.Warnings, "\n")
	for _, want := range []string{"MAP01", "SECTORS", "sector 1: no flat is called GONE", "SIDEDEFS", "side 1: no texture is called AWAY"} {
		if !strings.Contains(all, want) {
			t.Errorf("warnings %q do not say %q", l.Warnings, want)
		}
	}
	w := wadtest.Game()
	w.AddMap("MAP01", m)
	set, tex := textures(t, w)
	if l.Sectors[1].FloorPic != set.NoFlat() || l.Sides[1].Middle != tex.Placeholder() {
		t.Errorf("unknown flat is %d, unknown texture %d", l.Sectors[1].FloorPic, l.Sides[1].Middle)
	}
}

// An unknown texture in a passable opening would look like a wall, and an empty name
// means no texture. A fault of many sides gives one warning.
func TestUnknownTexturesOfOpenings(t *testing.T) {
	m := wadtest.Room()
	for side := range 8 {
		copy(m.Sidedefs[30*side+20:], "AWAY\x00\x00\x00\x00")
	}
	copy(m.Sidedefs[30*6+4:], "AWAY\x00\x00\x00\x00")
	copy(m.Sidedefs[30*6+12:], "\x00\x00\x00\x00\x00\x00\x00\x00")
	l := mustLoad(t, m)
	if s := &l.Sides[6]; s.Middle != 0 || s.Top == 0 || s.Bottom != 0 {
		t.Errorf("the gate shows %d, %d, %d", s.Top, s.Middle, s.Bottom)
	}
	if l.Sides[0].Middle == 0 || len(l.Warnings) != 1 {
		t.Errorf("a wall shows %d; warnings %q", l.Sides[0].Middle, l.Warnings)
	}
}

// Editors leave unused sides behind, which may name any sector.
func TestSidesOfNoLineMayBeBroken(t *testing.T) {
	m := wadtest.Room()
	m.Sidedefs = append(m.Sidedefs, m.Sidedefs[:28]...)
	m.Sidedefs = wadtest.Int16(m.Sidedefs, -1)
	if l := mustLoad(t, m); l.Sides[8].Sector != 0 {
		t.Errorf("side 8 is of sector %d", l.Sides[8].Sector)
	}
}

// A line marked two-sided with only one side has no sector behind it.
func TestTwoSidedLineWithOneSide(t *testing.T) {
	m := wadtest.Room()
	copy(m.Linedefs[4:], wadtest.Int16(nil, 4))
	l := mustLoad(t, m)
	if l.Lines[0].Back != -1 || l.Segs[0].Back != -1 {
		t.Errorf("behind the line is sector %d, behind its seg %d", l.Lines[0].Back, l.Segs[0].Back)
	}
}

func TestReject(t *testing.T) {
	m := wadtest.Room()
	m.Reject = []byte{0b0110, 0xff}
	l := mustLoad(t, m)
	if l.Rejects(0, 0) || !l.Rejects(0, 1) || !l.Rejects(1, 0) || l.Rejects(1, 1) {
		t.Errorf("reject says %v %v %v %v", l.Rejects(0, 0), l.Rejects(0, 1), l.Rejects(1, 0), l.Rejects(1, 1))
	}
}

// A truncated reject goes on with the bytes that vanilla finds after it in memory: a
// header that begins with the size of the sectors' lists (8 lines of 4 bytes, and 24 for
// the header itself), then 0, 50 and 0x1d4a11, then zeros.
func TestShortRejectIsPaddedAsInVanilla(t *testing.T) {
	m := wadtest.Room()
	m.Reject = nil
	l := mustLoad(t, m)
	if want := []byte{8*4 + 24}; !slices.Equal(l.Reject, want) || len(l.Warnings) != 0 {
		t.Errorf("reject is %v, want %v; warnings %q", l.Reject, want, l.Warnings)
	}

	for len(m.Sectors) < 15*26 {
		m.Sectors = append(m.Sectors, m.Sectors[:26]...)
	}
	m.Reject = []byte{1, 2}
	l = mustLoad(t, m) // of 15 * 15 bits
	want := []byte{1, 2, 56, 0, 0, 0, 0, 0, 0, 0, 50, 0, 0, 0, 0x11, 0x4a, 0x1d, 0}
	if !slices.Equal(l.Reject, want) || len(l.Warnings) != 1 {
		t.Errorf("reject is %v, want %v; warnings %q", l.Reject, want, l.Warnings)
	}
	if l.Rejects(14, 14) {
		t.Error("the part after the header rejects")
	}
}

func TestMapWithoutNodesIsOneSubsector(t *testing.T) {
	m := wadtest.Room()
	m.Nodes = nil
	m.Subsectors = wadtest.Int16(nil, 8, 0)
	if got := mustLoad(t, m).PointInSubsector(400*unit, 0); got != 0 {
		t.Errorf("subsector %d, want 0", got)
	}
}
