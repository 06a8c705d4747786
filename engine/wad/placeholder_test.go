package wad_test

import (
	"slices"
	"strings"
	"testing"

	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

// wantPlaceholder checks that all pixels are of the checkered grey.
func wantPlaceholder(t testing.TB, pixels []byte) {
	t.Helper()
	var count [256]int
	for _, c := range pixels {
		count[c]++
	}
	if len(pixels) == 0 || count[100]+count[104] != len(pixels) || len(pixels) > 128 && (count[100] == 0 || count[104] == 0) {
		t.Errorf("%d pixels are not a placeholder: %v...", len(pixels), pixels[:min(len(pixels), 16)])
	}
}

// secret follows data that is too short, and must not show.
var secret = wadtest.Fill(2*wad.FlatSize, 250)

func png(width, height int) []byte {
	return append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), 0, 0, byte(width>>8), byte(width), 0, 0, byte(height>>8), byte(height), 8, 6)
}

// A flat of a wrong size or format becomes a placeholder, with one warning that names it.
// Markers and lumps between groups of flats give no warning.
func TestFlatsOfWrongSize(t *testing.T) {
	whole := wadtest.Fill(wad.FlatSize, 7)
	for _, c := range []struct {
		why, says string
		data      []byte
		whole     bool
	}{
		{"empty", "has 0 bytes", nil, false},
		{"short", "has 4095 bytes", whole[:wad.FlatSize-1], false},
		{"a PNG", "PNG", append(png(64, 64), whole...), false},
		{"whole", "", whole, true},
		{"Heretic's", "", append(whole, whole[:64]...), true},
		{"Hexen's", "", append(whole, whole...), true},
	} {
		w := wadtest.Game()
		w.PWAD = false
		add := &wadtest.WAD{PWAD: true}
		add.Add("FF_START")
		add.Add("F3_START")
		add.Add("MINE", c.data...)
		add.Add("MINE2", secret...)
		add.Add("F3_END")
		add.Add("FF_END")
		add.Add("NOTES", secret...)
		set := mustSet(t, w, add)
		num, ok := set.FlatNumber("MINE")
		if !ok {
			t.Fatalf("%s: no such flat", c.why)
		}
		got, faults := set.Flat(num), set.PictureFaults()
		if c.whole {
			if !slices.Equal(got, whole) || len(faults) != 0 {
				t.Errorf("%s: %v..., faults %q", c.why, got[:4], faults)
			}
			continue
		}
		wantPlaceholder(t, got)
		if len(faults) != 1 || !strings.Contains(faults[0], "b.wad: lump MINE: ") || !strings.Contains(faults[0], c.says) {
			t.Errorf("%s: faults %q", c.why, faults)
		}
	}
}

// Any lump gives a picture of about its own size.
func TestInvalidPictures(t *testing.T) {
	good := wadtest.Patch(20, 30, 9)
	columns := slices.Clone(good)
	copy(columns[8:], wadtest.Int32(nil, 1<<30))
	for _, c := range []struct {
		why           string
		data          []byte
		width, height int32
	}{
		{"nothing", nil, 16, 16},
		{"half a header", good[:5], 16, 16},
		{"cut off", good[:40], 20, 30},
		{"a column outside", columns, 20, 30},
		{"a PNG", png(300, 190), 300, 190},
		{"a large PNG", png(2000, 1000), 16, 16},
		{"text", []byte("a note of somebody"), 16, 16},
		{"a raw page", wadtest.Fill(64000, 3), 16, 16},
	} {
		w := &wadtest.WAD{}
		w.Add("PICTURE", c.data...)
		w.Add("NEXT", secret...)
		p, err := mustSet(t, w).Picture(0)
		if err == nil || p.Width != c.width || p.Height != c.height {
			t.Errorf("%s: %d by %d (%v), want %d by %d", c.why, p.Width, p.Height, err, c.width, c.height)
		}
		for x := range int(p.Width) {
			posts := p.Column(x)
			if len(posts) != 1 || posts[0].Top != 0 || posts[0].Len != p.Height || len(posts[0].Pix) < 128 {
				t.Fatalf("%s: column %d is %v", c.why, x, posts)
			}
			wantPlaceholder(t, posts[0].Pix)
		}
	}
	p, err := pictures(t, good).Picture(0)
	if err != nil || p.Width != 20 || p.Column(0)[0].Pix[0] != 9 {
		t.Errorf("a good one: %v", err)
	}
}

