package pack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"testing"
	"time"
)

var stamp = time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)

func sample() Tree {
	var t Tree
	t.Add("share/doc/b.txt", []byte("b"))
	t.AddProgram("bin/a", []byte("program"))
	t.Add("share/a.txt", nil)
	return t
}

func TestOrderOfAddingDoesNotReachTheArchive(t *testing.T) {
	backwards := sample()
	slices.Reverse(backwards)
	for name, write := range map[string]func(Tree, io.Writer) error{
		"tar.gz": func(tr Tree, w io.Writer) error { return tr.TarGz(w, stamp) },
		"zip":    func(tr Tree, w io.Writer) error { return tr.Zip(w, stamp) },
	} {
		var a, b bytes.Buffer
		if err := write(sample(), &a); err != nil {
			t.Fatal(err)
		}
		if err := write(backwards, &b); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: equal trees, different bytes", name)
		}
	}
}

func TestTarHoldsFoldersBeforeFilesAndBelongsToRoot(t *testing.T) {
	var b bytes.Buffer
	if err := sample().TarGz(&b, stamp); err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for tr := tar.NewReader(z); ; {
		h, err := tr.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
		if h.Uid != 0 || h.Gid != 0 || h.Uname != "root" || !h.ModTime.Equal(stamp) {
			t.Errorf("%s: owner %d:%d %s, time %v", h.Name, h.Uid, h.Gid, h.Uname, h.ModTime)
		}
		if h.Name == "bin/a" && h.Mode != 0o755 {
			t.Errorf("the program has mode %o", h.Mode)
		}
	}
	if want := []string{"bin/", "share/", "share/doc/", "bin/a", "share/a.txt", "share/doc/b.txt"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

func TestZipKeepsProgramsExecutable(t *testing.T) {
	var b bytes.Buffer
	if err := sample().Zip(&b, stamp); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != 3 || z.File[0].Name != "bin/a" || z.File[0].Mode().Perm() != 0o755 || z.File[1].Mode().Perm() != 0o644 {
		t.Errorf("got %d files, first %s with mode %v", len(z.File), z.File[0].Name, z.File[0].Mode())
	}
}

func TestNamesThatNoPackageMayHoldAreRefused(t *testing.T) {
	for _, name := range []string{"/etc/passwd", "../up", "a/../../b", "", "."} {
		if err := (Tree{{name, 0o644, nil}}).TarGz(io.Discard, stamp); err == nil {
			t.Errorf("%q was packaged", name)
		}
	}
	if err := (Tree{{"a", 0o644, nil}, {"a", 0o644, nil}}).Zip(io.Discard, stamp); err == nil {
		t.Error("one name was packaged twice")
	}
	if err := (Tree{{"a", 0o666, nil}}).Zip(io.Discard, stamp); err == nil {
		t.Error("a file that everybody may write was packaged")
	}
}

func TestTreeSurvivesTheFileSystem(t *testing.T) {
	dir := t.TempDir()
	want, err := sample().Sorted()
	if err != nil {
		t.Fatal(err)
	}
	if err := want.WriteTo(dir, stamp); err != nil {
		t.Fatal(err)
	}
	got, err := ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(got, want, func(a, b File) bool {
		return a.Name == b.Name && a.Mode == b.Mode && bytes.Equal(a.Data, b.Data)
	}) {
		t.Errorf("got %v, want %v", got, want)
	}
}
