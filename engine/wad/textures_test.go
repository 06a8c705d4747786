package wad_test

import (
	"slices"
	"strings"
	"testing"

	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testkit/testwads"
)

func mustTextures(t testing.TB, set *wad.Set) *wad.Textures {
	t.Helper()
	tex, err := wad.LoadTextures(set)
	if err != nil {
		t.Fatal(err)
	}
	return tex
}

// textured returns a game with the textures in list, made of patches P0, P1, ...
func textured(list []wadtest.Texture, patches ...[]byte) *wadtest.WAD {
	w := &wadtest.WAD{}
	var names []string
	for i, p := range patches {
		name := "P" + string(rune('0'+i))
		names = append(names, name)
		w.Add(name, p...)
	}
	w.Add("PNAMES", wadtest.PatchNames(names...)...)
	w.Add("TEXTURE1", wadtest.Textures(list...)...)
	return w
}

func TestTextureNumbers(t *testing.T) {
	w := textured([]wadtest.Texture{
		wadtest.Tex("NONE", 8, 8), wadtest.Tex("WALL", 8, 8), wadtest.Tex("WALL", 16, 8),
	}, wadtest.Patch(8, 8, 1))
	w.Add("TEXTURE2", wadtest.Textures(wadtest.Texture{Name: "MORE", Width: 8, Height: 8})...)
	tex := mustTextures(t, mustSet(t, w))
	for _, c := range []struct {
		name string
		want int16
		ok   bool
	}{
		{"-", 0, true}, {"-anything", 0, true}, {"none", 0, true},
		{"WALL", 1, true}, // the first of two
		{"more", 3, true}, {"", 0, false}, {"missing", 0, false},
	} {
		if got, ok := tex.Number(c.name); got != c.want || ok != c.ok {
			t.Errorf("texture %q is %d (%v), want %d (%v)", c.name, got, ok, c.want, c.ok)
		}
	}
	if tex.Count() != 5 || tex.Placeholder() != 4 || tex.At(3).Name != wad.MakeName("MORE") {
		t.Errorf("%d textures, the last is %s", tex.Count(), tex.At(3).Name)
	}
}

// A column that a single patch covers is the patch's own, from its first pixel, wherever
// the texture puts the patch. The lump's next bytes follow it.
func TestSinglePatchColumnsComeFromThePatch(t *testing.T) {
	patch := wadtest.PatchOf(4,
		wadtest.Post(nil, 1, 11, 12),
		wadtest.Post(wadtest.Post(nil, 0, 21), 2, 22, 23),
	)
	tex := mustTextures(t, mustSet(t, textured([]wadtest.Texture{
		wadtest.Tex("T", 2, 4, wadtest.At(0, 100, 0)),
	}, patch)))
	if got := tex.Column(0, 0)[:6]; !slices.Equal(got, []byte{11, 12, 0, 255, 0, 1}) {
		t.Errorf("column 0 begins %v", got)
	}
	if got := tex.Column(0, 3)[:1]; got[0] != 21 {
		t.Errorf("column 3 wraps to one that begins with %d, want 21", got[0])
	}
	for col := range 2 {
		if n := len(tex.Column(0, col)); n < 128 {
			t.Errorf("column %d has %d bytes, want at least 128", col, n)
		}
	}
	posts := tex.Posts(0, 1)
	if len(posts) != 2 || posts[0].Top != 0 || posts[0].Len != 1 || posts[0].Pix[0] != 21 ||
		posts[1].Top != 2 || posts[1].Len != 2 || posts[1].Pix[1] != 23 {
		t.Errorf("posts of column 1 are %v", posts)
	}
}

