// Package tiny compiles the smallest Go program for any system, so that the tests
// of the installers have true executables without waiting for doomhost.
package tiny

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const source = "package main\n\nfunc main() { println(\"tiny\") }\n"

// Program is an executable for a system and processor, as Go names them.
func Program(t testing.TB, goos, goarch string) []byte {
	t.Helper()
	dir := t.TempDir()
	src := filepath.Join(dir, "main.go")
	if err := os.WriteFile(src, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "program")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin, src)
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("compile for %s/%s: %v\n%s", goos, goarch, err, out)
	}
	data, err := os.ReadFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
