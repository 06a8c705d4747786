// Package tiny has what the tests of the installers package: the smallest Go
// program, compiled for any system, so that they have true executables without
// waiting for doomhost, and a release.
package tiny

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"doomhost/installers/product"
)

const source = "package main\n\nfunc main() { println(\"tiny\") }\n"

// Release is a release of a version as git describes it, made at a fixed time.
func Release(t testing.TB, describe string) product.Product {
	t.Helper()
	v, err := product.ParseVersion(describe, 77)
	if err != nil {
		t.Fatal(err)
	}
	return product.Product{Version: v, Stamp: time.Unix(1700000000, 0).UTC(), Maintainer: product.DefaultMaintainer}
}

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
