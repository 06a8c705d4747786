package wadlib

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"doomhost/internal/testkit/testfiles"
)

func member(name string, data []byte) testfiles.Member {
	return testfiles.Member{Name: name, Data: data}
}

func openFull(t *testing.T, dir string) *Library {
	t.Helper()
	return Open(Config{Dirs: []string{dir}, Folder: dir, UnpackDir: filepath.Join(t.TempDir(), "unpacked"), Log: slog.New(slog.DiscardHandler)})
}

func reasons(l *Library) map[string]string {
	m := make(map[string]string)
	for _, u := range l.Unused() {
		m[u.Name] = u.Reason
	}
	return m
}

var patchText = []byte("Patch File for DeHackEd v3.0\nMisc 0\nInitial Health = 57\n")

// Every file in the folder is used, or listed with the reason.
func TestEverythingInTheFolderIsUsedOrNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one := wad("PWAD", "E1M1", "THINGS")
	write(t, filepath.Join(dir, "pack.ZIP"), testfiles.Zip(t,
		member("deep/one.wad", one), member(`..\..\one.wad`, wad("PWAD", "E1M2", "THINGS")),
		member("readme.txt", []byte("hello")), member("bad.wad", []byte("nonsense")),
		member("more.zip", testfiles.Zip(t)), member("p.deh", append(patchText, '\n'))))
	write(t, filepath.Join(dir, "mod.pk3"), testfiles.Zip(t, member("maps/MAP01.wad", wad("PWAD", "MAP01", "THINGS"))))
	write(t, filepath.Join(dir, "code.pk3"), testfiles.Zip(t, member("zscript.txt", []byte("class X {}"))))
	write(t, filepath.Join(dir, "health.bex"), patchText)
	write(t, filepath.Join(dir, "binary.deh"), []byte("\x01\x02\x00"))
	write(t, filepath.Join(dir, "short.wad"), []byte("IWAD\xff\xff\xff\x7f\x0c\x00\x00\x00"))
	write(t, filepath.Join(dir, "broken.zip"), []byte("PK\x03\x04 and no more"))
	write(t, filepath.Join(dir, "a.7z"), []byte("7z"))
	write(t, filepath.Join(dir, "b.rar"), []byte("Rar!"))
	write(t, filepath.Join(dir, "doom2.wad.part"), one)
	write(t, filepath.Join(dir, "notes.txt"), []byte("hello"))
	write(t, filepath.Join(dir, "sub", "c.wad"), one)
	l := openFull(t, dir)
	got := names(l)
	slices.Sort(got)
	if want := []string{"MAP01.wad", "health.bex", "one-2.wad", "one.wad", "p.deh"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	want := map[string]string{
		"pack.ZIP: bad.wad": "no WAD", "pack.ZIP: more.zip": "archive inside", "code.pk3": "no WAD and no DEHACKED", "binary.deh": "binary form",
		"short.wad": "cut off or spoiled", "broken.zip": "no zip archive", "a.7z": "7z", "b.rar": "RAR", "doom2.wad.part": "rename it", "sub": "move its WADs up",
	}
	unused := reasons(l)
	for name, words := range want {
		if !strings.Contains(unused[name], words) {
			t.Errorf("%s: %q, want words about %q", name, unused[name], words)
		}
	}
	if len(unused) != len(want) {
		t.Errorf("unused %v", unused)
	}
	// For everybody else, a patch is a WAD with one lump.
	w, _ := l.Find("health.bex")
	f, _, err := l.OpenFile(w.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := os.ReadFile(f.Name())
	if err != nil || !bytes.Contains(data, patchText) || !bytes.HasSuffix(data, []byte("DEHACKED")) || w.Kind != PWAD {
		t.Errorf("%+v: %q, %v", w, data, err)
	}
}

// Unpacked files are not unpacked again, unless they are damaged or the archive changes.
func TestUnpackedStays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a.zip")
	write(t, file, testfiles.Zip(t, member("a.wad", wad("PWAD", "E1M1", "THINGS"))))
	l := openFull(t, dir)
	first := l.List()[0]
	if l.Reload(); !l.List()[0].ModTime().Equal(first.ModTime()) {
		t.Error("the archive was unpacked again")
	}
	if err := os.Remove(first.path); err != nil {
		t.Fatal(err)
	}
	if l.Reload(); len(l.List()) != 1 || l.List()[0].ID != first.ID {
		t.Errorf("what was removed did not come back: %v", l.List())
	}
	write(t, file, testfiles.Zip(t, member("b.wad", wad("PWAD", "E1M2", "THINGS"))))
	if l.Reload(); !slices.Equal(names(l), []string{"b.wad"}) {
		t.Errorf("another archive: %v", names(l))
	}
}

// An archive that unpacks to far more than its size is rejected, and so is one with far too
// many files; nothing of either is kept.
func TestArchivesAreBounded(t *testing.T) {
	t.Parallel()
	bomb := testfiles.Zip(t, member("a.wad", append(wad("PWAD", "E1M1", "THINGS"), make([]byte, unpackedBase+8<<20)...)))
	var many []testfiles.Member
	for i := range maxMembers + 1 {
		many = append(many, member(fmt.Sprint(i), nil))
	}
	var taken []testfiles.Member
	for i := range maxTaken + 1 {
		taken = append(taken, member(fmt.Sprint(i, ".wad"), wad("PWAD", "E1M1", "THINGS")))
	}
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"bomb": {bomb, errBomb}, "many": {testfiles.Zip(t, many...), errManyFiles},
		"taken": {testfiles.Zip(t, taken...), errManyFiles},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, name+".zip"), c.data)
		l := openFull(t, dir)
		if len(l.List()) != 0 || reasons(l)[name+".zip"] != c.want.Error() {
			t.Errorf("%s: %v, %v", name, names(l), reasons(l))
		}
		if left, err := os.ReadDir(l.cfg.UnpackDir); err != nil || len(left) != 0 {
			t.Errorf("%s: %d folders are left, %v", name, len(left), err)
		}
	}
}

func FuzzZip(f *testing.F) {
	f.Add(testfiles.Zip(f, member("a.wad", wad("PWAD", "E1M1", "THINGS")), member("b.deh", patchText)))
	f.Add(testfiles.Zip(f, member(`..\x/../c.wad`, wad("IWAD")), member("a.wad", nil)))
	f.Add([]byte("PK\x05\x06"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		list, err := unpackZip(bytes.NewReader(data), int64(len(data)), dir)
		if err != nil && len(list.Files) > 0 {
			t.Fatalf("files %v beside the error %v", list.Files, err)
		}
		for _, name := range list.Files {
			if name != filepath.Base(name) {
				t.Fatalf("name %q", name)
			}
			file, err := os.Open(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			info, _ := file.Stat()
			if _, _, err := readDirectory(file, info.Size()); err != nil {
				t.Fatalf("%q is no WAD: %v", name, err)
			}
			_ = file.Close()
		}
	})
}
