package host

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// get requests a path from the host with headers of the form "Name: value".
func (h *testHost) get(path string, headers ...string) (*http.Response, string) {
	h.t.Helper()
	return h.do(http.MethodGet, path, headers...)
}

func (h *testHost) do(method, path string, headers ...string) (*http.Response, string) {
	h.t.Helper()
	req, err := http.NewRequest(method, "http://"+h.addr+path, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		if name == "Host" {
			req.Host = value
			continue
		}
		req.Header.Set(name, value)
	}
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return resp, string(body)
}

func (h *testHost) post(path, token string) int {
	h.t.Helper()
	resp, _ := h.do(http.MethodPost, path, "Authorization: Bearer "+token)
	return resp.StatusCode
}

func TestForgedHostAndOriginAreRefused(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{Names: []string{"Party.local"}})
	_, port, _ := strings.Cut(h.addr, ":")
	cases := []struct {
		headers []string
		want    int
	}{
		{nil, 200},
		{[]string{"Host: localhost:" + port}, 200},
		{[]string{"Host: party.local"}, 200},
		{[]string{"Host: PARTY.LOCAL.:" + port}, 200},
		{[]string{"Host: [::1]:" + port}, 200},
		{[]string{"Host: evil.example"}, 403},
		{[]string{"Host: localhost.evil.example"}, 403},
		{[]string{"Host: 127.0.0.1.evil.example"}, 403},
		{[]string{"Host: 203.0.113.77"}, 403},
		{[]string{"Origin: http://" + h.addr}, 200},
		{[]string{"Origin: http://evil.example"}, 403},
		{[]string{"Origin: null"}, 403},
		{[]string{"Origin: http://localhost:1"}, 403},
		{[]string{"Sec-Fetch-Site: cross-site"}, 403},
		{[]string{"Sec-Fetch-Site: same-site"}, 403},
		{[]string{"Sec-Fetch-Site: same-origin"}, 200},
		{[]string{"Sec-Fetch-Site: none"}, 200},
		{[]string{"Host: evil.example", "Origin: http://evil.example"}, 403},
	}
	for _, c := range cases {
		if resp, _ := h.get("/api/info", c.headers...); resp.StatusCode != c.want {
			t.Errorf("%v: status %d, want %d", c.headers, resp.StatusCode, c.want)
		}
	}
	if resp, _ := h.get("/", "Sec-Fetch-Site: cross-site"); resp.StatusCode == 403 {
		t.Error("a link from another page does not open the lobby")
	}
	if _, err := h.tryDial("/ws/lobby", http.Header{"Origin": {"http://evil.example"}}); err == nil {
		t.Error("a foreign page opens a lobby socket")
	}
	if c, err := h.tryDial("/ws/lobby", http.Header{"Origin": {"http://" + h.addr}}); err != nil {
		t.Errorf("the host's own page: %v", err)
	} else {
		c.hear("welcome", nil)
	}
}

func TestInfoReportsTheState(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{
		Name: "Den", Version: "v1",
		Addresses: func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.168.7.7")} },
	})
	h.dial("/ws/lobby").hear("welcome", nil)
	_, body := h.get("/api/info")
	var got Info
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	_, port, _ := strings.Cut(h.addr, ":")
	if got.Name != "Den" || got.Version != "v1" || got.Protocol != 1 || got.State != "lobby" || got.Players != 1 ||
		got.MaxPlayers != 4 || got.WAD != "game.wad" || got.Map != "E1M1" || got.ID != h.ID() ||
		len(got.Addresses) != 1 || got.Addresses[0] != "http://192.168.7.7:"+port {
		t.Errorf("info %s", body)
	}
	for format, mime := range map[string]string{"": "image/svg+xml", "svg": "image/svg+xml", "png": "image/png"} {
		resp, _ := h.get("/api/qr?format=" + format)
		if got := resp.Header.Get("Content-Type"); resp.StatusCode != 200 || got != mime {
			t.Errorf("QR code %q: %d, %s", format, resp.StatusCode, got)
		}
	}
	if resp, _ := h.get("/api/nothing"); resp.StatusCode != 404 {
		t.Errorf("unknown API: %d", resp.StatusCode)
	}
	if resp, _ := h.get("/api/session/snapshot"); resp.StatusCode != 404 {
		t.Errorf("no snapshot: %d", resp.StatusCode)
	}
}

