package host

import (
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

const (
	// stallTime is how long a client may take to receive one piece of an answer before the
	// host closes its connection. A slow line has time for the whole answer, but a client
	// that reads nothing cannot hold a descriptor and buffers for longer.
	stallTime = 30 * time.Second
	// stallPiece is the size of a piece in bytes; the system buffers some hundred kilobytes
	// more.
	stallPiece = 64 << 10
)

// withStallLimit gives every answer of next a write deadline that each piece extends. A
// WebSocket sets deadlines of its own.
func withStallLimit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := &stallWriter{w, http.NewResponseController(w)}
		next.ServeHTTP(s, r)
		s.extend() // the server writes the rest, possibly all, after this
	})
}

// stallWriter is an answer that fails if its client stops reading.
type stallWriter struct {
	http.ResponseWriter
	conn *http.ResponseController
}

// Unwrap serves http.ResponseController.
func (s *stallWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// extend moves the deadline on. Recorders and hijacked connections have none, so ignore the
// error.
func (s *stallWriter) extend() { _ = s.conn.SetWriteDeadline(time.Now().Add(stallTime)) }

func (s *stallWriter) Write(b []byte) (n int, err error) {
	for {
		s.extend()
		piece := b[n:min(n+stallPiece, len(b))]
		k, err := s.ResponseWriter.Write(piece)
		n += k
		if err != nil || n >= len(b) {
			return n, err
		}
	}
}

// stallBuffers are the buffers for everything that is not a system file.
var stallBuffers = sync.Pool{New: func() any { return new([stallPiece]byte) }}

// ReadFrom sends a file piece by piece the way the server does: without copying it, where
// the system supports that.
func (s *stallWriter) ReadFrom(src io.Reader) (n int64, err error) {
	to, ok := s.ResponseWriter.(io.ReaderFrom)
	file, left := src, int64(-1)
	l, limited := src.(*io.LimitedReader)
	if limited {
		file, left = l.R, l.N // the system's fast path unwraps one limit, not two
	}
	if _, real := file.(*os.File); !ok || !real {
		// The server would allocate a buffer for each piece.
		buf := stallBuffers.Get().(*[stallPiece]byte)
		defer stallBuffers.Put(buf)
		return io.CopyBuffer(struct{ io.Writer }{s}, src, buf[:])
	}
	if limited {
		defer func() { l.N -= n }()
	}
	for left != 0 {
		size := int64(stallPiece)
		if left > 0 {
			size = min(size, left)
			left -= size
		}
		s.extend()
		k, err := to.ReadFrom(&io.LimitedReader{R: file, N: size})
		n += k
		if err != nil || k < size {
			return n, err
		}
	}
	return n, nil
}
