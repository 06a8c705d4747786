package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"doomhost/internal/replay"
)

// TestPageUnits runs the client's own tests (web/src/tests) in a page.
func TestPageUnits(t *testing.T) {
	beside(t, 1)
	bundle := api.Build(api.BuildOptions{
		EntryPoints: []string{filepath.Join("..", "..", "web", "src", "tests", "main.ts")},
		Bundle:      true,
		Format:      api.FormatIIFE,
		Target:      api.ES2022,
		Loader:      map[string]api.Loader{".txt": api.LoaderText},
		LogLevel:    api.LogLevelSilent,
	})
	for _, e := range bundle.Errors {
		t.Fatalf("bundle the tests: %s", e.Text)
	}
	recording, err := os.Open(filepath.Join("..", "replay", "testdata", "version2.dhr"))
	if err != nil {
		t.Fatal(err)
	}
	defer recording.Close()
	recorded, err := replay.Read(recording)
	if err != nil {
		t.Fatal(err)
	}
	bundles := recorded.Bundles(0, recorded.Tics())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/tests.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write(bundle.OutputFiles[0].Contents)
			return
		case "/version1.dhr", "/version2.dhr":
			http.ServeFile(w, r, filepath.Join("..", "replay", "testdata", r.URL.Path))
			return
		case "/bundles": // of both
			_, _ = w.Write(bundles)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>tests</title><body><script src="tests.js"></script>`))
	}))
	defer server.Close()

	for _, b := range []struct {
		name string
		open func(*testing.T) *page
	}{
		{"Chromium", func(t *testing.T) *page { return open(t, newBrowser(t), "tests", server.URL) }},
		{"Firefox", func(t *testing.T) *page { return newFirefox(t).open(t, "tests", server.URL, "") }},
	} {
		t.Run(b.name, func(t *testing.T) {
			p := b.open(t)
			checks := 0
			for _, r := range eval[[]struct {
				Name     string
				Failures []string
				Checks   int
			}](p, "window.testResults") {
				for _, f := range r.Failures {
					t.Errorf("%s: %s", r.Name, f)
				}
				checks += r.Checks
			}
			if checks < 50 {
				t.Errorf("only %d checks ran", checks)
			}
		})
	}
}