func TestWADsAreServedByTheirContent(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	_, body := h.get("/api/wads")
	var list struct {
		WADs []struct {
			ID, Name, Kind string
			Size           int64
			Maps           []string
		}
	}
	if err := json.Unmarshal([]byte(body), &list); err != nil || len(list.WADs) != 2 {
		t.Fatalf("%s: %v", body, err)
	}
	game := list.WADs[0]
	if game.Name != "game.wad" || game.Kind != "iwad" || len(game.Maps) != 2 || len(game.ID) != 64 {
		t.Fatalf("%+v", game)
	}
	resp, whole := h.get("/wads/" + game.ID)
	if int64(len(whole)) != game.Size || !strings.HasPrefix(whole, "IWAD") {
		t.Errorf("%d bytes, want %d", len(whole), game.Size)
	}
	if c := resp.Header.Get("Cache-Control"); !strings.Contains(c, "immutable") {
		t.Errorf("Cache-Control %q", c)
	}
	etag := resp.Header.Get("ETag")
	if resp, _ := h.get("/wads/"+game.ID, "If-None-Match: "+etag); resp.StatusCode != 304 {
		t.Errorf("the same again: %d", resp.StatusCode)
	}
	if resp, part := h.get("/wads/"+game.ID, "Range: bytes=4-7"); resp.StatusCode != 206 || part != whole[4:8] {
		t.Errorf("range: %d, %q", resp.StatusCode, part)
	}
	for _, path := range []string{"/wads/game.wad", "/wads/..%2f..%2fetc%2fpasswd", "/wads/" + strings.Repeat("0", 64)} {
		if resp, _ := h.get(path); resp.StatusCode != 404 {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
	if got := h.post("/api/wads/reload", "wrong"); got != 403 {
		t.Errorf("reload without the token: %d", got)
	}
	if got := h.post("/api/wads/reload", "hosttoken"); got != 200 {
		t.Errorf("reload: %d", got)
	}
}

func TestLobbyChecksParamsAgainstTheLibrary(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	lobby := h.dial("/ws/lobby")
	params := lobby.hear("roster", nil)["params"].(map[string]any)
	if id, _ := params["wadId"].(string); params["wad"] != "game.wad" || len(id) != 64 {
		t.Errorf("a new lobby has %v", params)
	}
	for _, c := range []struct{ params, reason string }{
		{`{"wad":"nothing.wad"}`, "no WAD"},
		{`{"wad":"more.wad"}`, "addition"},
		{`{"map":7}`, "no map E1M7"},
		{`{"pwads":["more.wad"]}`, "no WAD with the id"},
		{`{"wad":"../game.wad"}`, "no WAD"},
	} {
		lobby.say(`{"t":"params","params":` + c.params + `}`)
		if reason := lobby.hear("error", nil)["reason"].(string); !strings.Contains(reason, c.reason) {
			t.Errorf("%s: %s", c.params, reason)
		}
	}
	lobby.say(`{"t":"params","params":{"wad":"GAME","map":2}}`)
	lobby.hear("roster", func(m map[string]any) bool {
		p := m["params"].(map[string]any)
		return p["wad"] == "GAME" && p["map"] == 2.0 && p["wadId"] == params["wadId"]
	})
}

// The program contains the client once, compressed where that saves space.
func TestClientFilesHaveTheirTypes(t *testing.T) {
	t.Parallel()
	packed := gzipped(t, "plain module")
	h := startHost(t, Config{Assets: fstest.MapFS{
		"index.html":         {Data: []byte("<!doctype html>page")},
		"assets/a-1.js":      {Data: []byte("script")},
		"assets/e-1.wasm.gz": {Data: []byte(packed)},
		"assets/bad.js.gz":   {Data: []byte("no gzip")},
	}})
	cases := []struct {
		path, accept             string
		mime, encoding, body, cc string
	}{
		{"/", "", "text/html; charset=utf-8", "", "<!doctype html>page", "no-cache"},
		{"/assets/a-1.js", "gzip, br", "text/javascript; charset=utf-8", "", "script", "public, max-age=31536000, immutable"},
		{"/assets/e-1.wasm", "", "application/wasm", "", "plain module", "public, max-age=31536000, immutable"},
		{"/assets/e-1.wasm", "gzip, deflate", "application/wasm", "gzip", packed, "public, max-age=31536000, immutable"},
		{"/assets/e-1.wasm", "br, zstd, gzip;q=0.5", "application/wasm", "gzip", packed, "public, max-age=31536000, immutable"},
		{"/assets/e-1.wasm", "br", "application/wasm", "", "plain module", "public, max-age=31536000, immutable"},
		{"/assets/e-1.wasm", "br;q=0, gzip;q=0", "application/wasm", "", "plain module", "public, max-age=31536000, immutable"},
	}
	for _, c := range cases {
		resp, body := h.get(c.path, "Accept-Encoding: "+c.accept)
		if resp.StatusCode != 200 || body != c.body || resp.Header.Get("Content-Type") != c.mime ||
			resp.Header.Get("Content-Encoding") != c.encoding || resp.Header.Get("Cache-Control") != c.cc {
			t.Errorf("%s (%s): %d %q, %v", c.path, c.accept, resp.StatusCode, body, resp.Header)
		}
		if resp, _ := h.get(c.path, "Accept-Encoding: "+c.accept, "If-None-Match: "+resp.Header.Get("ETag")); resp.StatusCode != 304 {
			t.Errorf("%s again: %d", c.path, resp.StatusCode)
		}
	}
	for _, path := range []string{"/nothing", "/assets/", "/../host.go", "/assets/e-1.wasm.gz", "/assets/bad.js"} {
		if resp, _ := h.get(path); resp.StatusCode == 200 {
			t.Errorf("%s is served", path)
		}
	}
	if resp, _ := h.get("/"); resp.Header.Get("X-Content-Type-Options") != "nosniff" || resp.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("headers %v", resp.Header)
	}
}

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPageWithoutAClientSaysWhatToDo(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	resp, body := h.get("/")
	if resp.StatusCode != 503 || !strings.Contains(body, "make build") {
		t.Errorf("%d: %s", resp.StatusCode, body)
	}
}

// Only the host learns which files of its folder are unusable.
func TestOnlyTheHostSeesUnusedFiles(t *testing.T) {
	t.Parallel()
	dir := testWADs(t)
	if err := os.WriteFile(filepath.Join(dir, "a.rar"), []byte("Rar!"), 0o644); err != nil {
		t.Fatal(err)
	}
	h := startHost(t, Config{Library: libraryOf(dir)})
	_, mine := h.get("/api/wads", "Authorization: Bearer "+h.AdminToken())
	if !strings.Contains(mine, `"unused":[{"name":"a.rar","reason":"doomhost cannot open RAR archives`) {
		t.Errorf("the host gets %s", mine)
	}
	if _, theirs := h.get("/api/wads"); strings.Contains(theirs, "a.rar") {
		t.Errorf("guests get %s", theirs)
	}
}
