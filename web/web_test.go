package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"testing"
)

// TestClientIsWhole checks the embedded client. It needs `go run ./web/build`
// before, as every program that serves the client does.
func TestClientIsWhole(t *testing.T) {
	m, err := ReadManifest()
	if err != nil {
		t.Fatal(err)
	}
	if err := Built(); err != nil {
		t.Fatal(err)
	}
	if len(m.Engine) != 16 {
		t.Errorf("the engine is called %q", m.Engine)
	}
	index, err := fs.ReadFile(Assets(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"app", "worker", "worklet", "renderer", "style", "wasm"} {
		path := m.Files[part]
		data, err := readFile(path)
		if err != nil {
			t.Errorf("%s: %v", part, err)
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(data)); !strings.Contains(path, "-"+sum[:12]+".") {
			t.Errorf("%s has the sum %s", path, sum)
		} else if part == "wasm" && m.Engine != sum[:16] {
			t.Errorf("the engine is called %s and has the sum %s", m.Engine, sum)
		}
		if !strings.HasPrefix(path, "assets/") || !strings.Contains(string(index), "/"+path) {
			t.Errorf("the page does not name %s", path)
		}
	}
	if !strings.Contains(string(index), m.Engine) || strings.Contains(string(index), "{{") {
		t.Error("the page was not filled in")
	}
}

// A program bears no file twice: for each processor's it would count again.
func TestEachFileIsThereOnce(t *testing.T) {
	files := 0
	err := fs.WalkDir(Assets(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		if ext := path.Ext(name); ext != ".gz" {
			if _, err := fs.Stat(Assets(), name+".gz"); err == nil {
				t.Errorf("%s is there, and compressed, too", name)
			}
			if info, err := d.Info(); err != nil || info.Size() > 64<<10 {
				t.Errorf("%s is not compressed: %v, %v", name, info, err)
			}
		}
		return nil
	})
	if err != nil || files < 8 {
		t.Errorf("%d files, %v", files, err)
	}
}

// readFile reads a file of the client, compressed or not.
func readFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(Assets(), name)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	if data, err = fs.ReadFile(Assets(), name+".gz"); err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
