package level_test

import (
	"testing"

	"doomhost/engine/wad"
	"doomhost/engine/wad/wadtest"
	"doomhost/internal/testwads"
)

// textures is a small WAD and its textures.
func textures(t testing.TB, w *wadtest.WAD) (*wad.Set, *wad.Textures) {
	t.Helper()
	f, err := wad.Open("room.wad", w.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	set, err := wad.NewSet(f)
	if err != nil {
		t.Fatal(err)
	}
	tex, err := wad.LoadTextures(set)
	if err != nil {
		t.Fatal(err)
	}
	return set, tex
}

// freedoom is an IWAD, and PWADs of testwads over it.
func freedoom(t testing.TB, iwad string, pwads ...string) (*wad.Set, *wad.Textures) {
	t.Helper()
	f, err := wad.Open(iwad+".wad", testwads.IWAD(t, iwad))
	if err != nil {
		t.Fatal(err)
	}
	files := []*wad.File{f}
	for _, name := range pwads {
		p, err := wad.Open(name+".wad", testwads.PWAD(t, name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, p)
	}
	set, err := wad.NewSet(files...)
	if err != nil {
		t.Fatal(err)
	}
	tex, err := wad.LoadTextures(set)
	if err != nil {
		t.Fatal(err)
	}
	return set, tex
}
