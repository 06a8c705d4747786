package e2e

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
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
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><title>tests</title>"))
	}))
	defer server.Close()

	type result struct {
		Name     string
		Failures []string
		Checks   int
	}
	ctx, cancel := context.WithTimeout(newBrowser(t), 30*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL)); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool](string(bundle.OutputFiles[0].Contents)+";true")); err != nil {
		t.Fatal(err)
	}
	results, err := chromedp.Run(ctx, chromedp.Evaluate[[]result]("window.testResults", chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	checks := 0
	for _, r := range results {
		for _, f := range r.Failures {
			t.Errorf("%s: %s", r.Name, f)
		}
		checks += r.Checks
	}
	if checks < 50 {
		t.Errorf("only %d checks ran", checks)
	}
}
