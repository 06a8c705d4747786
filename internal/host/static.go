package host

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

// staticFiles serves the built client. It makes a table of the files once; their bytes stay
// in the file system.
//
// The types of files come from mimeTypes and never from the system, because some programs
// on Windows break the system's table.
type staticFiles struct {
	fsys  fs.FS
	files map[string]staticFile // by path without a slash at the front
}

type staticFile struct {
	source string // path in the file system
	mime   string
	etag   string
	stable bool // its name changes with its content
	// plain is nil for a file that is stored as it is. A file stored as gzip is sent like
	// that to nearly every browser; for the others, plain unpacks it on the first such
	// request.
	plain func() ([]byte, error)
}

// mimeTypes has the types of all files of the client.
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

// packedSuffix marks compressed files in the file system; URLs do not show it.
const packedSuffix = ".gz"

// contentPolicy allows the client what it needs and nothing else: blob: loads the Worker
// and its module, wasm-unsafe-eval compiles the engine.
const contentPolicy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:; " +
	"img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss: blob: data:; " +
	"frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

// newStaticFiles lists the files of fsys; a nil fsys has none.
func newStaticFiles(fsys fs.FS) (*staticFiles, error) {
	s := &staticFiles{fsys: fsys, files: make(map[string]staticFile)}
	if fsys == nil {
		return s, nil
	}
	err := fs.WalkDir(fsys, ".", func(source string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(fsys, source)
		if err != nil {
			return err
		}
		name, packed := strings.CutSuffix(source, packedSuffix)
		mime, known := mimeTypes[path.Ext(name)]
		if !known {
			mime = "application/octet-stream"
		}
		sum := sha256.Sum256(data)
		f := staticFile{
			source: source, mime: mime, etag: hex.EncodeToString(sum[:8]), stable: strings.HasPrefix(name, "assets/"),
		}
		if packed {
			f.plain = sync.OnceValues(func() ([]byte, error) { return unpack(data) })
		}
		s.files[name] = f
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// serve sends a file in an encoding that the browser accepts.
func (s *staticFiles) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" || name == "." {
		name = "index.html"
	}
	f, ok := s.files[name]
	if !ok {
		s.missing(w, r, name)
		return
	}
	unpacked := f.plain != nil && !accepts(r.Header.Get("Accept-Encoding"), "gzip")
	file, size, err := s.open(f, unpacked)
	if err != nil {
		http.Error(w, "The host cannot read "+name+".", http.StatusInternalServerError)
		return
	}
	defer file.Close()
	head := w.Header()
	head.Set("Content-Type", f.mime)
	head.Set("Vary", "Accept-Encoding")
	if f.stable {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		head.Set("Cache-Control", "no-cache")
	}
	if strings.HasPrefix(f.mime, "text/html") {
		head.Set("Content-Security-Policy", contentPolicy)
	}
	etag := f.etag
	if f.plain != nil && !unpacked {
		etag += packedSuffix
		head.Set("Content-Encoding", "gzip")
		// ServeContent omits the length of encoded files; progress bars need it.
		head.Set("Content-Length", strconv.FormatInt(size, 10))
	}
	head.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", time.Time{}, file)
}

// unpack decompresses gzip.
func unpack(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("unpack a file of the client: %w", err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		return nil, fmt.Errorf("unpack a file of the client: %w", err)
	}
	return plain, nil
}

// memory is an open file whose bytes are in memory.
type memory struct{ *bytes.Reader }

func (memory) Close() error { return nil }

// open opens a file for reading and seeking.
func (s *staticFiles) open(f staticFile, unpacked bool) (io.ReadSeekCloser, int64, error) {
	if unpacked {
		data, err := f.plain()
		return memory{bytes.NewReader(data)}, int64(len(data)), err
	}
	file, err := s.fsys.Open(f.source)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close()
		return nil, 0, err
	}
	if seeker, ok := file.(io.ReadSeekCloser); ok {
		return seeker, info.Size(), nil
	}
	data, err := io.ReadAll(file)
	_ = file.Close()
	return memory{bytes.NewReader(data)}, info.Size(), err
}

// missing answers a request for a file that does not exist.
func (s *staticFiles) missing(w http.ResponseWriter, r *http.Request, name string) {
	if name != "index.html" {
		notFound(w, r, name)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(`<!doctype html><meta charset="utf-8"><title>doomhost</title>
<p>This doomhost was built without its client. Run <code>make build</code> in its source folder and start it again.</p>
`))
}

// accepts reports whether an Accept-Encoding header allows an encoding.
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
