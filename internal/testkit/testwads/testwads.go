// Package testwads finds and opens the WADs that tests need: Freedoom in the system's usual
// places, and small PWADs beside this file. A test whose WAD is missing fails and says how
// to get it; it never passes without its data.
package testwads

import (
	"embed"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

//go:embed pwads/*.wad
var pwads embed.FS

// places are the folders to search after DOOMWADDIR.
var places = []string{
	"/usr/share/games/doom",
	"/usr/local/share/games/doom",
	"/usr/share/doom",
	"/usr/local/share/doom",
}

// Path returns the path of the IWAD called name (without ".wad": "freedoom1", "freedoom2",
// "freedm"). The test fails if the file does not exist.
func Path(t testing.TB, name string) string {
	t.Helper()
	dirs := places
	if dir := os.Getenv("DOOMWADDIR"); dir != "" {
		dirs = append([]string{dir}, places...)
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, name+".wad")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Fatalf("%s.wad is not in %s: install Freedoom (apt-get install freedoom freedm) or set DOOMWADDIR to its folder",
		name, strings.Join(dirs, ", "))
	return ""
}

// IWAD returns the content of the IWAD called name, see Path. The caller must not modify
// it.
func IWAD(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// PWAD returns the content of one of this package's small WADs: "conformance1" (over
// freedoom1), "conformance2" and "mussong" (over freedoom2).
func PWAD(t testing.TB, name string) []byte {
	t.Helper()
	data, err := pwads.ReadFile("pwads/" + name + ".wad")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// PWADs returns the names that PWAD accepts.
func PWADs() []string { return []string{"conformance1", "conformance2", "mussong"} }
