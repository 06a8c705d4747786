package rtc

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pion/webrtc/v4"
	"go.uber.org/goleak"

	"doomhost/signal/fast"
)

// TestMain fails if tests leave goroutines behind, including the WebRTC library's.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMessagesPassBothWays(t *testing.T) {
	for _, mode := range []Mode{Ordered, Fast} {
		t.Run(mode.String(), func(t *testing.T) {
			h := newHub(t, Config{Mode: mode})
			host, client, _ := connect(t, h, OfferConfig{loopback: true})
			if host.Mode != mode || client.Mode != mode {
				t.Errorf("modes %v and %v", host.Mode, client.Mode)
			}
			if err := client.Send([]byte("up")); err != nil {
				t.Fatal(err)
			}
			if got := receive(t, host); string(got) != "up" {
				t.Errorf("the host got %q", got)
			}
			if err := host.Send([]byte("down")); err != nil {
				t.Fatal(err)
			}
			if got := receive(t, client); string(got) != "down" {
				t.Errorf("the client got %q", got)
			}
		})
	}
}

func TestIPv6(t *testing.T) {
	h := newHub(t, Config{Addresses: func() []netip.Addr { return []netip.Addr{netip.IPv6Loopback()} }})
	host, client, _ := connect(t, h, OfferConfig{loopback: true})
	if err := host.Send([]byte("six")); err != nil {
		t.Fatal(err)
	}
	if got := receive(t, client); string(got) != "six" {
		t.Errorf("the client got %q", got)
	}
}

// TestOrderedChannelOverABadNetwork sends tics through loss and reordering: all arrive, in
// order.
func TestOrderedChannelOverABadNetwork(t *testing.T) {
	w := newWorld(t, 5*time.Millisecond, 30*time.Millisecond)
	host, client, _ := connect(t, w.hub(Config{}), OfferConfig{network: w.client})
	w.lose(0.1)
	const count = 100
	go func() {
		for n := range uint32(count) {
			_ = host.Send(binary.LittleEndian.AppendUint32(nil, n))
			time.Sleep(2 * time.Millisecond)
		}
	}()
	for n := range uint32(count) {
		if got := binary.LittleEndian.Uint32(receive(t, client)); got != n {
			t.Fatalf("message %d, want %d", got, n)
		}
	}
}

// TestFastChannelOverABadNetwork lets both sides repeat lost records: all arrive, in order.
func TestFastChannelOverABadNetwork(t *testing.T) {
	w := newWorld(t, 5*time.Millisecond, 30*time.Millisecond)
	host, client, _ := connect(t, w.hub(Config{Mode: Fast}), OfferConfig{network: w.client})
	w.lose(0.3)
	const count = 120
	start := time.Now()
	var wg sync.WaitGroup
	side := func(c *Channel, e *fast.End, record []byte) {
		var mu sync.Mutex // guards e, got, done
		got, done := uint32(0), make(chan struct{})
		wg.Go(func() {
			b := make([]byte, fast.MaxMessage)
			for {
				n, err := c.Receive(b)
				if err != nil {
					return
				}
				mu.Lock()
				if err := e.Take(b[:n], func(n uint32, _ []byte) {
					if n != got {
						t.Errorf("record %d, want %d", n, got)
					}
					got++
				}); err != nil {
					t.Error(err)
				}
				if got == count && done != nil {
					close(done)
					done = nil
				}
				mu.Unlock()
			}
		})
		wg.Go(func() {
			tick := time.NewTicker(5 * time.Millisecond)
			defer tick.Stop()
			finished := done
			for n := uint32(0); ; {
				select {
				case <-tick.C:
				case <-c.Done():
					return
				case <-finished:
					finished = nil
				}
				mu.Lock()
				if n < count && e.Room() > 0 {
					e.Put(n, record)
					n++
				}
				ready := n == count && e.Unconfirmed() == 0 && finished == nil
				msg := e.Append(nil, time.Since(start))
				mu.Unlock()
				_ = c.Send(msg)
				if ready {
					time.AfterFunc(300*time.Millisecond, c.Cut) // lets the other side receive the last message
					<-c.Done()
					return
				}
			}
		})
	}
	side(host, fast.NewHost(0), make([]byte, fast.BundleSize))
	side(client, fast.NewClient(0), make([]byte, fast.InputSize))
	wg.Wait()
}

// TestOpensOverABadNetwork opens channels on a network that loses a twentieth of the
// packets and delays others.
func TestOpensOverABadNetwork(t *testing.T) {
	w := newWorld(t, 20*time.Millisecond, 15*time.Millisecond)
	w.lose(0.05)
	h := w.hub(Config{})
	for range 3 {
		host, _, s := connect(t, h, OfferConfig{network: w.client})
		host.Close(1000, "done")
		_ = s.ended(t)
	}
}