// If patches overlap, the later one is on top, clipped to the texture.
func TestColumnsOfSeveralPatchesAreComposed(t *testing.T) {
	low := wadtest.PatchOf(4, wadtest.Post(nil, 0, 1, 2, 3, 4))
	high := wadtest.PatchOf(4, wadtest.Post(nil, 0, 5, 6, 7, 8))
	for _, c := range []struct {
		why     string
		patches []wadtest.TexturePatch
		want    []byte
		posts   [][2]int32 // top, length
	}{
		{"over each other", []wadtest.TexturePatch{wadtest.At(0, 0, 0), wadtest.At(0, 2, 1)}, []byte{1, 2, 5, 6, 7, 8, 0, 0}, [][2]int32{{0, 6}}},
		{"apart", []wadtest.TexturePatch{wadtest.At(0, 6, 1), wadtest.At(0, -2, 0)}, []byte{1, 2, 0, 0, 0, 0, 5, 6}, [][2]int32{{0, 2}, {6, 2}}},
		{"end to end", []wadtest.TexturePatch{wadtest.At(0, 4, 1), wadtest.At(0, 0, 0)}, []byte{1, 2, 3, 4, 5, 6, 7, 8}, [][2]int32{{0, 8}}},
		{"outside", []wadtest.TexturePatch{wadtest.At(0, -4, 0), wadtest.At(0, 8, 1)}, []byte{0, 0, 0, 0, 0, 0, 0, 0}, nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			tex := mustTextures(t, mustSet(t, textured([]wadtest.Texture{wadtest.Tex("T", 1, 8, c.patches...)}, low, high)))
			if got := tex.Column(0, 0); !slices.Equal(got[:8], c.want) || len(got) < 128 {
				t.Errorf("column is %v of %d bytes, want %v", got[:8], len(got), c.want)
			}
			var posts [][2]int32
			for _, p := range tex.Posts(0, 0) {
				posts = append(posts, [2]int32{p.Top, p.Len})
				if !slices.Equal(p.Pix[:p.Len], c.want[p.Top:p.Top+p.Len]) {
					t.Errorf("post at %d is %v", p.Top, p.Pix[:p.Len])
				}
			}
			if !slices.Equal(posts, c.posts) {
				t.Errorf("posts are %v, want %v", posts, c.posts)
			}
		})
	}
}

func TestWidthMask(t *testing.T) {
	for width, want := range map[int]int32{1: 0, 2: 1, 3: 1, 64: 63, 65: 63, 127: 63, 128: 127} {
		tex := mustTextures(t, mustSet(t, textured([]wadtest.Texture{wadtest.Tex("T", width, 8)}, wadtest.Patch(8, 8, 1))))
		if got := tex.At(0).WidthMask; got != want {
			t.Errorf("width %d has mask %d, want %d", width, got, want)
		}
	}
}

// A tolerable fault gives a warning that names the texture.
func TestTextureWarnings(t *testing.T) {
	w := textured([]wadtest.Texture{
		wadtest.Tex("GOOD", 8, 8, wadtest.At(0, 0, 0)),
		wadtest.Tex("NOTHERE", 8, 8, wadtest.At(0, 0, 2)),
		wadtest.Tex("BROKEN", 8, 8, wadtest.At(0, 0, 1)),
		wadtest.Tex("NONAME", 8, 8, wadtest.At(0, 0, 77)),
		wadtest.Tex("FLAT", 0, 8),
	}, wadtest.Patch(8, 8, 1), []byte("too short"))
	w.Set("PNAMES", wadtest.PatchNames("P0", "P1", "GONE"))
	tex := mustTextures(t, mustSet(t, w))
	all := strings.Join(tex.Warnings(), "\n")
	for _, want := range []string{
		"texture NOTHERE: patch GONE is missing", "texture BROKEN: patch P1 is not a picture",
		"texture NONAME: patch number 77", "texture FLAT: has no size",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no warning says %q", want)
		}
	}
	if strings.Contains(all, "GOOD") {
		t.Errorf("warnings about a good texture: %s", all)
	}
	for i := range tex.Count() {
		if len(tex.Column(i, 5)) < 128 {
			t.Errorf("texture %d has no column", i)
		}
		tex.Posts(i, 5)
	}
}

