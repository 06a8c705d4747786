package wadlib

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"doomhost/engine/wad/wadtest"
)

// wad returns a WAD whose lumps are empty.
func wad(kind string, lumps ...string) []byte {
	b := append([]byte(kind), byte(len(lumps)), 0, 0, 0, 12, 0, 0, 0)
	for _, name := range lumps {
		b = append(b, 12, 0, 0, 0, 0, 0, 0, 0)
		b = append(b, (name + strings.Repeat("\x00", 8))[:8]...)
	}
	return b
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func open(dirs ...string) *Library {
	return Open(Config{Dirs: dirs, Log: slog.New(slog.DiscardHandler)})
}

func names(l *Library) []string {
	var list []string
	for _, w := range l.List() {
		list = append(list, w.Name)
	}
	return list
}

func TestLibraryFindsAndDescribes(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	write(t, filepath.Join(a, "zzz.WAD"), wad("PWAD", "E1M1", "THINGS", "E1M1", "THINGS", "E0M1", "THINGS", "MAP7", "THINGS", "DEMO1"))
	write(t, filepath.Join(a, "freedoom2.wad"), wad("IWAD", wadtest.GameLumps("MAP01", "THINGS", "map32", "THINGS", "MAP00", "THINGS")...))
	write(t, filepath.Join(a, "broken.wad"), []byte("IWAD\xff\xff\xff\x7f\x0c\x00\x00\x00"))
	write(t, filepath.Join(a, "short.wad"), []byte("IWA"))
	write(t, filepath.Join(a, "not.wad"), []byte("this is no WAD at all"))
	write(t, filepath.Join(a, "readme.txt"), wad("IWAD"))
	write(t, filepath.Join(a, "folder.wad", "x"), nil)
	write(t, filepath.Join(b, "freedoom1.wad"), wad("IWAD", wadtest.GameLumps("E1M1", "THINGS", "E4M9", "THINGS")...))
	write(t, filepath.Join(b, "again.wad"), wad("IWAD", wadtest.GameLumps("MAP01", "THINGS", "map32", "THINGS", "MAP00", "THINGS")...))
	l := open(a, filepath.Join(a, "nowhere"), b)
	if got, want := names(l), []string{"freedoom1.wad", "freedoom2.wad", "zzz.WAD"}; !slices.Equal(got, want) {
		t.Fatalf("found %v, want %v", got, want)
	}
	list := l.List()
	if w := list[1]; w.Kind != IWAD || !slices.Equal(w.Maps, []string{"MAP01", "MAP32"}) || w.Title != "Freedoom: Phase 2" || w.Size != 12+19*16 {
		t.Errorf("%+v", w)
	}
	if w := list[2]; w.Kind != PWAD || !slices.Equal(w.Maps, []string{"E1M1"}) || w.Title != "zzz" {
		t.Errorf("%+v", w)
	}
	if w, ok := l.Default(); !ok || w.Name != "freedoom1.wad" {
		t.Errorf("default %+v", w)
	}
	for _, name := range []string{"freedoom2.wad", "FREEDOOM2", list[1].ID} {
		if w, ok := l.Find(name); !ok || w.ID != list[1].ID {
			t.Errorf("find %s: %+v", name, w)
		}
	}
	for _, name := range []string{"", "..", "../" + filepath.Base(a) + "/freedoom2.wad", filepath.Join(a, "freedoom2.wad")} {
		if w, ok := l.Find(name); ok {
			t.Errorf("find %q: %+v", name, w)
		}
	}
}

func TestFilesAreOpenedByTheirSum(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.wad")
	data := wad("IWAD", wadtest.GameLumps("E1M1", "THINGS")...)
	write(t, path, data)
	l := open(dir)
	id := l.List()[0].ID
	// The sum was computed once with sha256sum.
	if len(id) != 64 {
		t.Fatalf("id %q", id)
	}
	f, w, err := l.OpenFile(id)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(f)
	if err != nil || string(got) != string(data) || w.Name != "a.wad" {
		t.Errorf("%q, %+v, %v", got, w, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	for _, wrong := range []string{"", "a.wad", "../a.wad", strings.Repeat("0", 64)} {
		if _, _, err := l.OpenFile(wrong); !errors.Is(err, ErrUnknown) {
			t.Errorf("open %q: %v", wrong, err)
		}
	}
	write(t, path, wad("IWAD", wadtest.GameLumps("E1M1", "THINGS", "E1M2", "THINGS")...))
	if _, _, err := l.OpenFile(id); !errors.Is(err, ErrChanged) {
		t.Errorf("a changed file: %v", err)
	}
	before := l.Revision()
	if l.Reload(); l.List()[0].ID == id || l.Revision() == before {
		t.Error("another content has the same id, or the list the same revision")
	}
	before = l.Revision()
	if l.Reload(); l.Revision() != before {
		t.Error("the same list has another revision")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.OpenFile(l.List()[0].ID); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that went: %v", err)
	}
}

func TestSumsAreKeptFromStartToStart(t *testing.T) {
	dir := t.TempDir()
	path, cacheFile := filepath.Join(dir, "a.wad"), filepath.Join(dir, "cache", "sums.json")
	data := wad("IWAD", wadtest.GameLumps("E1M1", "THINGS")...)
	write(t, path, data)
	cfg := Config{Dirs: []string{dir}, CacheFile: cacheFile, Log: slog.New(slog.DiscardHandler)}
	id := Open(cfg).List()[0].ID
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	// Other content with the same size and time is not read again: the cache relies on both.
	data[len(data)-9] = 9
	write(t, path, data)
	if err := os.Chtimes(path, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got := Open(cfg).List()[0].ID; got != id {
		t.Errorf("the sum was computed again: %s", got)
	}
	if err := os.Chtimes(path, time.Time{}, info.ModTime().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if got := Open(cfg).List()[0].ID; got == id {
		t.Error("a changed file has its old sum")
	}
	write(t, cacheFile, []byte("{broken"))
	if got := Open(cfg).List(); len(got) != 1 {
		t.Errorf("with a broken cache: %v", got)
	}
}

func TestSearchDirsAreInOrderAndOnce(t *testing.T) {
	env := map[string]string{"DOOMWADDIR": "/w1", "DOOMWADPATH": "/w2" + string(filepath.ListSeparator) + "/w1"}
	dirs := SearchDirs([]string{"/named"}, Places{
		GOOS: "linux", Home: "/home/ada", Data: "/home/ada/.local/share/doomhost",
		Getenv: func(k string) string { return env[k] },
	})
	want := []string{"/named", "/w1", "/w2", "/home/ada/.local/share/doomhost/wads", "/usr/local/share/games/doom", "/usr/share/games/doom"}
	if len(dirs) < len(want) || !slices.Equal(dirs[:len(want)], want) {
		t.Errorf("dirs %v", dirs)
	}
	if !slices.Contains(dirs, "/home/ada/.steam/steam/steamapps/common/Ultimate Doom/base") {
		t.Errorf("no Steam folder in %v", dirs)
	}
	windows := SearchDirs(nil, Places{GOOS: "windows", Getenv: func(k string) string {
		return map[string]string{"ProgramFiles(x86)": "P"}[k]
	}})
	if !slices.Contains(windows, filepath.Join("P", "Steam", "steamapps", "common", "Doom 2", "base")) {
		t.Errorf("no Steam folder in %v", windows)
	}
}

func FuzzDirectory(f *testing.F) {
	f.Add(wad("IWAD", wadtest.GameLumps("E1M1", "THINGS")...))
	f.Add(wad("PWAD", "MAP01", "THINGS", "MAP02"))
	f.Add([]byte("IWAD\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, maps, err := readDirectory(strings.NewReader(string(data)), int64(len(data)))
		if err != nil && maps != nil {
			t.Fatalf("maps %v beside the error %v", maps, err)
		}
		for _, m := range maps {
			if !isMapName(m) {
				t.Fatalf("map %q", m)
			}
		}
	})
}
