package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"doomhost/internal/content/wadlib"
)

// upload sends a file as the host's page does, or as a guest if token is empty.
func (h *testHost) upload(name, token string, body io.Reader) (int, map[string]any, error) {
	h.t.Helper()
	req, err := http.NewRequest(http.MethodPost, "http://"+h.addr+"/api/wads?name="+name, body)
	if err != nil {
		h.t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	var answer map[string]any
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		h.t.Fatal(err)
	}
	return resp.StatusCode, answer, nil
}

// folder returns all names in a folder, sorted.
func folder(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// emptyHost starts a host without a game, and returns its folder.
func emptyHost(t *testing.T, cfg Config) (*testHost, string) {
	t.Helper()
	dir := t.TempDir()
	cfg.Library = wadlib.Open(wadlib.Config{
		Dirs: []string{dir}, Folder: dir, UnpackDir: filepath.Join(t.TempDir(), "unpacked"),
		Log: slog.New(slog.DiscardHandler),
	})
	return startHost(t, cfg), dir
}

// The host's page can add files, and guests cannot. The host refuses an unusable file with
// a reason and removes it.
func TestHostPageAddsFiles(t *testing.T) {
	t.Parallel()
	h, dir := emptyHost(t, Config{Limits: Limits{Upload: 4000}})
	game := tinyWAD("IWAD", "E1M1", "THINGS")
	for _, token := range []string{"", "wrong"} {
		code, answer, err := h.upload("game.wad", token, bytes.NewReader(game))
		if err != nil || code != http.StatusForbidden || !strings.Contains(answer["error"].(string), "only the host") {
			t.Errorf("with token %q: %d, %v, %v", token, code, answer, err)
		}
	}
	for _, c := range []struct {
		name, what string
		data       []byte
		code       int
		reason     string
	}{
		{"a.wad", "no WAD", []byte("nonsense"), 422, "it is no WAD"},
		{"a.zip", "no zip", []byte("nonsense"), 422, "it is no zip archive"},
		{"a.rar", "another archive", []byte("Rar!"), 422, "unpack it"},
		{"a.txt", "a text", []byte("hello"), 422, "no DEHACKED patch"},
		{"a.wad", "an empty file", nil, 422, "it is empty"},
		{"a.wad", "half a WAD", game[:len(game)-20], 422, "fetch it again"},
		{"a.wad", "a large one", append(bytes.Clone(game), make([]byte, 4000)...), 413, "put it into " + dir},
	} {
		code, answer, err := h.upload(c.name, "hosttoken", bytes.NewReader(c.data))
		if err != nil || code != c.code || !strings.Contains(fmt.Sprint(answer["error"]), c.reason) {
			t.Errorf("%s: %d, %v, %v; want %d %q", c.what, code, answer, err, c.code, c.reason)
		}
	}
	// The request does not declare the size of this file.
	code, answer, err := h.upload("a.wad", "hosttoken",
		io.MultiReader(bytes.NewReader(game), bytes.NewReader(make([]byte, 4000))))
	if err != nil || code != 413 {
		t.Errorf("a file of unknown size over the limit: %d, %v, %v", code, answer, err)
	}
	if left := folder(t, dir); len(left) != 0 {
		t.Errorf("%v is left of refused files", left)
	}
	code, answer, err = h.upload("game.wad", "hosttoken", bytes.NewReader(game))
	added, _ := answer["added"].(map[string]any)
	if err != nil || code != 200 || added["name"] != "game.wad" || added["before"] != false ||
		len(added["wads"].([]any)) != 1 || len(answer["wads"].([]any)) != 1 {
		t.Errorf("a game: %d, %v, %v", code, answer, err)
	}
	_, answer, _ = h.upload("again.wad", "hosttoken", bytes.NewReader(game))
	if answer["added"].(map[string]any)["before"] != true {
		t.Errorf("the same file again: %v", answer)
	}
	if left := folder(t, dir); !slices.Equal(left, []string{"game.wad"}) {
		t.Errorf("the folder has %v", left)
	}
}

func TestHostWithoutUploads(t *testing.T) {
	t.Parallel()
	h, dir := emptyHost(t, Config{Limits: Limits{Upload: -1}})
	code, answer, err := h.upload("a.wad", "hosttoken", bytes.NewReader(tinyWAD("PWAD")))
	if err != nil || code != 403 || !strings.Contains(answer["error"].(string), dir) {
		t.Errorf("%d, %v, %v", code, answer, err)
	}
	if _, list := h.get("/api/wads", "Authorization: Bearer hosttoken"); strings.Contains(list, "limit") {
		t.Errorf("the page gets a limit: %s", list)
	}
}

// The host accepts one upload at a time. A broken upload leaves no file, and the next one
// succeeds.
func TestBrokenUploadLeavesNoFile(t *testing.T) {
	t.Parallel()
	h, dir := emptyHost(t, Config{})
	r, w := io.Pipe()
	first := make(chan error, 1)
	go func() {
		_, _, err := h.upload("first.wad", "hosttoken", r)
		first <- err
	}()
	if _, err := w.Write(tinyWAD("PWAD", "E1M1", "THINGS")[:20]); err != nil {
		t.Fatal(err)
	}
	awaitFolder(t, dir, 1) // the upload has begun
	code, answer, err := h.upload("second.wad", "hosttoken", bytes.NewReader(tinyWAD("PWAD")))
	if err != nil || code != 409 || !strings.Contains(answer["error"].(string), "after it") {
		t.Errorf("a second upload meanwhile: %d, %v, %v", code, answer, err)
	}
	gone := errors.New("the page is gone")
	_ = w.CloseWithError(gone)
	if err := <-first; !errors.Is(err, gone) {
		t.Errorf("the first upload: %v", err)
	}
	awaitFolder(t, dir, 0)
	// The host ends the upload shortly after it removes the file.
	deadline := time.Now().Add(patienceOfTests)
	code = 0
	for ; code != 200 && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		code, _, _ = h.upload("second.wad", "hosttoken", bytes.NewReader(tinyWAD("PWAD", "E1M1", "THINGS")))
	}
	if code != 200 {
		t.Errorf("afterwards: %d", code)
	}
}

