package transport

import (
	"net"
	"testing"
	"time"
)

// testTimeout bounds the waits of a test; nothing should come near it.
const testTimeout = 90 * time.Second

func TestTryWriteNeverBreaksAFrame(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	out, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	in, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	start := time.Now()
	c := new(rawConn)
	c.open(out, func() time.Duration { return time.Since(start) }, testTimeout)
	// Write frames of an odd size until the buffers are full in the middle of a frame.
	const frame = 999
	run := make([]byte, 64*frame)
	for i := range run {
		run[i] = byte(i/frame + i%frame)
	}
	sent := 0
	for {
		n, err := c.tryWrite(run, frame)
		if err != nil || n%frame != 0 {
			t.Fatalf("%d bytes, %v", n, err)
		}
		if sent += n; n < len(run) {
			run = run[n:]
			break
		}
	}
	// The waiting bytes come first, then the rest, in order and complete.
	go func() {
		_, err := c.Write(run)
		if err != nil {
			t.Error(err)
		}
		out.Close()
	}()
	total, buf := 0, make([]byte, 1<<16)
	for {
		n, err := in.Read(buf)
		for i, b := range buf[:n] {
			at := (total + i) % (64 * frame)
			if want := byte(at/frame + at%frame); b != want {
				t.Fatalf("byte %d is %d, want %d", total+i, b, want)
			}
		}
		total += n
		if err != nil {
			break
		}
	}
	if total != sent+len(run) {
		t.Errorf("%d bytes came of %d", total, sent+len(run))
	}
}
