package host

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"doomhost/internal/transport"
)

// bare is a WebSocket without a library, for tests that break the protocol.
type bare struct {
	net.Conn
	t  *testing.T
	in *bufio.Reader
}

// connect opens a TCP connection and sends nothing.
func (h *testHost) connect() *bare {
	h.t.Helper()
	nc, err := net.Dial("tcp", h.addr)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = nc.Close() })
	if err := nc.SetDeadline(time.Now().Add(patienceOfTests)); err != nil {
		h.t.Fatal(err)
	}
	return &bare{nc, h.t, bufio.NewReader(nc)}
}

// ask requests a WebSocket.
func (c *bare) ask(path string) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", path, c.RemoteAddr()); err != nil {
		c.t.Fatal(err)
	}
}

// answer reads the status of the answer; 0 means that none came.
func (c *bare) answer() int {
	resp, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// bare opens a WebSocket.
func (h *testHost) bare(path string) *bare {
	h.t.Helper()
	c := h.connect()
	c.ask(path)
	if status := c.answer(); status != http.StatusSwitchingProtocols {
		h.t.Fatalf("%s: status %d", path, status)
	}
	return c
}

// frame reads one frame.
func (c *bare) frame() (first byte, payload []byte, err error) {
	head := make([]byte, transport.FrameHeader, transport.FrameHeader+2)
	if _, err := io.ReadFull(c.in, head); err != nil {
		return 0, nil, err
	}
	n := int(head[1])
	if n == 126 {
		long := head[transport.FrameHeader : transport.FrameHeader+2]
		if _, err := io.ReadFull(c.in, long); err != nil {
			return 0, nil, err
		}
		n = int(binary.BigEndian.Uint16(long))
	}
	payload = make([]byte, n)
	_, err = io.ReadFull(c.in, payload)
	return head[0], payload, err
}

// until reads messages up to one that contains text.
func (c *bare) until(text string) {
	c.t.Helper()
	for {
		first, payload, err := c.frame()
		if err != nil || first&0x0f == 8 {
			c.t.Fatalf("waiting for %s: %q, %v", text, payload, err)
		}
		if bytes.Contains(payload, []byte(text)) {
			return
		}
	}
}

// goodbye reads messages up to the host's close frame and returns its code.
func (c *bare) goodbye() uint16 {
	c.t.Helper()
	for {
		first, payload, err := c.frame()
		switch {
		case err != nil:
			c.t.Fatalf("waiting for a goodbye: %v", err)
		case first&0x0f == 8 && len(payload) >= 2:
			return binary.BigEndian.Uint16(payload)
		}
	}
}

// masked encodes a frame as a client does, with a mask of zeros.
func masked(first byte, payload string) []byte {
	b := []byte{first, 0x80 | byte(len(payload))}
	if len(payload) > 125 {
		b = []byte{first, 0x80 | 126, byte(len(payload) >> 8), byte(len(payload))}
	}
	return append(append(b, 0, 0, 0, 0), payload...)
}