// Unreadable textures become placeholders, and later ones keep their numbers. A texture
// that lacks a patch shows the placeholder in its place.
func TestBrokenTextures(t *testing.T) {
	list := wadtest.Textures(
		wadtest.Tex("NONE", 8, 8), wadtest.Tex("GONE", 64, 128, wadtest.At(0, 0, 1)),
		wadtest.Tex("HALF", 64, 128, wadtest.At(0, 0, 0), wadtest.At(32, 0, 1)), wadtest.Tex("OUTSIDE", 8, 8),
		wadtest.Tex("NOSIZE", 0, 8), wadtest.Tex("GOOD", 8, 8, wadtest.At(0, 0, 0)),
		wadtest.Tex("RUNSOVER", 8, 8, wadtest.At(0, 0, 0)),
	)
	copy(list[4+4*3:], wadtest.Int32(nil, 1<<20))
	w := textured(nil, wadtest.Patch(32, 128, 1))
	w.Set("TEXTURE1", list[:len(list)-5])
	w.Set("PNAMES", wadtest.PatchNames("P0", "NOTHERE"))
	tex := mustTextures(t, mustSet(t, w))
	for name, want := range map[string]int16{"GONE": 1, "HALF": 2, "NOSIZE": 4, "GOOD": 5, "RUNSOVER": 6} {
		if got, ok := tex.Number(name); !ok || got != want {
			t.Errorf("texture %s is %d (%v), want %d", name, got, ok, want)
		}
	}
	for _, n := range []int{1, 3, 4, 6, int(tex.Placeholder())} {
		for col := range 64 {
			if len(tex.Column(n, col)) < 128+128 && n != 1 {
				t.Fatalf("texture %d has a column of %d bytes", n, len(tex.Column(n, col)))
			}
			wantPlaceholder(t, tex.Column(n, col)[:128])
			if posts := tex.Posts(n, col); len(posts) != 1 || posts[0].Len != tex.At(n).Height {
				t.Fatalf("texture %d has posts %v", n, posts)
			}
		}
	}
	if half := tex.Column(2, 0); half[0] != 1 {
		t.Errorf("the half that is there begins %v", half[:4])
	}
	wantPlaceholder(t, tex.Column(2, 40)[:128])
	if good := tex.Column(5, 0); good[0] != 1 {
		t.Errorf("the good one begins %v", good[:4])
	}
	if tex.At(int(tex.Placeholder())).Name != (wad.Name{}) {
		t.Error("the placeholder has a name")
	}
	all := strings.Join(tex.Warnings(), "\n")
	for _, says := range []string{"texture GONE: patch NOTHERE is missing", "texture 3 lies outside", "NOSIZE: has no size", "RUNSOVER: its patches run over"} {
		if strings.Count(all, says) != 1 {
			t.Errorf("%q is not said once:\n%s", says, all)
		}
	}
}

// If an add-on's tables are broken, the game's count, with a warning.
func TestBrokenTablesOfAnAddOn(t *testing.T) {
	for _, name := range []string{"PLAYPAL", "COLORMAP", "PNAMES", "TEXTURE1", "TEXTURE2"} {
		for _, data := range [][]byte{nil, {1, 2, 3}, wadtest.Int32(nil, -1), wadtest.Int32(nil, 1<<20)} {
			add := &wadtest.WAD{PWAD: true}
			add.Add(name, data...)
			game := wadtest.Game()
			game.Add("TEXTURE2", wadtest.Textures(wadtest.Tex("SECOND", 8, 8, wadtest.At(0, 0, 0)))...)
			set := mustSet(t, game, add)
			p, err := set.Palettes()
			if err != nil || p[0][3*200] != 200 {
				t.Errorf("%s of %d bytes: palettes: %v", name, len(data), err)
			}
			if c, err := set.Colormaps(); err != nil || c[31][7] != 7 {
				t.Errorf("%s of %d bytes: light tables: %v", name, len(data), err)
			}
			tex := mustTextures(t, set)
			for _, texture := range []string{"WALL1", "SECOND"} {
				if n, ok := tex.Number(texture); !ok || tex.Column(int(n), 0)[0] != 80 {
					t.Errorf("%s of %d bytes: texture %s is %d (%v)", name, len(data), texture, n, ok)
				}
			}
			if f := set.PictureFaults(); len(f) != 1 || !strings.Contains(f[0], "lump "+name) {
				t.Errorf("%s of %d bytes: faults %q", name, len(data), f)
			}
		}
	}
}

// Thousands of broken pictures do not give thousands of lines.
func TestFaultsAreBounded(t *testing.T) {
	add := &wadtest.WAD{PWAD: true}
	add.Add("FF_START")
	for i := range 500 {
		add.Add("F" + string(rune('A'+i%26)) + string(rune('A'+i/26)))
	}
	add.Add("FF_END")
	f := mustSet(t, wadtest.Game(), add).PictureFaults()
	if len(f) != 21 || f[20] != "480 more of the kind" {
		t.Errorf("%d faults, the last %q", len(f), f[len(f)-1])
	}
}

func TestFreedoomsPicturesHaveNoFaults(t *testing.T) {
	for _, iwad := range []string{"freedoom1", "freedoom2", "freedm"} {
		if f := testwads.Set(t, iwad).PictureFaults(); len(f) != 0 {
			t.Errorf("%s: %q", iwad, f)
		}
	}
}

func BenchmarkPictureFaults(b *testing.B) {
	set := testwads.Set(b, "freedoom2")
	for b.Loop() {
		set.PictureFaults()
	}
}
