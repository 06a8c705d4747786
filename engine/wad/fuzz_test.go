package wad_test

import (
	"testing"

	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
)

// readAll reads everything that a WAD may hold, as far as possible.
func readAll(t *testing.T, data []byte) {
	f, err := wad.Open("fuzz.wad", data)
	if err != nil {
		return
	}
	set, err := wad.NewSet(f)
	if err != nil {
		return
	}
	for n := wad.LumpNum(0); int(n) < set.Len(); n++ {
		if p, err := set.Patch(n); err == nil {
			for x := range int(p.Width) {
				for _, post := range p.Column(x) {
					if len(post.Pix) < int(max(post.Len, 128)) {
						t.Fatalf("lump %s has a post of %d pixels in %d bytes", set.Name(n), post.Len, len(post.Pix))
					}
				}
			}
		}
		if num, ok := set.FlatNumberOf(set.LumpName(n)); ok && len(set.Flat(num)) != wad.FlatSize {
			t.Fatalf("flat %d is not whole", num)
		}
	}
	set.SpriteLumps()
	// Errors are fine in all of these, panics are not.
	_, _ = set.Palettes()
	_, _ = set.Colormaps()
	tex, err := wad.LoadTextures(set)
	if err != nil {
		return
	}
	for i := range tex.Count() {
		x := tex.At(i)
		for col := range min(int(x.Width), 300) {
			if n := len(tex.Column(i, col)); n < int(max(x.Height, 128)) {
				t.Fatalf("texture %s: column of %d bytes", x.Name, n)
			}
			for _, post := range tex.Posts(i, col) {
				if len(post.Pix) < int(max(post.Len, 128)) {
					t.Fatalf("texture %s: post of %d pixels at %d in %d bytes", x.Name, post.Len, post.Top, len(post.Pix))
				}
			}
		}
	}
	wad.Anims(set, tex, own)
	wad.Switches(tex, wad.SwitchesCommercial, own)
}

// small returns a WAD of few bytes with textures, a flat and a sprite, so that a fuzzer's
// changes are likely to matter.
func small() *wadtest.WAD {
	w := textured([]wadtest.Texture{
		wadtest.Tex("NONE", 4, 4),
		wadtest.Tex("ONE", 4, 8, wadtest.At(0, 0, 0)),
		wadtest.Tex("TWO", 8, 8, wadtest.At(0, 0, 0), wadtest.At(2, -3, 1), wadtest.At(5, 3, 1)),
	}, wadtest.Patch(4, 8, 9), wadtest.Grate(4, 8, 7))
	w.Add("F_START")
	w.Add("NUKAGE1", 1, 2, 3)
	w.Add("NUKAGE3")
	w.Add("F_END")
	w.Add("S_START")
	w.Add("PLAYA1", wadtest.Patch(2, 4, 3)...)
	w.Add("S_END")
	return w
}

// FuzzWAD changes any byte of a WAD.
func FuzzWAD(f *testing.F) {
	f.Add(small().Bytes())
	f.Add((&wadtest.WAD{PWAD: true}).Bytes())
	f.Fuzz(func(t *testing.T, data []byte) { readAll(t, data) })
}

// FuzzTextures keeps the WAD intact and changes the lumps of its textures.
func FuzzTextures(f *testing.F) {
	f.Add(wadtest.Textures(wadtest.Tex("ONE", 8, 8, wadtest.At(0, 0, 0), wadtest.At(2, -3, 1))),
		wadtest.PatchNames("P0", "P1"), wadtest.Patch(4, 8, 9), wadtest.Grate(4, 8, 7))
	f.Fuzz(func(t *testing.T, textures, names, p0, p1 []byte) {
		w := small()
		w.Set("TEXTURE1", textures)
		w.Set("PNAMES", names)
		w.Set("P0", p0)
		w.Set("P1", p1)
		readAll(t, w.Bytes())
	})
}
