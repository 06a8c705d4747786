package host

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"time"

	"doomhost/relay/wire"
)

// channel is a Conn without a socket, as a data channel will be: messages in
// memory, and a window that says how many it takes.
type channel struct {
	in     chan []byte
	closed chan struct{}

	mu     sync.Mutex // guards all following fields
	window int
	got    []wire.Tic
	code   uint16
	more   *sync.Cond // the window was opened, or messages came
}

func newChannel(window int) *channel {
	c := &channel{in: make(chan []byte, 16), closed: make(chan struct{}), window: window}
	c.more = sync.NewCond(&c.mu)
	return c
}

type channelClosed struct{}

func (channelClosed) Error() string     { return "closed" }
func (channelClosed) CloseCode() uint16 { return 1000 }

func (c *channel) Read(context.Context) ([]byte, error) {
	select {
	case msg := <-c.in:
		return msg, nil
	case <-c.closed:
		return nil, channelClosed{}
	}
}

// take takes one frame; mu is held.
func (c *channel) take(frame []byte) {
	b, _, err := wire.DecodeBundle(frame[FrameHeader:])
	if err != nil {
		panic(err)
	}
	c.got = append(c.got, b.Tic)
	c.window--
	c.more.Broadcast()
}

func (c *channel) TryWrite(run []byte, frame int) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for c.window > 0 && n < len(run) {
		c.take(run[n : n+frame])
		n += frame
	}
	return n, nil
}

func (c *channel) Write(run []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for ; len(run) > 0; run = run[bundleFrame:] {
		for c.window == 0 {
			select {
			case <-c.closed:
				return errors.New("closed")
			default:
			}
			c.more.Wait()
		}
		c.take(run[:bundleFrame])
	}
	return nil
}

func (c *channel) Close(code uint16, _ string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.code == 0 {
		c.code = code
		close(c.closed)
		c.more.Broadcast()
	}
}

// await waits until so many bundles have come, or the channel is closed.
func (c *channel) await(n int) []wire.Tic {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.got) < n && c.code == 0 {
		c.more.Wait()
	}
	return append([]wire.Tic(nil), c.got...)
}

func (c *channel) open(window int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.window += window
	c.more.Broadcast()
}

func TestAnotherTransportTakesOverInMidGame(t *testing.T) {
	t.Parallel()
	h := startHost(t, Config{})
	players := h.launch(1)
	a := h.play(players[0], 0)
	for tic := range wire.Tic(10) {
		a.send(tic, 1)
		a.bundle(tic)
	}
	ch := newChannel(5)
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.ServeGame(ch, "127.0.0.1", 0, players[0].token, 10)
	}()
	if code := a.closed(); code != 4409 {
		t.Errorf("the WebSocket is closed with %d", code)
	}
	// More tics than its window takes: the rest waits, none is lost or doubled.
	const tics = 40
	for tic := wire.Tic(10); tic < 10+tics; tic++ {
		ch.in <- wire.AppendTicMsg(nil, wire.TicMsg{Tic: tic})
	}
	ch.await(5)
	ch.open(1000)
	for i, tic := range ch.await(tics) {
		if tic != wire.Tic(10+i) {
			t.Fatalf("bundle %d is of tic %d", i, tic)
		}
	}
	h.Stop("enough")
	<-done
	if ch.code != 1000 {
		t.Errorf("closed with %d", ch.code)
	}
}

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
	c.open(out, func() time.Duration { return time.Since(start) }, patienceOfTests)
	// Frames of an odd size, until the buffers are full in the middle of one.
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
	// What waits comes first, then the rest, in order and whole.
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

func TestBucketPassesABurstAndThenTheRate(t *testing.T) {
	b := newBucket(10, 0)
	pass := func(now time.Duration) (n int) {
		for b.take(now) {
			n++
		}
		return n
	}
	if n := pass(0); n != 10 {
		t.Errorf("a burst of %d passes", n)
	}
	if n := pass(100 * time.Millisecond); n != 1 {
		t.Errorf("%d pass a tenth of a second later", n)
	}
	if n := pass(time.Hour); n != 10 {
		t.Errorf("%d pass after an hour", n)
	}
	free := newBucket(0, 0)
	for range 1000 {
		if !free.take(0) {
			t.Fatal("no limit, and yet one")
		}
	}
}
