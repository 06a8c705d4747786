package host

import (
	"strings"
	"testing"
)

func TestUnknownAddressShowsAPage(t *testing.T) {
	h := startHost(t, Config{})
	const browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"
	resp, body := h.get("/replay/%3Cscript%3E", browser)
	if resp.StatusCode != 404 || resp.Header.Get("Content-Type") != "text/html; charset=utf-8" || resp.Header.Get("Content-Security-Policy") != contentPolicy {
		t.Errorf("answered %d with %v", resp.StatusCode, resp.Header)
	}
	if !strings.Contains(body, `href="/"`) || !strings.Contains(body, "/replay/&lt;script&gt;") || strings.Contains(body, "<script") {
		t.Errorf("the page has no link to the lobby, or echoes the path unescaped: %s", body)
	}
	for _, outside := range []string{"src=", "url(", "@import", "http:", "https:"} {
		if strings.Contains(body, outside) {
			t.Errorf("the page loads another file: it contains %q", outside)
		}
	}
	for path, want := range map[string]string{"/nothing": "text/plain; charset=utf-8", "/api/nothing": "application/json"} {
		accept := "Accept: */*"
		if strings.HasPrefix(path, "/api/") {
			accept = browser
		}
		resp, _ := h.get(path, accept)
		if got := resp.Header.Get("Content-Type"); resp.StatusCode != 404 || !strings.HasPrefix(got, want) {
			t.Errorf("%s: answered %d with %s, want %s", path, resp.StatusCode, got, want)
		}
	}
}
