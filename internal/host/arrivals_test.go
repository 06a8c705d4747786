package host

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
)

func TestAMessageHasArrivedWithItsLastByte(t *testing.T) {
	long := append([]byte{0x82, 126, 1, 0}, make([]byte, 256)...)
	huge := append([]byte{0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0}, make([]byte, 65536)...)
	for _, c := range []struct {
		what  string
		bytes []byte
		whole uint32
	}{
		{"a short one", []byte{0x82, 2, 1, 2}, 1},
		{"a masked one", []byte{0x82, 0x82, 9, 9, 9, 9, 1, 2}, 1},
		{"an empty one", []byte{0x81, 0}, 1},
		{"one of 256 bytes", long, 1},
		{"one of 65536 bytes", huge, 1},
		{"a ping", []byte{0x89, 1, 7}, 0},
		{"one in two frames with a ping between", []byte{0x02, 1, 1, 0x89, 0, 0x80, 1, 2}, 1},
	} {
		stream := bytes.Repeat(c.bytes, 3)
		for _, step := range []int{1, 7, len(stream)} {
			var a arrivals
			for at := 0; at < len(stream); at += step {
				if at > 0 && at%len(c.bytes) == 0 && a.whole.Load() != c.whole*uint32(at/len(c.bytes)) {
					t.Fatalf("%s: %d after %d bytes", c.what, a.whole.Load(), at)
				}
				a.pass(stream[at:min(at+step, len(stream))])
			}
			if n := a.whole.Load(); n != 3*c.whole {
				t.Errorf("%s, three times, in steps of %d bytes: %d", c.what, step, n)
			}
		}
	}
	var a arrivals
	a.pass(long[:len(long)-1])
	if a.whole.Load() != 0 {
		t.Error("a message has arrived without its last byte")
	}
}

// tap lets what a client sends pass arrivals on the way to the library.
type tap struct {
	io.ReadWriteCloser
	arrivals
}

func (p *tap) Read(b []byte) (int, error) {
	n, err := p.ReadWriteCloser.Read(b)
	p.pass(b[:n])
	return n, err
}

// answer is a transport that has one answer.
type answer func(*http.Request) *http.Response

func (a answer) RoundTrip(r *http.Request) (*http.Response, error) { return a(r), nil }

// acceptKey answers a handshake's key (RFC 6455, section 4.2.2).
func acceptKey(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// The library is asked through its client, which takes any stream for a
// connection.
func FuzzArrivals(f *testing.F) {
	f.Add([]byte{0x82, 2, 1, 2, 0x89, 0, 0x02, 1, 1, 0x80, 1, 2})
	f.Add([]byte{0x82, 126, 0, 3, 1, 2, 3, 0x88, 0})
	f.Fuzz(func(t *testing.T, stream []byte) {
		in := bytes.NewReader(stream)
		p := &tap{ReadWriteCloser: struct {
			io.Reader
			io.Writer
			io.Closer
		}{in, io.Discard, io.NopCloser(nil)}}
		client := &http.Client{Transport: answer(func(r *http.Request) *http.Response {
			w := httptest.NewRecorder()
			w.Header().Set("Connection", "Upgrade")
			w.Header().Set("Upgrade", "websocket")
			w.Header().Set("Sec-WebSocket-Accept", acceptKey(r.Header.Get("Sec-WebSocket-Key")))
			w.WriteHeader(http.StatusSwitchingProtocols)
			resp := w.Result()
			resp.Body = p
			return resp
		})}
		ws, _, err := websocket.Dial(context.Background(), "ws://a", &websocket.DialOptions{HTTPClient: client})
		if err != nil {
			t.Fatal(err)
		}
		defer ws.CloseNow()
		ws.SetReadLimit(-1)
		messages := uint32(0)
		for {
			if _, _, err := ws.Read(context.Background()); err != nil {
				if whole := p.whole.Load(); errors.Is(err, io.EOF) && messages != whole {
					t.Fatalf("%d messages were read, and %d had arrived", messages, whole)
				}
				break
			}
			if messages++; messages > p.whole.Load() {
				if in.Len() > 0 {
					t.Fatalf("message %d was read before it had arrived", messages)
				}
				break // the library takes a stream's end for that of the message, too
			}
		}
	})
}

// served returns the host's end of a WebSocket and the socket at the other end,
// which has sent what comes behind the handshake, and will send no more.
func served(t *testing.T, behind []byte) *wsConn {
	t.Helper()
	conns := make(chan *wsConn, 1)
	var closers sync.WaitGroup
	start := time.Now()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := acceptWebSocket(w, r, wsOptions{
			clock: func() time.Duration { return time.Since(start) }, writeTimeout: patienceOfTests, readLimit: 64,
			closers: &closers, closed: func(*wsConn) {},
		})
		if err != nil {
			t.Error(err)
		}
		conns <- c
	}))
	t.Cleanup(server.Close)
	nc, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close() })
	shake := "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
	if _, err := nc.Write(append([]byte(shake), behind...)); err != nil {
		t.Fatal(err)
	}
	if err := nc.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	c := <-conns
	t.Cleanup(c.cut)
	return c
}

func TestWhoReadsKnowsWhetherThereIsMore(t *testing.T) {
	message := []byte{frameBinary, 0x83, 0, 0, 0, 0, 1, 2, 3}
	c := served(t, append(bytes.Repeat(message, 3), message[:6]...))
	for i, more := range []bool{true, true, false} {
		msg, err := c.Read(context.Background())
		if err != nil || !bytes.Equal(msg, []byte{1, 2, 3}) {
			t.Fatalf("message %d is %v, %v", i, msg, err)
		}
		if c.more() != more {
			t.Errorf("behind message %d there is more: %v", i, !more)
		}
	}
	if msg, err := c.Read(context.Background()); err == nil {
		t.Errorf("a message that did not come is %v", msg)
	}
}
