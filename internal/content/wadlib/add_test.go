package wadlib

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"doomhost/internal/testkit/testfiles"
)

// add adds a file to a library as the host's page does.
func add(l *Library, name string, body io.Reader) (Added, error) {
	u, err := l.Upload(name)
	if err != nil {
		return Added{}, err
	}
	defer u.Close()
	if _, err := io.Copy(struct{ io.Writer }{u}, body); err != nil {
		return Added{}, err
	}
	return u.Keep()
}

// A usable file is kept under its name, replaces no other, and is listed at once; a file that
// is already present is not kept twice.
func TestAddedFilesAreKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := openFull(t, dir)
	one, two, three := wad("PWAD", "E1M1", "THINGS"), wad("PWAD", "E1M2", "THINGS"), wad("PWAD", "E1M3", "THINGS")
	for _, c := range []struct {
		name   string
		data   []byte
		want   string
		before bool
		brings int
	}{
		{"a.wad", one, "a.wad", false, 1},
		{"a.wad", one, "a.wad", true, 1},
		{"other.wad", one, "other.wad", true, 1},
		{"a.wad", two, "a-2.wad", false, 1},
		{"../../etc/b.zip", testfiles.Zip(t, member("z.wad", three), member("p.deh", patchText)), "b.zip", false, 2},
		{"c.zip", testfiles.Zip(t, member("y.wad", three)), "c.zip", true, 1},
		{"download", wad("PWAD", "E1M4", "THINGS"), "download.wad", false, 1},
		{"p.deh", patchText, "p.deh", true, 1},
		{"q.bex", append(patchText, '\n'), "q.bex", false, 1},
	} {
		got, err := add(l, c.name, bytes.NewReader(c.data))
		if got.Name != c.want || got.Before != c.before || len(got.WADs) != c.brings || err != nil {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, err, c)
		}
		for _, id := range got.WADs {
			if _, ok := l.Find(id); !ok {
				t.Errorf("%s: %s is not in the library", c.name, id)
			}
		}
	}
	got := names(l)
	slices.Sort(got)
	if want := []string{"a-2.wad", "a.wad", "download.wad", "p.deh", "q.bex", "z.wad"}; !slices.Equal(got, want) {
		t.Errorf("library %v, want %v", got, want)
	}
	again := Open(l.cfg)
	if !slices.Equal(names(again), names(l)) {
		t.Errorf("after another start: %v, want %v", names(again), names(l))
	}
}

// An archive is unpacked once: the files extracted for the check stay.
func TestAddedArchiveIsUnpackedOnce(t *testing.T) {
	t.Parallel()
	l := openFull(t, t.TempDir())
	packed := testfiles.Zip(t, member("z.wad", wad("PWAD", "E1M3", "THINGS")))
	if _, err := add(l, "a.zip", bytes.NewReader(packed)); err != nil {
		t.Fatal(err)
	}
	// The scan would unpack the file again if it did not find the unpacked files.
	made, err := filepath.Glob(filepath.Join(l.cfg.UnpackDir, "*", "z.wad"))
	if err != nil || len(made) != 1 {
		t.Fatalf("unpacked: %v, %v", made, err)
	}
	if left, err := filepath.Glob(filepath.Join(l.cfg.UnpackDir, ".new-*")); err != nil || len(left) != 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// Neither an unusable file nor an incomplete one is kept.
func TestRefusedFilesLeaveNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := openFull(t, dir)
	for name, data := range map[string]string{
		"a.wad": "nonsense", "b.zip": "PK\x03\x04", "c.rar": "Rar!", "d.txt": "hello", "e.wad": "", "f.deh": "\x00\x01",
		"g.wad": "IWAD\xff\xff\xff\x7f\x0c\x00\x00\x00",
		"h.zip": string(testfiles.Zip(t, member("x.txt", []byte("x")))),
	} {
		var refused *RefusedError
		if _, err := add(l, name, strings.NewReader(data)); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	broken := io.MultiReader(bytes.NewReader(wad("PWAD", "E1M1", "THINGS")), errReader{})
	if _, err := add(l, "half.wad", broken); !errors.Is(err, errGone) {
		t.Errorf("half a file: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

func TestOneFileIsAddedAtATime(t *testing.T) {
	t.Parallel()
	l := openFull(t, t.TempDir())
	first, err := l.Upload("a.wad")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Upload("b.wad"); !errors.Is(err, ErrBusy) {
		t.Errorf("a second one: %v", err)
	}
	first.Close()
	if _, err := add(l, "b.wad", bytes.NewReader(wad("PWAD"))); err != nil {
		t.Errorf("after the first one: %v", err)
	}
	if _, err := Empty().Upload("a.wad"); !errors.Is(err, ErrNoFolder) {
		t.Errorf("without a folder: %v", err)
	}
}

// A full disk is distinguished from an unusable file, wherever the error occurs.
func TestFullDiskIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := openFull(t, dir)
	u, err := l.Upload("a.wad")
	if err != nil {
		t.Fatal(err)
	}
	u.out = fullDisk{}
	_, err = u.Write([]byte("PWAD"))
	u.Close()
	if !errors.Is(err, ErrDiskFull) || !strings.Contains(err.Error(), "make room") {
		t.Errorf("a full disk: %v", err)
	}
	for _, err := range []error{errDiskFull, copyError(errDiskFull)} {
		if !onDisk(err) || !errors.Is(diskError(err), ErrDiskFull) {
			t.Errorf("%v is taken for the file's fault", err)
		}
	}
	for _, err := range []error{errNoArchive, errNotWAD, errBomb} {
		if onDisk(err) {
			t.Errorf("%v is taken for the disk's fault", err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// errDiskFull is the system's error for a write to a full disk.
var errDiskFull = &fs.PathError{Op: "write", Path: "x", Err: noRoom}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errDiskFull }

// The incomplete files of killed programs are removed; those of running uploads stay.
func TestHalvesOfKilledUploadsGo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{".adding-old", ".adding-new", ".other"} {
		write(t, filepath.Join(dir, name), []byte("PWAD"))
	}
	old := time.Now().Add(-2 * halvesKept)
	for _, name := range []string{".adding-old", ".other"} {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	openFull(t, dir)
	var left []string
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if err != nil || !slices.Equal(left, []string{".adding-new", ".other"}) {
		t.Errorf("left: %v, %v", left, err)
	}
}

// Followers hear of every changed list, and of no unchanged one.
func TestOtherListsAreTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := openFull(t, dir)
	told := 0
	l.Notify(func() { told++; l.List() })
	l.Reload()
	if told != 0 {
		t.Errorf("told %d times of nothing", told)
	}
	write(t, filepath.Join(dir, "a.wad"), wad("PWAD", "E1M1", "THINGS"))
	l.Reload()
	if _, err := add(l, "b.wad", bytes.NewReader(wad("PWAD", "E1M2", "THINGS"))); err != nil || told != 2 {
		t.Errorf("told %d times of two lists, %v", told, err)
	}
	if err := os.Remove(filepath.Join(dir, "a.wad")); err != nil {
		t.Fatal(err)
	}
	if l.Reload(); told != 3 {
		t.Errorf("told %d times of three lists", told)
	}
}

var errGone = errors.New("the sender is gone")

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errGone }
