package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"doomhost/web"
)

// output is one file of the result.
type output struct {
	path    string // relative to dist, with slashes
	content []byte
	packed  []byte // the gzipped content, which is written in place of content; nil if there is none
}

// file returns the path and the bytes to write.
func (o output) file() (path string, content []byte) {
	if o.packed != nil {
		return o.path + ".gz", o.packed
	}
	return o.path, o.content
}

// bundle collects the result in memory and writes it in one go. A failed build leaves the last
// good one alone.
type bundle struct {
	outputs []output
	files   map[string]string // the manifest: part to path
	engine  string
}

// add adds a file under a name that carries its hash.
func (b *bundle) add(part, name, ext string, content []byte) {
	sum := sha256.Sum256(content)
	digest := hex.EncodeToString(sum[:])
	path := "assets/" + name + "-" + digest[:12] + ext
	b.files[part] = path
	b.outputs = append(b.outputs, output{path: path, content: content})
	if part == "wasm" {
		b.engine = digest[:16]
	}
}

// scripts bundles the style sheet and the scripts of the page, the Workers and the audio
// thread.
func (b *bundle) scripts(src string) error {
	for _, s := range []struct{ part, entry, ext string }{
		{"worker", "worker/main.ts", ".js"},
		{"worklet", "worklet/main.ts", ".js"},
		{"renderer", "renderer/main.ts", ".js"},
		{"app", "page/main.ts", ".js"},
		{"style", "page/style.css", ".css"},
	} {
		result := api.Build(api.BuildOptions{
			EntryPoints:       []string{filepath.Join(src, s.entry)},
			Bundle:            true,
			MinifyWhitespace:  true,
			MinifyIdentifiers: true,
			MinifySyntax:      true,
			Format:            api.FormatIIFE,
			Target:            api.ES2020,
			Charset:           api.CharsetUTF8,
			LegalComments:     api.LegalCommentsNone,
			LogLevel:          api.LogLevelSilent,
			Loader:            map[string]api.Loader{".svg": api.LoaderDataURL},
		})
		if len(result.Errors) > 0 {
			lines := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
			return errors.New(strings.Join(lines, "\n"))
		}
		if len(result.OutputFiles) != 1 {
			return fmt.Errorf("bundle %s: %d files came out, want 1", s.entry, len(result.OutputFiles))
		}
		b.add(s.part, s.part, s.ext, result.OutputFiles[0].Contents)
	}
	return nil
}

// page fills the built names into index.html: {{app}} and the like, and {{engine}} for the
// engine's identity.
func (b *bundle) page(src string) error {
	html, err := os.ReadFile(filepath.Join(src, "page", "index.html"))
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(string(html), "{{engine}}", b.engine)
	for part, path := range b.files {
		text = strings.ReplaceAll(text, "{{"+part+"}}", "/"+path)
	}
	if at := strings.Index(text, "{{"); at >= 0 {
		return fmt.Errorf("index.html: nothing is known for %.20q", text[at:])
	}
	icon, err := os.ReadFile(filepath.Join(src, "page", "icon.svg"))
	if err != nil {
		return err
	}
	manifest, err := json.MarshalIndent(web.Manifest{Engine: b.engine, Files: b.files}, "", "  ")
	if err != nil {
		return err
	}
	b.outputs = append(b.outputs,
		output{path: "index.html", content: []byte(text)},
		output{path: "icon.svg", content: icon},
		output{path: web.ManifestName, content: append(manifest, '\n')})
	return nil
}

// write writes the result to dir. It writes new files first and removes the old ones last, so
// dir always holds a whole client.
func (b *bundle) write(dir string) error {
	var group sync.WaitGroup
	for i := range b.outputs {
		group.Go(func() { b.outputs[i].packed = packed(b.outputs[i].content) })
	}
	group.Wait()
	known := map[string]bool{}
	for _, o := range b.outputs {
		path, content := o.file()
		known[path] = true
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(path)), content); err != nil {
			return err
		}
	}
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		// Skip the placeholder that keeps the folder in the repository.
		if err != nil || d.IsDir() || known[filepath.ToSlash(name)] || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		return os.Remove(path)
	})
}

// writeFile writes a file so that nobody sees it half written.
func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	half := filepath.Join(filepath.Dir(path), "."+filepath.Base(path))
	if err := os.WriteFile(half, content, 0o644); err != nil {
		return err
	}
	return os.Rename(half, path)
}

// pays is the size in bytes from which compression pays: smaller files fit in a packet or two
// uncompressed.
const pays = 4 << 10

// packed compresses with gzip; it returns nil if that does not pay. Over plain HTTP, browsers
// ask for nothing better than gzip.
func packed(content []byte) []byte {
	if len(content) < pays {
		return nil
	}
	var buf bytes.Buffer
	z, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		panic(err) // cannot happen: the level is one of the package's constants
	}
	// Writing to memory cannot fail.
	if _, err := z.Write(content); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	if buf.Len() > len(content)*9/10 {
		return nil
	}
	return buf.Bytes()
}

// report prints the sizes.
func (b *bundle) report(w io.Writer) {
	for _, o := range b.outputs {
		path, content := o.file()
		fmt.Fprintf(w, "%9d bytes, written %7d  %s\n", len(o.content), len(content), path)
	}
}
