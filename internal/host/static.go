package host

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// staticFiles serves the built client. It holds a table of what there is, made
// once; the bytes stay in the file system that has them.
//
// The type of each file is set from the table below and never from the
// system's, which some programs on Windows spoil.
type staticFiles struct {
	fsys  fs.FS
	files map[string]staticFile // by path without a slash at the front
}

type staticFile struct {
	mime   string
	etag   string
	forms  map[string]bool // the encodings that lie beside it: br, gzip
	stable bool            // its name changes with its content
}

// mimeTypes are all types that the client has.
var mimeTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".map":  "application/json; charset=utf-8",
	".wasm": "application/wasm",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".ico":  "image/x-icon",
	".txt":  "text/plain; charset=utf-8",

	".webmanifest": "application/manifest+json",
}

// encodings are the forms that may lie beside a file, the best first.
var encodings = [...]struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// contentPolicy lets the client do what it needs and nothing else. blob: is for
// the Worker and its module; wasm-unsafe-eval compiles the engine.
const contentPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; " +
	"img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss: blob: data:; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

// newStaticFiles lists what fsys has; a nil fsys has nothing.
func newStaticFiles(fsys fs.FS) (*staticFiles, error) {
	s := &staticFiles{fsys: fsys, files: make(map[string]staticFile)}
	if fsys == nil {
		return s, nil
	}
	forms := make(map[string]map[string]bool)
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, e := range encodings {
			if base, ok := strings.CutSuffix(name, e.suffix); ok {
				if forms[base] == nil {
					forms[base] = make(map[string]bool)
				}
				forms[base][e.name] = true
				return nil
			}
		}
		mime, known := mimeTypes[path.Ext(name)]
		if !known {
			mime = "application/octet-stream"
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		s.files[name] = staticFile{
			mime: mime, etag: hex.EncodeToString(sum[:8]), stable: strings.HasPrefix(name, "assets/"),
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for name, f := range s.files {
		f.forms = forms[name]
		s.files[name] = f
	}
	return s, nil
}

// serve answers with a file in the best form that the browser takes.
func (s *staticFiles) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" || name == "." {
		name = "index.html"
	}
	f, ok := s.files[name]
	if !ok {
		s.missing(w, name)
		return
	}
	form, suffix := "", ""
	for _, e := range encodings {
		if f.forms[e.name] && accepts(r.Header.Get("Accept-Encoding"), e.name) {
			form, suffix = e.name, e.suffix
			break
		}
	}
	file, size, err := s.open(name + suffix)
	if err != nil {
		http.Error(w, "The host cannot read "+name+".", http.StatusInternalServerError)
		return
	}
	defer file.Close()
	head := w.Header()
	head.Set("Content-Type", f.mime)
	head.Set("Vary", "Accept-Encoding")
	head.Set("ETag", `"`+f.etag+suffix+`"`)
	if f.stable {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		head.Set("Cache-Control", "no-cache")
	}
	if strings.HasPrefix(f.mime, "text/html") {
		head.Set("Content-Security-Policy", contentPolicy)
	}
	if form != "" {
		head.Set("Content-Encoding", form)
		// ServeContent leaves it out for encoded files; progress bars want it.
		head.Set("Content-Length", strconv.FormatInt(size, 10))
	}
	http.ServeContent(w, r, "", time.Time{}, file)
}

// open opens a file that can be read in parts.
func (s *staticFiles) open(name string) (io.ReadSeekCloser, int64, error) {
	f, err := s.fsys.Open(name)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	if file, ok := f.(io.ReadSeekCloser); ok {
		return file, info.Size(), nil
	}
	data, err := io.ReadAll(f)
	_ = f.Close()
	return struct {
		io.ReadSeeker
		io.Closer
	}{bytes.NewReader(data), io.NopCloser(nil)}, info.Size(), err
}

// missing answers for what is not there.
func (s *staticFiles) missing(w http.ResponseWriter, name string) {
	if name != "index.html" {
		http.Error(w, "There is no "+name+" here.", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(`<!doctype html><meta charset="utf-8"><title>doomhost</title>
<p>This doomhost was built without its client. Run <code>make build</code> in its source folder and start it again.</p>
`))
}

// accepts reports whether an Accept-Encoding header takes an encoding.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) != encoding {
			continue
		}
		q := strings.ReplaceAll(params, " ", "")
		return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
	}
	return false
}