func TestTextureErrorsNameTheLump(t *testing.T) {
	for _, c := range []struct {
		why, lump string
		data      []byte
		says      string
	}{
		{"no count", "TEXTURE1", []byte{1, 2}, "count"},
		{"fewer than counted", "TEXTURE1", wadtest.Int32(nil, 5, 0), "5 textures"},
		{"none at all", "TEXTURE1", wadtest.Int32(nil, 0), "no textures"},
		{"too many", "TEXTURE1", append(wadtest.Int32(nil, 32768), make([]byte, 4*32768)...), "32767"},
		{"negative count", "PNAMES", wadtest.Int32(nil, -1), "PNAMES"},
		{"fewer names", "PNAMES", wadtest.Int32(nil, 2, 0, 0), "2 names"},
	} {
		t.Run(c.why, func(t *testing.T) {
			w := wadtest.Game()
			w.Set(c.lump, c.data)
			_, err := wad.LoadTextures(mustSet(t, w))
			wadtest.WantError(t, err, c.lump, c.says)
		})
	}
	for _, lump := range []string{"TEXTURE1", "PNAMES"} {
		w := wadtest.Game()
		w.Remove(lump)
		_, err := wad.LoadTextures(mustSet(t, w))
		wadtest.WantError(t, err, lump, "missing")
	}
}

// A WAD of a few kilobytes cannot fill the memory or take forever.
func TestTexturesAreBounded(t *testing.T) {
	pile := make([]wadtest.TexturePatch, 3000)
	column := make([]byte, 0, 5*4000)
	for range 4000 {
		column = wadtest.Post(column, 0, 1)
	}
	comb := wadtest.Int16(nil, 1000, 128, 0, 0)
	for range 1000 {
		comb = wadtest.Int32(comb, 8+4*1000)
	}
	comb = append(comb, column...)
	for _, c := range []struct {
		why   string
		one   wadtest.Texture
		count int
		says  string
	}{
		{"large", wadtest.Tex("HUGE", 32767, 32767), 2000, "too large"},
		{"wide", wadtest.Tex("HUGE", 32767, 1), 2000, "too large"},
		{"many patches", wadtest.Tex("HUGE", 64, 1, pile...), 2000, "too many patches"},
	} {
		t.Run(c.why, func(t *testing.T) {
			data := wadtest.Int32(nil, c.count)
			for range c.count {
				data = wadtest.Int32(data, 4+4*c.count)
			}
			w := wadtest.Game()
			w.Set("TEXTURE1", append(data, wadtest.Textures(c.one)[8:]...))
			_, err := wad.LoadTextures(mustSet(t, w))
			wadtest.WantError(t, err, "TEXTURE1", "HUGE", c.says)
		})
	}
	_, err := pictures(t, comb).Patch(0)
	wadtest.WantError(t, err, "PICTURE", "too many pieces")
}

func TestFreedoomsTextures(t *testing.T) {
	for iwad, count := range map[string]int{"freedoom1": 904, "freedoom2": 904, "freedm": 908} {
		set := testwads.Set(t, iwad)
		tex := mustTextures(t, set)
		if tex.Count() != count || len(tex.Warnings()) != 0 {
			t.Errorf("%s: %d textures, want %d; warnings %q", iwad, tex.Count(), count, tex.Warnings())
		}
		for i := range tex.Count() {
			x := tex.At(i)
			for col := range int(x.Width) {
				if n := len(tex.Column(i, col)); n < int(max(x.Height, 128)) {
					t.Fatalf("%s: texture %s column %d has %d bytes", iwad, x.Name, col, n)
				}
				for _, p := range tex.Posts(i, col) {
					if len(p.Pix) < int(max(p.Len, 128)) {
						t.Fatalf("%s: texture %s column %d has a post without pixels", iwad, x.Name, col)
					}
				}
			}
		}
		if anims := wad.Anims(set, tex, own); len(anims) != 22 {
			t.Errorf("%s: %d animations, want all 22", iwad, len(anims))
		}
		if pairs := wad.Switches(tex, wad.SwitchesCommercial, own); len(pairs) != 40 {
			t.Errorf("%s: %d switches, want all 40", iwad, len(pairs))
		}
	}
}

func BenchmarkLoadTextures(b *testing.B) {
	set := testwads.Set(b, "freedoom2")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wad.LoadTextures(set); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkColumn(b *testing.B) {
	tex := mustTextures(b, mustSet(b, wadtest.Game()))
	b.ReportAllocs()
	sum, i := 0, 0
	for b.Loop() {
		sum += len(tex.Column(i&3, i))
		i++
	}
	_ = sum
}
