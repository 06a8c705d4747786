package e2e

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// TestPageUnits runs the client's own tests (web/src/tests) in a page.
func TestPageUnits(t *testing.T) {
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
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/tests.js" {
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write(bundle.OutputFiles[0].Contents)
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
