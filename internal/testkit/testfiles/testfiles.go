// Package testfiles reads compressed files of tests.
package testfiles

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
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
