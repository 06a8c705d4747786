//go:build packages

package trial

import (
	"archive/zip"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"doomhost/installers/dist"
	"doomhost/internal/testkit/hosttest"
)

// What a person who downloads and starts it will accept.
const (
	maxSize  = 15_000_000
	maxStart = 150 * time.Millisecond
)

func TestPackagesWithoutFreedoomAreSmall(t *testing.T) {
	for _, target := range dist.Targets() {
		info, err := os.Stat(file(t, older, target.String()))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%6.2f MB  %s", float64(info.Size())/1e6, info.Name())
		if info.Size() > maxSize {
			t.Errorf("%s has %d bytes, at most %d are wanted", info.Name(), info.Size(), maxSize)
		}
	}
}

// One quick start tells that doomhost is quick; slow ones may tell what else the
// machine does, and are tried again.
func TestHostServesSoonAfterItsStart(t *testing.T) {
	dir := t.TempDir()
	run(t, "tar", "-C", dir, "--strip-components=1", "-xzf", file(t, older, "linux/amd64/tar.gz"))
	best := time.Hour
	for try := 0; try < 10 || try < 200 && best > maxStart; try++ {
		took := startedAfter(t, dir)
		t.Logf("%v from start to the lobby page", took.Round(time.Millisecond))
		best = min(best, took)
	}
	if best > maxStart {
		t.Errorf("the quickest start took %v, at most %v is wanted", best, maxStart)
	}
}

// startedAfter starts the program in a folder, waits until it has sent the
// lobby's page, and ends it.
func startedAfter(t *testing.T, dir string) time.Duration {
	t.Helper()
	number := strconv.Itoa(hosttest.FreePort(t))
	cmd := exec.Command(filepath.Join(dir, "doomhost"), "--no-open", "--no-qr", "--no-mdns", "--beside", "--log", "error", "--port", number)
	cmd.Env = append(os.Environ(), "HOME="+dir)
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for {
		if resp, err := http.Get("http://127.0.0.1:" + number + "/"); err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			break
		}
		if time.Since(begin) > patience {
			t.Fatal("it does not answer")
		}
		time.Sleep(time.Millisecond)
	}
	took := time.Since(begin)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("stopped with %v", err)
	}
	return took
}

func TestAnotherBuildGivesEqualBytes(t *testing.T) {
	again := t.TempDir()
	old := syscall.Umask(0o077) // what a builder's umask is must not matter, nor where it builds
	err := build(again, newer, "")
	syscall.Umask(old)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(releases[newer], "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(again, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("first\n%sthen\n%s", want, got)
	}
}

func TestWindowsFilesAreSignedByWhoeverHasAKey(t *testing.T) {
	dir := t.TempDir()
	key, cert, out := filepath.Join(dir, "key.pem"), filepath.Join(dir, "cert.pem"), filepath.Join(dir, "out")
	run(t, "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
		"-subj", "/CN=doomhost trial", "-addext", "extendedKeyUsage=codeSigning")
	hook, err := filepath.Abs("../sign/windows.sh")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("WINDOWS_CERT", cert)
	t.Setenv("WINDOWS_KEY", key)
	t.Setenv("WINDOWS_TIMESTAMP", "none")
	if err := build(out, newer, "none", "--only", "windows/amd64/setup", "--only", "windows/amd64/zip", "--sign-windows", hook); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(filepath.Join(out, filepath.Base(file(t, newer, "windows/amd64/zip"))))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	exe := filepath.Join(dir, "doomhost.exe")
	for _, f := range z.File {
		if filepath.Base(f.Name) != "doomhost.exe" {
			continue
		}
		if err := os.WriteFile(exe, unzip(t, f), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, signed := range []string{exe, filepath.Join(out, filepath.Base(file(t, newer, "windows/amd64/setup")))} {
		if said := run(t, "osslsigncode", "verify", "-CAfile", cert, "-in", signed); !strings.Contains(said, "Signature verification: ok") {
			t.Errorf("%s:\n%s", signed, said)
		}
	}
}