func TestOnlyTicChannelsAreTaken(t *testing.T) {
	h := newHub(t, Config{})
	s := serve(h)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := Offer(ctx, s.link, OfferConfig{loopback: true, label: "other", Log: quiet})
	if err := s.ended(t); err != nil && !errors.Is(err, ErrBroken) {
		t.Errorf("Serve: %v", err)
	}
	if err == nil {
		c.Cut()
	}
	if s.link.far.code != codePolicy {
		t.Errorf("closed with %d %q", s.link.far.code, s.link.far.why)
	}
	select {
	case <-s.open:
		t.Error("the host got a channel")
	default:
	}
}

func TestHostSaysWhyItEndsAChannel(t *testing.T) {
	h := newHub(t, Config{})
	host, client, s := connect(t, h, OfferConfig{loopback: true})
	host.Close(4403, "kicked")
	host.Close(1000, "only the first word counts")
	// The client may have got the goodbye and left before the host's end is down.
	if err := s.ended(t); err != nil && !errors.Is(err, ErrBroken) && !errors.As(err, new(goodbye)) {
		t.Error(err)
	}
	if _, err := client.Receive(make([]byte, 64)); !errors.Is(err, RefusedError{4403, "kicked"}) {
		t.Errorf("the client's error is %v", err)
	}
}

func TestGoodbyeOnTheLinkEndsTheChannel(t *testing.T) {
	h := newHub(t, Config{})
	host, client, s := connect(t, h, OfferConfig{loopback: true})
	client.Close(1001, "")
	if _, err := host.Receive(make([]byte, 64)); !errors.Is(err, goodbye{1001}) {
		t.Errorf("the host's error is %v", err)
	}
	if err := s.ended(t); !errors.Is(err, goodbye{1001}) {
		t.Errorf("Serve: %v", err)
	}
}

// Some browsers close the channel first and then say goodbye.
func TestGoodbyeAfterTheChannelsEnd(t *testing.T) {
	h := newHub(t, Config{})
	host, client, s := connect(t, h, OfferConfig{loopback: true})
	if err := client.dc.Transport().Transport().Stop(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Second); host.dc.Transport().Transport().State() != webrtc.DTLSTransportStateClosed; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("the channel is still there")
		}
	}
	client.Close(1001, "")
	if _, err := host.Receive(make([]byte, 64)); !errors.Is(err, goodbye{1001}) {
		t.Errorf("the host's error is %v", err)
	}
	if err := s.ended(t); !errors.Is(err, goodbye{1001}) {
		t.Errorf("Serve: %v", err)
	}
}

func TestChannelOutlivesABrokenLink(t *testing.T) {
	h := newHub(t, Config{})
	host, client, s := connect(t, h, OfferConfig{loopback: true})
	s.link.me.close(0, "") // the client's end breaks
	for i := range 3 {
		if err := client.Send([]byte{byte(i)}); err != nil {
			t.Fatal(err)
		}
		if got := receive(t, host); got[0] != byte(i) {
			t.Fatalf("got %d", got)
		}
	}
	client.Cut()
	if _, err := host.Receive(make([]byte, 64)); !errors.Is(err, ErrBroken) {
		t.Errorf("the host's error is %v", err)
	}
	host.Cut()
	if err := s.ended(t); err != nil && !errors.Is(err, ErrBroken) {
		t.Errorf("Serve: %v", err)
	}
}

func TestSlowPeersHaveBoundedBuffers(t *testing.T) {
	w := newWorld(t, time.Millisecond, 0)
	host, _, _ := connect(t, w.hub(Config{}), OfferConfig{network: w.client})
	w.lose(1)
	msg, sent := make([]byte, 38), 0
	for ; sent < 1<<20; sent += len(msg) {
		if err := host.Send(msg); err != nil {
			if !errors.Is(err, ErrBusy) {
				t.Fatal(err)
			}
			break
		}
	}
	if sent > maxBuffered+len(msg) || host.Buffered() > maxBuffered+len(msg) {
		t.Errorf("%d bytes went into a channel that delivers nothing, %d are buffered", sent, host.Buffered())
	}
	if err := host.AwaitRoom(50 * time.Millisecond); !errors.Is(err, ErrBusy) {
		t.Errorf("room where there is none: %v", err)
	}
	w.lose(0)
	if err := host.AwaitRoom(patience); err != nil {
		t.Errorf("no room after the network is well again: %v", err)
	}
}

