package wad_test

import (
	"slices"
	"testing"

	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

func TestLastLumpOfANameCounts(t *testing.T) {
	iwad := &wadtest.WAD{}
	iwad.Add("ONE", 1)
	iwad.Add("TWO", 2)
	iwad.Add("TWO", 3)
	pwad := &wadtest.WAD{PWAD: true}
	pwad.Add("one", 4)
	set := mustSet(t, iwad, pwad)

	for name, want := range map[string]byte{"ONE": 4, "Two": 3} {
		n, ok := set.Find(name)
		if !ok || set.Lump(n)[0] != want {
			t.Errorf("%s is lump %d with %v, want %d", name, n, set.Lump(n), want)
		}
	}
	if all := set.All("one"); !slices.Equal(all, []wad.LumpNum{0, 3}) {
		t.Errorf("all of ONE are %v, want 0 and 3", all)
	}
	if f := set.FileOf(3); f.Name() != "b.wad" {
		t.Errorf("lump 3 is in %s, want b.wad", f.Name())
	}
	if n, ok := set.Find("THREE"); ok || n != wad.NoLump {
		t.Errorf("found THREE as %d", n)
	}
	if set.Lump(-1) != nil || set.Lump(99) != nil || set.Name(99) != "" || set.FileOf(-1) != nil {
		t.Error("numbers without a lump give a lump")
	}
}

func TestSetNeedsLumps(t *testing.T) {
	_, err := wad.NewSet()
	wadtest.WantError(t, err, "give an IWAD")
}

// Tics look up lumps.
func TestFindDoesNotAllocate(t *testing.T) {
	set := mustSet(t, wadtest.Game("MAP01"))
	found := 0
	if n := testing.AllocsPerRun(100, func() {
		if _, ok := set.Find("playpal"); ok {
			found++
		}
		if _, ok := set.FlatNumber("nukage2"); ok {
			found++
		}
		if len(set.Flat(3)) == wad.FlatSize {
			found++
		}
	}); n != 0 || found != 3*101 {
		t.Errorf("%v allocations, %d found", n, found)
	}
}

// Flats are numbered by lumps from F_START on, through everything that follows.
func TestFlatNumbers(t *testing.T) {
	flat := func(c byte) []byte { return wadtest.Fill(wad.FlatSize, c) }
	iwad := &wadtest.WAD{}
	iwad.Add("BEFORE", flat(9)...)
	iwad.Add("F_START")
	iwad.Add("F1_START")
	iwad.Add("AAA", flat(1)...)
	iwad.Add("F_SKY1", flat(2)...)
	iwad.Add("F1_END")
	iwad.Add("F_END")
	iwad.Add("OTHER", 7)
	pwad := &wadtest.WAD{PWAD: true}
	pwad.Add("FF_START")
	pwad.Add("AAA", flat(3)...)
	pwad.Add("SHORT", 5, 6)
	pwad.Add("F_END")
	set := mustSet(t, iwad, pwad)

	for name, want := range map[string]int16{"F_SKY1": 2, "AAA": 7, "SHORT": 8} {
		if got, ok := set.FlatNumber(name); !ok || got != want {
			t.Errorf("flat %s is %d (%v), want %d", name, got, ok, want)
		}
	}
	if set.SkyFlat("F_SKY1") != 2 || set.FlatCount() != 9 {
		t.Errorf("sky is flat %d of %d, want 2 of 9", set.SkyFlat("F_SKY1"), set.FlatCount())
	}
	if got, ok := set.FlatNumber("BEFORE"); ok {
		t.Errorf("a lump before F_START is flat %d", got)
	}
	if got := set.Flat(7); got[0] != 3 || len(got) != wad.FlatSize {
		t.Errorf("flat 7 is %d bytes of %d, want the PWAD's", len(got), got[0])
	}
	// A marker, a flat that is too short, and invalid numbers.
	for _, num := range []int16{0, 8, -1, set.NoFlat(), 500} {
		wantPlaceholder(t, set.Flat(num))
	}
	if got := set.FlatName(2); got != wad.MakeName("F_SKY1") {
		t.Errorf("flat 2 is called %s", got)
	}
}

func TestSpritesOfAllFiles(t *testing.T) {
	iwad := &wadtest.WAD{}
	iwad.Add("TROOA1", 1)
	iwad.Add("S_START")
	iwad.Add("PLAYA1", 1)
	iwad.Add("PLAYB1", 1)
	iwad.Add("S_END")
	iwad.Add("PLAYC1", 1)
	pwad := &wadtest.WAD{PWAD: true}
	pwad.Add("SS_START")
	pwad.Add("PLAYA1", 2)
	pwad.Add("PLAYD1", 2)
	pwad.Add("SS_END")
	pwad.Add("PLAYB1", 2)
	set := mustSet(t, iwad, pwad)
	if got := set.SpriteLumps(); !slices.Equal(got, []wad.LumpNum{7, 10, 8}) {
		t.Errorf("sprites are lumps %v, want 7 (over 2), 10 (over 3), 8", got)
	}
}

func TestPalettesAndColormaps(t *testing.T) {
	w := wadtest.Game()
	set := mustSet(t, w)
	p, err := set.Palettes()
	if err != nil {
		t.Fatal(err)
	}
	if p[0][3*200] != 200 || p[13] != p[0] {
		t.Errorf("color 200 is %d, last palette as the first: %v", p[0][3*200], p[13] == p[0])
	}
	c, err := set.Colormaps()
	if err != nil {
		t.Fatal(err)
	}
	if c[31][7] != 7 || c[33][255] != 255 {
		t.Errorf("table 31 makes %d of 7, table 33 %d of 255", c[31][7], c[33][255])
	}

	w.Set("PLAYPAL", make([]byte, 767))
	w.Set("COLORMAP", make([]byte, 33*256-1))
	set = mustSet(t, w)
	_, err = set.Palettes()
	wadtest.WantError(t, err, "a.wad", "PLAYPAL")
	_, err = set.Colormaps()
	wadtest.WantError(t, err, "a.wad", "COLORMAP")
	w.Remove("PLAYPAL")
	_, err = mustSet(t, w).Palettes()
	wadtest.WantError(t, err, "PLAYPAL", "missing", "IWAD")
}

func TestFreedoomsFlatsSpritesPalettes(t *testing.T) {
	for _, c := range []struct {
		iwad    string
		flats   int
		sky     int16
		sprites int
	}{
		{"freedoom1", 239, 119, 848},
		{"freedoom2", 239, 119, 1461},
		{"freedm", 239, 119, 1461},
	} {
		set := testwads.Set(t, c.iwad)
		if f := set.Files()[0]; !f.IWAD() || set.FlatCount() != c.flats || set.SkyFlat("F_SKY1") != c.sky || len(set.SpriteLumps()) != c.sprites {
			t.Errorf("%s: IWAD %v, %d flats, sky %d, %d sprites; want %d, %d, %d", c.iwad, f.IWAD(),
				set.FlatCount(), set.SkyFlat("F_SKY1"), len(set.SpriteLumps()), c.flats, c.sky, c.sprites)
		}
		for _, n := range set.SpriteLumps() {
			if _, err := set.Patch(n); err != nil {
				t.Error(err)
			}
		}
		if _, err := set.Palettes(); err != nil {
			t.Error(err)
		}
		if _, err := set.Colormaps(); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkOpenAndSet(b *testing.B) {
	data := testwads.IWAD(b, "freedoom2")
	b.ReportAllocs()
	for b.Loop() {
		f, err := wad.Open("freedoom2", data)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := wad.NewSet(f); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	set := testwads.Set(b, "freedoom2")
	b.ReportAllocs()
	for b.Loop() {
		set.Find("dspistol")
	}
}