// awaitFolder waits until a folder has n entries.
func awaitFolder(t *testing.T, dir string, n int) {
	t.Helper()
	for deadline := time.Now().Add(patienceOfTests); len(folder(t, dir)) != n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the folder has %v, want %d files", folder(t, dir), n)
		}
	}
}

// A host that shuts down first removes the file of a running upload.
func TestShutdownRemovesPartialUpload(t *testing.T) {
	t.Parallel()
	h, dir := emptyHost(t, Config{})
	r, w := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _, _ = h.upload("a.wad", "hosttoken", r)
	}()
	if _, err := w.Write([]byte("PWAD")); err != nil {
		t.Fatal(err)
	}
	awaitFolder(t, dir, 1)
	h.stop()
	if left := folder(t, dir); len(left) != 0 {
		t.Errorf("%v is left", left)
	}
	_ = w.Close()
	<-done
}

// A slow upload may take longer than requestTime; a silent one is cut off.
func TestSilentUploadsAreCutOff(t *testing.T) {
	t.Parallel()
	h, dir := emptyHost(t, Config{requestTime: 3 * time.Second})
	r, w := io.Pipe()
	go func() {
		data := tinyWAD("PWAD", "E1M1", "THINGS")
		for i := 0; i < len(data); i += len(data)/8 + 1 {
			time.Sleep(500 * time.Millisecond)
			_, _ = w.Write(data[i:min(len(data), i+len(data)/8+1)])
		}
		_ = w.Close()
	}()
	start := time.Now()
	code, answer, err := h.upload("slow.wad", "hosttoken", r)
	if err != nil || code != 200 {
		t.Errorf("a slow upload: %d, %v, %v", code, answer, err)
	}
	if d := time.Since(start); d < 3*time.Second {
		t.Errorf("it took %v: no longer than a request may", d)
	}
	r, w = io.Pipe()
	defer w.Close()
	go func() { _, _ = w.Write([]byte("PWAD")) }()
	code, answer, err = h.upload("silent.wad", "hosttoken", r)
	if err == nil && code != 408 {
		t.Errorf("a silent upload: %d, %v", code, answer)
	}
	awaitFolder(t, dir, 1) // the slow upload's file
}

// Each failure has a status and a text that says what to do.
func TestUploadFailuresSayWhatToDo(t *testing.T) {
	t.Parallel()
	h, dir := emptyHost(t, Config{})
	for _, c := range []struct {
		err  error
		code int
		says string
	}{
		{fmt.Errorf("write: %w", wadlib.ErrDiskFull), 507, "make room"},
		{wadlib.ErrNoFolder, 500, "--wads"},
		{&fs.PathError{Op: "read", Path: "body", Err: os.ErrDeadlineExceeded}, 408, "add it again"},
		{&http.MaxBytesError{}, 413, dir},
		{&wadlib.RefusedError{Reason: "it is empty"}, 422, "it is empty"},
	} {
		if code, reason := h.uploadFailure(c.err); code != c.code || !strings.Contains(reason, c.says) {
			t.Errorf("%v: %d %q, want %d %q", c.err, code, reason, c.code, c.says)
		}
	}
}
