package web

import (
	"io/fs"
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
	for _, part := range []string{"app", "worker", "worklet", "style", "wasm"} {
		path := m.Files[part]
		data, err := fs.ReadFile(Assets(), path)
		if err != nil || len(data) == 0 {
			t.Errorf("%s: %v", part, err)
		}
		if _, err := fs.Stat(Assets(), path+".gz"); err != nil {
			t.Errorf("%s is not there compressed: %v", part, err)
		}
		if !strings.HasPrefix(path, "assets/") || !strings.Contains(string(index), "/"+path) {
			t.Errorf("the page does not name %s", path)
		}
	}
	if !strings.Contains(string(index), m.Engine) || strings.Contains(string(index), "{{") {
		t.Error("the page was not filled in")
	}
}