func TestMessagesThatAreTooLongEndTheRead(t *testing.T) {
	h := newHub(t, Config{})
	host, client, _ := connect(t, h, OfferConfig{loopback: true})
	if err := client.Send(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	if _, err := host.Receive(make([]byte, 64)); err == nil {
		t.Error("a message longer than the buffer was read")
	}
}

func TestPeersThatDoNotOpenGo(t *testing.T) {
	h := newHub(t, Config{OpenTime: 20 * time.Millisecond})
	s := serve(h)
	if err := s.ended(t); err != nil && !errors.Is(err, ErrBroken) {
		t.Error(err)
	}
	if s.link.far.code != codePolicy {
		t.Errorf("closed with %d", s.link.far.code)
	}
}

// ask asks for a channel and waits for the answer. It returns the client's channel and the
// Serve call, or ErrFull if the host refused the client for want of room.
func ask(t *testing.T, h *Hub, a Asker) (c *Channel, s *serving, err error) {
	t.Helper()
	s = serveAsker(h, a)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err = Offer(ctx, s.link, OfferConfig{loopback: true, Log: quiet})
	if err == nil {
		t.Cleanup(c.Cut)
		return c, s, nil
	}
	var refused RefusedError
	if errors.As(err, &refused) && refused.Reason == noRoom && errors.Is(s.ended(t), ErrFull) {
		return nil, s, ErrFull
	}
	t.Fatal("no channel, and not for want of room: ", err)
	return nil, nil, nil
}

func TestOneAddressHasAnEighthOfTheRoom(t *testing.T) {
	h := newHub(t, Config{MaxPeers: 16})
	one, other := Asker{Addr: "10.0.0.1"}, Asker{Addr: "10.0.0.2"}
	c, s, err := ask(t, h, one)
	if err != nil {
		t.Fatal("the first:", err)
	}
	for _, step := range []struct {
		asker Asker
		want  error
	}{
		{one, nil}, {one, ErrFull}, {other, nil},
		// Spectators of an address take no places from its players.
		{Asker{one.Addr, true}, nil}, {Asker{one.Addr, true}, nil}, {Asker{one.Addr, true}, ErrFull},
	} {
		if _, _, err := ask(t, h, step.asker); err != step.want {
			t.Errorf("another of %+v: %v, want %v", step.asker, err, step.want)
		}
	}
	c.Close(codeNormal, "")
	_ = s.ended(t)
	if _, _, err := ask(t, h, one); err != nil {
		t.Errorf("after one has left: %v", err)
	}
}

func TestSpectatorsLeaveRoomForPlayers(t *testing.T) {
	h := newHub(t, Config{MaxPeers: 8})
	for i := range 8 {
		want := error(nil)
		if i == 7 {
			want = ErrFull
		}
		if _, _, err := ask(t, h, Asker{Addr: fmt.Sprint("10.0.0.", i)}); err != want {
			t.Errorf("spectator %d: %v, want %v", i, err, want)
		}
	}
	for _, want := range []error{nil, ErrFull} {
		if _, _, err := ask(t, h, Asker{Addr: fmt.Sprint("10.0.1.", h.Peers()), Plays: true}); err != want {
			t.Errorf("a player: %v, want %v", err, want)
		}
	}
}

func TestWhoOffersNothingTakesNoRoom(t *testing.T) {
	h := newHub(t, Config{MaxPeers: 1})
	var silent []*serving
	for range 8 {
		s := serve(h)
		if msg, err := s.link.Read(); err != nil || !strings.Contains(string(msg), `"hello"`) {
			t.Fatalf("it hears %q, %v", msg, err)
		}
		silent = append(silent, s)
	}
	if _, _, err := ask(t, h, Asker{Plays: true}); err != nil {
		t.Errorf("beside %d who say nothing: %v", len(silent), err)
	}
	for _, s := range silent {
		s.link.Close(codeNormal, "")
		_ = s.ended(t)
	}
}

func TestStrangeSignalingIsRefused(t *testing.T) {
	const offer = `{"t":"offer","sdp":"v=0\r\n"}`
	for name, messages := range map[string][]string{
		"no JSON":            {"hello"},
		"no description":     {offer},
		"candidate first":    {`{"t":"candidate","candidate":"candidate:1 1 udp 1 10.0.0.1 5 typ host"}`},
		"too long":           {`{"t":"x","reason":"` + strings.Repeat("x", MaxMessage) + `"}`},
		"a line in the text": {`{"t":"candidate","candidate":"a\r\nb"}`},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(newHub(t, Config{}))
			for _, m := range messages {
				if err := s.link.Write([]byte(m)); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.ended(t); err == nil {
				t.Error("it was taken")
			}
			if s.link.far.code != codePolicy {
				t.Errorf("closed with %d", s.link.far.code)
			}
		})
	}
}

