// Package wasmbuild compiles web/wasm, the browser's engine, as the client's build and the
// module's tests need it.
package wasmbuild

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Compile compiles the engine to WebAssembly. dir is any folder of the source tree; empty
// means the working directory.
func Compile(dir string) ([]byte, error) {
	scratch, err := os.MkdirTemp("", "doomhost-wasm-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	file := filepath.Join(scratch, "engine.wasm")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false",
		"-ldflags=-s -w", "-o", file, "doomhost/web/wasm")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compile the engine to WebAssembly: %w\n%s", err, text)
	}
	return os.ReadFile(file)
}
