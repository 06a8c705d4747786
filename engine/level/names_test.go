package level_test

import (
	"reflect"
	"slices"
	"testing"

	"doomhost/engine/level"
	"doomhost/engine/wad/wadtest"
)

func TestMapName(t *testing.T) {
	for _, c := range []struct {
		doom2           bool
		episode, number int
		want            string
	}{
		{false, 1, 1, "E1M1"}, {false, 4, 9, "E4M9"}, {true, 1, 1, "MAP01"}, {true, 1, 32, "MAP32"}, {true, 0, 105, "MAP105"},
	} {
		if got := level.MapName(c.doom2, c.episode, c.number); got != c.want {
			t.Errorf("map name is %s, want %s", got, c.want)
		}
	}
}

// Of two maps with one name the later counts, and a lump never comes from the next map.
func TestMapsUseOnlyTheirOwnLumps(t *testing.T) {
	w := wadtest.Game()
	m := wadtest.Room()
	w.AddMap("MAP01", m)
	m.Sectors = wadtest.Room().Sectors
	copy(m.Sectors, wadtest.Int16(nil, -8))
	w.AddMap("MAP01", m)
	l, err := load(t, w, "MAP01")
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Sectors[0].FloorHeight; got != -8*unit {
		t.Errorf("floor is at %d, want the later map's -8", got/unit)
	}

	w = wadtest.Game()
	w.Add("MAP01")
	w.Add("THINGS")
	w.Add("LINEDEFS", m.Linedefs...)
	w.AddMap("MAP02", m)
	_, err = load(t, w, "MAP01")
	wadtest.WantError(t, err, "MAP01", "VERTEXES", "missing")
}

// An unusual order, and lumps that only other games use, do no harm.
func TestLumpsInAnyOrder(t *testing.T) {
	m := wadtest.Room()
	w := wadtest.Game()
	w.Add("MAP01")
	w.Add("BLOCKMAP", m.Blockmap...)
	w.Add("SECTORS", m.Sectors...)
	w.Add("NODES", m.Nodes...)
	w.Add("BEHAVIOR", 1)
	w.Add("SSECTORS", m.Subsectors...)
	w.Add("SEGS", m.Segs...)
	w.Add("VERTEXES", m.Vertexes...)
	w.Add("SIDEDEFS", m.Sidedefs...)
	w.Add("LINEDEFS", m.Linedefs...)
	w.Add("THINGS", m.Things...)
	if _, err := load(t, w, "MAP01"); err != nil {
		t.Error(err)
	}
}

// An unrelated lump in any of the eleven places of a map's lumps has no effect.
func TestStrayLumpsAreIgnored(t *testing.T) {
	plain := wadtest.Game("MAP01", "MAP02")
	want, err := load(t, plain, "MAP01")
	if err != nil {
		t.Fatal(err)
	}
	label := slices.IndexFunc(plain.Lumps, func(l wadtest.Lump) bool { return l.Name == "MAP01" })
	for place := 1; place <= 11; place++ {
		for count := 1; count <= 4; count++ {
			w := wadtest.Game("MAP01", "MAP02")
			for range count {
				w.Lumps = slices.Insert(w.Lumps, label+place, wadtest.Lump{Name: "STRAY", Data: []byte("x")})
			}
			got, err := load(t, w, "MAP01")
			if err != nil {
				t.Errorf("%d in place %d: %v", count, place, err)
				continue
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%d in place %d: another map", count, place)
			}
		}
	}
}
