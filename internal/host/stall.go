package host

import (
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

const (
	// stallTime is how long a client may take for a piece of an answer before its
	// connection is closed: slow lines take what they take, who reads nothing holds
	// a descriptor, and what was made for it, no longer than this.
	stallTime = 30 * time.Second
	// stallPiece is the size of such a piece in bytes; the system keeps some hundred
	// kilobytes more.
	stallPiece = 64 << 10
)

// withStallLimit gives every answer that next writes a deadline that moves on with it. A
// WebSocket's connection has deadlines of its own once it is one.
func withStallLimit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s := &stallWriter{w, http.NewResponseController(w)}
		next.ServeHTTP(s, r)
		s.extend() // the server writes the rest, which may be all
	})
}

// stallWriter is an answer whose client must go on taking it.
type stallWriter struct {
	http.ResponseWriter
	conn *http.ResponseController
}

// Unwrap is for http.ResponseController.
func (s *stallWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// extend moves the deadline on. What is no real connection, or is one no more, has none.
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

// stallBuffers are for what is sent and is no file of the system's.
var stallBuffers = sync.Pool{New: func() any { return new([stallPiece]byte) }}

// ReadFrom sends a file piece by piece as the server does, which is without copying it
// where the system can.
func (s *stallWriter) ReadFrom(src io.Reader) (n int64, err error) {
	to, ok := s.ResponseWriter.(io.ReaderFrom)
	file, left := src, int64(-1)
	l, limited := src.(*io.LimitedReader)
	if limited {
		file, left = l.R, l.N // the system takes a file under one limit and not under two
	}
	if _, real := file.(*os.File); !ok || !real {
		// The server would make a buffer for each piece.
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
