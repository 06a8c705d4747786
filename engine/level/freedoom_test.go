package level_test

import (
	"slices"
	"testing"

	"doomhost/engine/fixed"
	"doomhost/engine/level"
	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// textures returns a set with a small WAD, and its textures.
func textures(t testing.TB, w *wadtest.WAD) (*wad.Set, *wad.Textures) {
	t.Helper()
	return withTextures(t, testwads.NewSet(t, testwads.Open(t, "room.wad", w.Bytes())))
}

// freedoom loads a Freedoom IWAD with PWADs of testwads on top.
func freedoom(t testing.TB, iwad string, pwads ...string) (*wad.Set, *wad.Textures) {
	t.Helper()
	return withTextures(t, testwads.Set(t, iwad, pwads...))
}

func withTextures(t testing.TB, set *wad.Set) (*wad.Set, *wad.Textures) {
	t.Helper()
	tex, err := wad.LoadTextures(set)
	if err != nil {
		t.Fatal(err)
	}
	return set, tex
}

// All maps of Freedoom, and of the small WADs that come with the tests, load without
// warnings and are consistent.
func TestAllMaps(t *testing.T) {
	for _, c := range []struct {
		iwad, pwad string
		maps       int
	}{
		{"freedoom1", "", 36}, {"freedoom2", "", 32}, {"freedm", "", 32},
		{"freedoom1", "conformance1", 36}, {"freedoom2", "conformance2", 32},
	} {
		var pwads []string
		if c.pwad != "" {
			pwads = append(pwads, c.pwad)
		}
		set, tex := freedoom(t, c.iwad, pwads...)
		names := testwads.Maps(set)
		if len(names) != c.maps {
			t.Errorf("%s %s: %d maps, want %d", c.iwad, c.pwad, len(names), c.maps)
		}
		for _, name := range names {
			l, err := level.Load(set, tex, name)
			if err != nil {
				t.Error(err)
				continue
			}
			if len(l.Warnings) > 0 {
				t.Errorf("warnings: %q", l.Warnings)
			}
			follow(t, l, tex)
			wantPlayersInside(t, l)
		}
	}
}

// wantPlayersInside checks that the first player starts in a sector whose lines
// surround the start.
func wantPlayersInside(t *testing.T, l *level.Level) {
	t.Helper()
	for _, thing := range l.Things {
		if thing.Type != 1 {
			continue
		}
		x, y := fixed.Fixed(thing.X)<<fixed.Bits, fixed.Fixed(thing.Y)<<fixed.Bits
		sector := l.Sectors[l.Subsectors[l.PointInSubsector(x, y)].Sector]
		left, right := false, false
		for _, line := range sector.Lines {
			left = left || l.Lines[line].Box.Left <= x
			right = right || l.Lines[line].Box.Right >= x
		}
		if !left || !right || sector.CeilingHeight <= sector.FloorHeight {
			t.Errorf("%s: player 1 starts at (%d, %d), outside of the sector there", l.Name, thing.X, thing.Y)
		}
		return
	}
	t.Errorf("%s: no start for player 1", l.Name)
}

// Built blockmaps hold the same lines, block by block, as a node builder's: the test
// compares them over handmade maps.
func TestBuiltBlockmapMatchesTheWADs(t *testing.T) {
	set, tex := freedoom(t, "freedoom2")
	iwad := set.Files()[0]
	checked, ours := 0, 0
	for _, name := range []string{"MAP02", "MAP12", "MAP15", "MAP19", "MAP20", "MAP26", "MAP28"} {
		l, err := level.Load(set, tex, name)
		if err != nil {
			t.Fatal(err)
		}
		without := &wadtest.WAD{PWAD: true}
		marker, _ := set.Find(name)
		for n := marker; n <= marker+10; n++ {
			if lump := set.Name(n); lump != "BLOCKMAP" {
				without.Add(lump, set.Lump(n)...)
			}
		}
		both := testwads.NewSet(t, iwad, testwads.Open(t, "without.wad", without.Bytes()))
		own, err := level.Load(both, tex, name)
		if err != nil {
			t.Fatal(err)
		}
		b := &l.Blockmap
		if o := &own.Blockmap; o.OriginX != b.OriginX || o.OriginY != b.OriginY || o.Width != b.Width || o.Height != b.Height {
			t.Fatalf("%s: ours begins at (%d, %d), %d by %d; the WAD's at (%d, %d), %d by %d", name,
				o.OriginX/unit, o.OriginY/unit, o.Width, o.Height, b.OriginX/unit, b.OriginY/unit, b.Width, b.Height)
		}
		for i := range b.Width * b.Height {
			list := block(l, i)
			for _, line := range list[1:] { // after the leading 0
				if !slices.Contains(block(own, i), line) {
					t.Fatalf("%s: block %d lists line %d, ours does not", name, i, line)
				}
				checked++
			}
		}
		ours += len(own.Blockmap.Lines)
	}
	if checked < 10000 || ours > checked*5/4 {
		t.Errorf("the WAD's have %d entries, ours %d", checked, ours)
	}
}
