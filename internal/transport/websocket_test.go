package transport

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

func TestPingWithoutNonBlockingWrites(t *testing.T) {
	c := accepted(t, nil, 1)
	if c.raw.socket.nonBlocking() {
		t.Fatal("the connection is a socket")
	}
	c.Ping()
	c.closers.Wait()
	if got := c.raw.Conn.(replayedConn).wrote.Bytes(); !bytes.Equal(got, pingFrame) {
		t.Errorf("the peer got %x", got)
	}
}

// replayedConn is a connection whose peer has already sent everything. Read returns that in pieces.
type replayedConn struct {
	net.Conn // for methods that are never called
	*bytes.Reader
	piece int
	wrote *bytes.Buffer
}

func (s replayedConn) Read(b []byte) (int, error)     { return s.Reader.Read(b[:min(s.piece, len(b))]) }
func (s replayedConn) Write(b []byte) (int, error)    { return s.wrote.Write(b) }
func (replayedConn) Close() error                     { return nil }
func (replayedConn) SetDeadline(time.Time) error      { return nil }
func (replayedConn) SetReadDeadline(time.Time) error  { return nil }
func (replayedConn) SetWriteDeadline(time.Time) error { return nil }
func (s replayedConn) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return s, bufio.NewReadWriter(bufio.NewReader(new(bytes.Reader)), bufio.NewWriter(io.Discard)), nil
}

// hijackable is a ResponseWriter whose connection is the replayedConn.
type hijackable struct {
	http.ResponseWriter
	replayedConn
}

func (h hijackable) Write(b []byte) (int, error) { return h.ResponseWriter.Write(b) }

const testMaxMessage = 64

// accepted returns the host's end of a WebSocket whose peer has sent stream right after the
// handshake. Reads return the stream in pieces of the given size.
func accepted(t *testing.T, stream []byte, piece int) *WebSocket {
	t.Helper()
	r := httptest.NewRequest("GET", "/", nil)
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
		"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
	} {
		r.Header.Set(name, value)
	}
	w := hijackable{httptest.NewRecorder(), replayedConn{nil, bytes.NewReader(stream), piece, new(bytes.Buffer)}}
	var closers sync.WaitGroup
	c, err := Accept(w, r, Options{
		Clock: func() time.Duration { return 0 }, MaxMessage: testMaxMessage, ReadBuffer: 256,
		Closers: &closers, Closed: func(*WebSocket) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Abort()
		closers.Wait()
	})
	return c
}

// messages reads messages with read until it fails.
func messages(read func(context.Context) ([]byte, error)) (list [][]byte) {
	for {
		msg, err := read(context.Background())
		if err != nil {
			return list
		}
		list = append(list, bytes.Clone(msg))
	}
}

func TestBufferedTellsWhetherReadReturnsAtOnce(t *testing.T) {
	message := []byte{frameBinary, 0x83, 1, 1, 1, 1, 0, 3, 2}
	c := accepted(t, append(bytes.Repeat(message, 3), message[:8]...), 1000)
	for i, more := range []bool{true, true, false} {
		msg, err := c.Read(context.Background())
		if err != nil || !bytes.Equal(msg, []byte{1, 2, 3}) {
			t.Fatalf("message %d is %v, %v", i, msg, err)
		}
		if c.Buffered() != more {
			t.Errorf("behind message %d there is more: %v", i, !more)
		}
	}
	if msg, err := c.Read(context.Background()); err == nil {
		t.Errorf("a part of a message is %v", msg)
	}
}

// FuzzShortMessages compares the messages read without the library with those that it reads.
func FuzzShortMessages(f *testing.F) {
	short := []byte{frameBinary, 0x82, 1, 2, 3, 4, 5, 6}
	ping := []byte{0x89, 0x80, 0, 0, 0, 0}
	f.Add(slices.Concat(short, ping, short), 3)
	f.Add(slices.Concat([]byte{0x02, 0x81, 0, 0, 0, 0, 1}, ping, []byte{0x80, 0x81, 0, 0, 0, 0, 2}, short), 100)
	f.Add(slices.Concat([]byte{frameText, 0x81, 0, 0, 0, 0, 'a'}, short, []byte{frameBinary, 2, 5, 6}), 1)
	f.Add(slices.Concat([]byte{frameBinary, 0x80 | 80, 0, 0, 0, 0}, make([]byte, 80), short), 50)
	f.Add([]byte{0x88, 0x80, 0, 0, 0, 0}, 2)
	f.Fuzz(func(t *testing.T, stream []byte, piece int) {
		piece = max(1, piece)
		got, want := messages(accepted(t, stream, piece).Read), messages(accepted(t, stream, piece).readAny)
		if !slices.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("read %v, want %v", got, want)
		}
	})
}
