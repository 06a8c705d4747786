package testwads

import (
	"testing"

	"doomhost/engine/level"
	"doomhost/engine/wad"
)

// Open opens a WAD. The test fails if the WAD is invalid.
func Open(t testing.TB, name string, data []byte) *wad.File {
	t.Helper()
	f, err := wad.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// NewSet combines files into a set, the IWAD first.
func NewSet(t testing.TB, files ...*wad.File) *wad.Set {
	t.Helper()
	set, err := wad.NewSet(files...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Set returns an IWAD with PWADs over it, by the names that IWAD and PWAD accept.
func Set(t testing.TB, iwad string, pwads ...string) *wad.Set {
	t.Helper()
	files := []*wad.File{Open(t, iwad+".wad", IWAD(t, iwad))}
	for _, name := range pwads {
		files = append(files, Open(t, name+".wad", PWAD(t, name)))
	}
	return NewSet(t, files...)
}

// Maps returns the names of the set's maps, as far as they have the names of Doom's.
func Maps(set *wad.Set) (maps []string) {
	for episode := 1; episode <= 4; episode++ {
		for number := 1; number <= 9; number++ {
			if name := level.MapName(false, episode, number); set.Has(name) {
				maps = append(maps, name)
			}
		}
	}
	for number := 1; number <= 32; number++ {
		if name := level.MapName(true, 0, number); set.Has(name) {
			maps = append(maps, name)
		}
	}
	return maps
}
