// Command build builds web/dist, the browser client, from web/src and web/wasm: it compiles
// the engine to WebAssembly, bundles the scripts with esbuild, puts a hash of the content into
// every file name, and compresses large files. It needs nothing but Go.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"doomhost/web/build/wasmbuild"
)

func main() {
	out := flag.String("out", "", "folder for the result (default web/dist in the module)")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "build the client:", err)
		os.Exit(1)
	}
}

func run(out string) error {
	start := time.Now()
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if out == "" {
		out = filepath.Join(root, "web", "dist")
	}
	wasm, err := wasmbuild.Compile(root)
	if err != nil {
		return err
	}
	b := &bundle{files: map[string]string{}}
	b.add("wasm", "engine", ".wasm", wasm)
	if err := b.scripts(filepath.Join(root, "web", "src")); err != nil {
		return err
	}
	if err := b.page(filepath.Join(root, "web", "src")); err != nil {
		return err
	}
	if err := b.write(out); err != nil {
		return err
	}
	b.report(os.Stdout)
	fmt.Printf("client built in %.1f s: %s\n", time.Since(start).Seconds(), out)
	return nil
}

// moduleRoot returns the folder of go.mod for any working directory inside the module.
func moduleRoot() (string, error) {
	gomod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("ask go for the module: %w", err)
	}
	path := strings.TrimSpace(string(gomod))
	if path == "" || path == os.DevNull {
		return "", errors.New("not inside the doomhost module: run it from the source tree")
	}
	return filepath.Dir(path), nil
}
