package host

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// deadlines counts how often an answer's deadline moves, and accepts files as the server's
// answers do.
type deadlines struct {
	*httptest.ResponseRecorder
	moved int
	files int
}

func (d *deadlines) SetWriteDeadline(time.Time) error {
	d.moved++
	return nil
}

func (d *deadlines) ReadFrom(src io.Reader) (int64, error) {
	if l, ok := src.(*io.LimitedReader); ok {
		if _, ok := l.R.(*os.File); ok {
			d.files++
		}
	}
	return io.Copy(d.ResponseRecorder, src)
}

// Each piece of an answer moves its deadline, and a file goes out as a file.
func TestEachPieceMovesTheDeadline(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789"), 50_000)
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	pieces := len(data)/stallPiece + 1
	for name, c := range map[string]struct {
		send  func(w http.ResponseWriter, r *http.Request)
		size  int
		files int
	}{
		"bytes":   {send: func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(data) }, size: len(data)},
		"nothing": {send: func(http.ResponseWriter, *http.Request) {}},
		"a file":  {send: func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, path) }, size: len(data), files: pieces},
	} {
		d := &deadlines{ResponseRecorder: httptest.NewRecorder()}
		withStallLimit(http.HandlerFunc(c.send)).ServeHTTP(d, httptest.NewRequest(http.MethodGet, "/", http.NoBody))
		if d.Body.Len() != c.size || !bytes.HasPrefix(data, d.Body.Bytes()) {
			t.Errorf("%s: %d bytes of %d", name, d.Body.Len(), c.size)
		}
		if least := c.size/stallPiece + 1; d.moved < least || d.moved > least+2 {
			t.Errorf("%s: the deadline moved on %d times, want %d", name, d.moved, least)
		}
		if d.files != c.files {
			t.Errorf("%s: %d pieces of a file went out, want %d", name, d.files, c.files)
		}
	}
}

// readerFrom behaves like the server's answer, which allocates a buffer for each source
// that is no file.
type readerFrom struct{ http.ResponseWriter }

func (r readerFrom) ReadFrom(src io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{r.ResponseWriter}, struct{ io.Reader }{src})
}

func (readerFrom) SetWriteDeadline(time.Time) error { return nil }

// nowhere is an answer whose body is discarded.
type nowhere struct{ http.ResponseWriter }

func (nowhere) Write(b []byte) (int, error) { return len(b), nil }

// Repeated requests for the client's files leave no garbage of their size.
func TestFilesInMemoryReuseBuffers(t *testing.T) {
	data := make([]byte, 64*stallPiece)
	to := readerFrom{nowhere{httptest.NewRecorder()}}
	s := &stallWriter{to, http.NewResponseController(to)}
	allocs := testing.AllocsPerRun(20, func() {
		n, err := s.ReadFrom(&io.LimitedReader{R: bytes.NewReader(data), N: int64(len(data))})
		if n != int64(len(data)) || err != nil {
			t.Fatal(n, err)
		}
	})
	// The runtime may empty a pool at any time.
	if allocs > 16 {
		t.Errorf("64 pieces sent make %v allocations", allocs)
	}
}
