// Package testfiles reads and writes the archives of tests, and makes their folders.
package testfiles

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"slices"
	"testing"
)

// Unpack returns the content of a gzip file.
func Unpack(t testing.TB, path string) []byte {
	t.Helper()
	packed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return data
}

// Member is a file in an archive.
type Member struct {
	Name string
	Data []byte
}

// Zip returns a zip archive of the members, in their order.
func Zip(t testing.TB, members ...Member) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.Create(m.Name)
		if err == nil {
			_, err = w.Write(m.Data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// ZipOf returns a zip archive of files by name, sorted.
func ZipOf(t testing.TB, files map[string][]byte) []byte {
	t.Helper()
	var members []Member
	for _, name := range slices.Sorted(maps.Keys(files)) {
		members = append(members, Member{name, files[name]})
	}
	return Zip(t, members...)
}

// Unzip returns the files of a zip archive by name.
func Unzip(t testing.TB, path string) map[string][]byte {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = z.Close() }()
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatalf("%s: %s: %v", path, f.Name, err)
		}
		if err := r.Close(); err != nil {
			t.Fatalf("%s: %s: %v", path, f.Name, err)
		}
	}
	return files
}

// ShortDir returns a folder for the test whose path is short enough for a Unix socket.
func ShortDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "dh")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
