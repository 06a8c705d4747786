package freedoom

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"doomhost/internal/testkit/testfiles"
)

func quiet(string, int64, int64) {}

func releaseZip(t *testing.T, members ...string) []byte {
	t.Helper()
	var files []testfiles.Member
	for _, name := range members {
		files = append(files, testfiles.Member{Name: name, Data: []byte("IWAD" + name)})
	}
	return testfiles.Zip(t, files...)
}

func serve(t *testing.T, body []byte) download {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }))
	t.Cleanup(srv.Close)
	sum := sha256.Sum256(body)
	return download{url: srv.URL, sha256: hex.EncodeToString(sum[:])}
}

func TestReleaseIsUnpackedByBaseName(t *testing.T) {
	dir := t.TempDir()
	d := serve(t, releaseZip(t, "freedoom-9/freedoom1.wad", "../../freedoom2.wad", "freedoom-9/README.txt"))
	if err := fromRelease(context.Background(), dir, d, quiet); err != nil {
		t.Fatal(err)
	}
	if _, ok := Find(dir); !ok {
		t.Fatal("both phases should be there")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Fatalf("folder holds %d entries, want the two WADs alone", len(entries))
	}
}

func TestWrongChecksumLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	d := serve(t, releaseZip(t, "freedoom1.wad", "freedoom2.wad"))
	d.sha256 = hex.EncodeToString(make([]byte, 32))
	if err := fromRelease(context.Background(), dir, d, quiet); err == nil {
		t.Fatal("a release of other bytes was taken")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Fatalf("folder holds %d entries, want none", len(entries))
	}
}

func TestReleaseWithoutBothPhasesIsAnError(t *testing.T) {
	d := serve(t, releaseZip(t, "freedoom1.wad"))
	if err := fromRelease(context.Background(), t.TempDir(), d, quiet); err == nil {
		t.Fatal("half a release was taken")
	}
}

func TestServerErrorIsAnError(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	if err := fromRelease(context.Background(), t.TempDir(), download{url: srv.URL}, quiet); err == nil {
		t.Fatal("404 was taken for a release")
	}
}

func TestTruncatedPackageKeepsNoWAD(t *testing.T) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: "./usr/share/games/doom/freedoom1.wad", Size: 100, Mode: 0o644, Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(make([]byte, 50)); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := takeWADsFromTar(&b, dir); err == nil {
		t.Fatal("a truncated package was taken")
	}
	if _, err := os.Stat(filepath.Join(dir, "freedoom1.wad")); !errors.Is(err, os.ErrNotExist) {
		t.Fatal("half a WAD was left")
	}
}

func TestFetchLeavesACompleteFolderAlone(t *testing.T) {
	dir := t.TempDir()
	for _, name := range Names[:2] {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("IWAD"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // any attempt to reach a network would fail
	if err := Fetch(ctx, dir, quiet); err != nil {
		t.Fatal(err)
	}
}

func TestSourceIsAnAddressWithItsSum(t *testing.T) {
	sum := hex.EncodeToString(make([]byte, 32))
	for text, want := range map[string]Source{
		"": {}, "http://10.0.0.1:8000/f.zip#sha256=" + sum: {"http://10.0.0.1:8000/f.zip", sum},
	} {
		if got, err := ParseSource(text); got != want || err != nil {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"http://x/f.zip", "http://x/f.zip#sha256=12", "file:///f.zip#sha256=" + sum, "#sha256=" + sum,
		"http://x/f.zip#md5=" + sum,
	} {
		if got, err := ParseSource(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// A configured source is the only one that is asked; what a killed fetch left behind is
// removed.
func TestOwnSourceIsFetched(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".apt-1/freedoom.deb", ".freedoom1.wad-1", "mine.wad"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := serve(t, releaseZip(t, "freedoom1.wad", "freedoom2.wad"))
	var told int64
	err := Source{d.url, d.sha256}.Fetch(context.Background(), dir, func(_ string, done, _ int64) { told = done })
	if err != nil || told == 0 {
		t.Fatalf("%v, told of %d bytes", err, told)
	}
	var names []string
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if err != nil || len(names) != 3 || names[2] != "mine.wad" {
		t.Errorf("the folder has %v, %v", names, err)
	}
	err = Source{d.url, hex.EncodeToString(make([]byte, 32))}.Fetch(context.Background(), t.TempDir(), quiet)
	if err == nil || errors.Is(err, ErrNoNetwork) {
		t.Errorf("other bytes than named: %v", err)
	}
}
