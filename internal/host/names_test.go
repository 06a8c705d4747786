package host

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestOwnNames(t *testing.T) {
	n := namesOf("Den.example.org", []string{"arcade.test"}, func() []string {
		return []string{"office.example.com.", "Fritz.Box", "com", "co.uk", "github.io", "workgroup", ""}
	})
	for host, want := range map[string]bool{
		"den": true, "DEN:8666": true, "den.example.org": true, "den.example.org.:8666": true, "arcade.test": true,
		"localhost": true, "LocalHost:1": true, "127.0.0.1:8666": true, "[::1]:8666": true, "::1": true, "[::1]": true, "[::ffff:127.0.0.1]:80": true,

		"den.local": true, "den.lan": true, "Den.Lan:8666": true, "den.lan.": true, "den.lan.:8666": true, "den.home": true, "den.home.arpa": true,
		"den.fritz.box": true, "den.speedport.ip": true, "den.localdomain": true, "den.internal": true, "den.localhost": true,
		"den.office.example.com": true, "DEN.office.example.com.:80": true, "den.workgroup": true,

		"den.evil.com": false, "den.com": false, "den.co.uk": false, "den.github.io": false, "den.box": false,
		"other.lan": false, "other.fritz.box": false, "other.office.example.com": false, "office.example.com": false,
		"x.den.lan": false, "den.lan.evil.com": false, "den.lan.example.org": false, "den.fritz.box.evil.com": false, "notden.lan": false,
		"lan": false, ".lan": false, "den.": true, "den..lan": false, "den.lan..": false, "": false, ".": false, ":8666": false,
		"[den.lan]": true, "203.0.113.9": false, "[2001:db8::9]:8666": false,
		"evil.com": false, "localhost.evil.com": false, "127.0.0.1.evil.com": false, "[fe80::1%25evil.com]": false,
	} {
		if got := n.own(host); got != want {
			t.Errorf("Host %q: own is %v", host, got)
		}
	}
}

// A machine without a name does not accept every name.
func TestHostWithoutName(t *testing.T) {
	n := namesOf("", nil, func() []string { return []string{"example.com"} })
	for _, host := range []string{".lan", "lan", ".example.com", "example.com", ""} {
		if n.own(host) {
			t.Errorf("Host %q is own", host)
		}
	}
}

// A change of network brings new search domains.
func TestSearchDomainsAreReadAgain(t *testing.T) {
	domains := []string{"a.example.com"}
	n := namesOf("den", nil, func() []string { return domains })
	if !n.own("den.a.example.com") || n.own("den.b.example.com") {
		t.Fatal("the first network's names are not own")
	}
	domains = []string{"b.example.com"}
	n.looked = n.looked.Add(-2 * addrsAge)
	if !n.own("den.b.example.com") || n.own("den.a.example.com") {
		t.Error("the second network's names are not own")
	}
}

func TestGuardAcceptsOwnOriginsOnly(t *testing.T) {
	n := namesOf("den", nil, func() []string { return nil })
	h := n.guard(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	for _, c := range []struct {
		host, origin string
		want         int
	}{
		{"den.lan:8666", "", http.StatusNoContent},
		{"den.lan:8666", "http://DEN.lan:8666", http.StatusNoContent},
		{"den.lan.:8666", "http://den.lan.:8666", http.StatusNoContent},
		{"[::1]:8666", "http://[::1]:8666", http.StatusNoContent},
		{"den.lan:8666", "http://den.local:8666", http.StatusForbidden}, // another site for a browser
		{"den.lan:8666", "http://den.lan:8667", http.StatusForbidden},   // another server on the machine
		{"den.lan:8666", "http://evil.com", http.StatusForbidden},
		{"den.lan:8666", "http://den.lan.evil.com:8666", http.StatusForbidden},
		{"den.lan:8666", "null", http.StatusForbidden},
		{"den.evil.com", "http://den.evil.com", http.StatusForbidden},
	} {
		r := httptest.NewRequest(http.MethodGet, "/api/info", nil)
		r.Host = c.host
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("Host %q, Origin %q: status %d", c.host, c.origin, w.Code)
		}
	}
}