func TestUnknownMessagesAreIgnored(t *testing.T) {
	h := newHub(t, Config{})
	s := serve(h)
	if err := s.link.Write([]byte(`{"t":"weather","sun":true}`)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := Offer(ctx, s.link, OfferConfig{loopback: true, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	c.Cut()
}

// TestNothingIsLeftOfFiveHundredConnections opens and closes connections, some in
// the middle of their opening, by whichever side and with or without a word.
func TestNothingIsLeftOfFiveHundredConnections(t *testing.T) {
	h := newHub(t, Config{MaxPeers: 8 * 512}) // allows as many in a row
	rng := rand.New(rand.NewPCG(3, 4))
	cycle := func(kind int, wait time.Duration) {
		s := serve(h)
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		if kind == 0 {
			ctx, cancel = context.WithTimeout(context.Background(), wait)
		}
		defer cancel()
		c, err := Offer(ctx, s.link, OfferConfig{loopback: true, Log: quiet, Mode: Mode(1 + kind%2)})
		if err == nil {
			switch kind {
			case 1:
				c.Close(1000, "")
			case 2:
				c.Cut()
			case 3:
				close(s.free) // the host's owner returns
			default:
				c.Cut()
			}
		} else if kind != 0 {
			t.Errorf("kind %d: %v", kind, err)
		}
		_ = s.ended(t)
		if c != nil {
			c.Cut()
		}
	}
	cycle(1, 0)
	before := libraryGoroutines()
	const cycles, beside = 500, 4
	var wg sync.WaitGroup
	jobs := make(chan func())
	for range beside {
		wg.Go(func() {
			for job := range jobs {
				job()
			}
		})
	}
	for range cycles {
		kind, wait := rng.IntN(8), time.Duration(rng.IntN(60))*time.Millisecond
		if kind > 3 {
			kind = 0 // most are cut off while they open, where leaks are most likely
		}
		jobs <- func() { cycle(kind, wait) }
	}
	close(jobs)
	wg.Wait()
	if n := h.Peers(); n != 0 {
		t.Errorf("%d peers are left", n)
	}
	deadline := time.Now().Add(patience)
	for libraryGoroutines() > before {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before:\n%s", libraryGoroutines(), before, stacks())
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.ports.mu.Lock()
	sockets := len(h.ports.open)
	h.ports.mu.Unlock()
	if sockets != 1 {
		t.Errorf("%d sockets are open, want the one", sockets)
	}
}

func stacks() string {
	buf := make([]byte, 1<<20)
	return string(buf[:runtime.Stack(buf, true)])
}

// libraryGoroutines counts the library's goroutines; a hub without peers has only its
// socket's reader.
func libraryGoroutines() int {
	n := 0
	for _, g := range strings.Split(stacks(), "\n\n") {
		if strings.Contains(g, "github.com/pion") {
			n++
		}
	}
	return n
}

func TestOnePortForAllAddresses(t *testing.T) {
	addrs := []netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("127.0.0.2")}
	h := newHub(t, Config{Addresses: func() []netip.Addr { return addrs }})
	if _, err := h.ports.at(addrs); err != nil {
		t.Fatal(err)
	}
	port := h.ports.port
	for addr, mux := range h.ports.open {
		if at := mux.GetListenAddresses(); len(at) != 1 || at[0].String() != netip.AddrPortFrom(addr, port).String() {
			t.Errorf("%s listens at %v, want port %d", addr, at, port)
		}
	}
	// One network goes, another comes.
	addrs = []netip.Addr{addrs[1], netip.MustParseAddr("127.0.0.3")}
	if _, err := h.ports.at(addrs); err != nil {
		t.Fatal(err)
	}
	if _, ok := h.ports.open[netip.MustParseAddr("127.0.0.1")]; ok || len(h.ports.open) != 2 || h.ports.port != port {
		t.Errorf("open: %v, port %d", h.ports.open, h.ports.port)
	}
}

func TestATakenPortMakesWay(t *testing.T) {
	taken, err := listenUDP(netip.MustParseAddrPort("127.0.0.1:0"))
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close() //nolint:errcheck // the test is over
	port := netip.MustParseAddrPort(taken.LocalAddr().String()).Port()
	h := newHub(t, Config{Port: int(port)})
	if _, err := h.ports.at(h.cfg.Addresses()); err != nil {
		t.Fatal(err)
	}
	if h.ports.port == port || h.ports.port == 0 {
		t.Errorf("port %d beside %d", h.ports.port, port)
	}
}

func TestWithoutAddressesThereIsNoChannel(t *testing.T) {
	h := newHub(t, Config{Addresses: func() []netip.Addr { return nil }})
	s := serve(h)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var refused RefusedError
	if _, err := Offer(ctx, s.link, OfferConfig{Log: quiet}); !errors.As(err, &refused) {
		t.Errorf("the client hears %v", err)
	}
	if err := s.ended(t); !errors.Is(err, errNoAddress) {
		t.Errorf("Serve: %v", err)
	}
}

func TestAWrongSTUNServerIsTold(t *testing.T) {
	if _, err := New(Config{STUN: []string{"example.org"}}); err == nil || !strings.Contains(err.Error(), "stun:host:port") {
		t.Errorf("%v", err)
	}
}
