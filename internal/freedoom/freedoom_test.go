package freedoom

import (
	"archive/tar"
	"archive/zip"
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
)

func quiet(string, int64, int64) {}

func releaseZip(t *testing.T, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range members {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte("IWAD" + name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
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
