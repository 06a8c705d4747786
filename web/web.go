// Package web holds the browser client as files to be served: the page, its
// script, the Worker's script and the engine as WebAssembly.
//
// The sources are web/src (TypeScript) and web/wasm (Go). `go run ./web/build`
// makes web/dist out of them, and this package embeds what it finds there at
// compile time. A binary that was compiled before that holds no client: Built
// says so. The package starts nothing and keeps no state.
package web

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

// The client's TypeScript has its constants, messages and exports of the engine from Go.
//
//go:generate go run doomhost/internal/tools/tsgen ..

//go:embed all:dist
var dist embed.FS

// ErrNotBuilt is what Built and ReadManifest return when the client was not
// there at the time the program was compiled.
var ErrNotBuilt = errors.New("the browser client is not in this binary: run `go run ./web/build`, then build doomhost again")

// ManifestName is the file in Assets that describes the others.
const ManifestName = "manifest.json"

// Manifest is what the build knows about its result.
type Manifest struct {
	// Engine identifies the engine's bytes: the first 16 hexadecimal digits of
	// the SHA-256 of the wasm file. Engines of the same build can exchange
	// snapshots.
	Engine string `json:"engine"`
	// Files names the built file of each part: "app", "worker", "worklet",
	// "renderer", "style" and "wasm". The names carry a hash of the content, so that they may be cached
	// for ever. Only index.html and the manifest keep their names.
	Files map[string]string `json:"files"`
}

// Assets is the built client: index.html, the manifest, icon.svg, and a folder
// assets/ whose files never change under their names. Each file is there once:
// in place of a large NAME stands NAME.gz, the same compressed with gzip.
func Assets() fs.FS {
	sub, err := fs.Sub(dist, "dist")
	if err != nil {
		return dist // not reached: "dist" is a valid path
	}
	return sub
}

// Built reports whether the client is in this binary; the error is ErrNotBuilt
// when it isn't.
func Built() error {
	_, err := ReadManifest()
	return err
}

// ReadManifest reads what the build wrote about its result.
func ReadManifest() (Manifest, error) {
	var m Manifest
	data, err := fs.ReadFile(dist, "dist/"+ManifestName)
	if err != nil {
		return m, ErrNotBuilt
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("read the client's manifest: %w", err)
	}
	return m, nil
}
