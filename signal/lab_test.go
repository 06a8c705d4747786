package rtc

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/pion/logging"
	"github.com/pion/transport/v5"
	"github.com/pion/transport/v5/vnet"
)

// patience bounds every wait; nothing should take nearly as long.
const patience = 30 * time.Second

var quiet = slog.New(slog.DiscardHandler)

// memLink is one end of a Link in memory.
type memLink struct {
	in, out chan []byte
	me, far *ending
}

// ending records how one end of a Link was closed.
type ending struct {
	once sync.Once
	done chan struct{}
	code uint16
	why  string
}

func (e *ending) close(code uint16, why string) {
	e.once.Do(func() {
		e.code, e.why = code, why
		close(e.done)
	})
}

// goodbye is the error of a Link that the other end closed.
type goodbye struct{ code uint16 }

func (goodbye) Error() string { return "the peer closed the link" }

func newLinks() (host, client *memLink) {
	a, b := make(chan []byte, 64), make(chan []byte, 64)
	x, y := &ending{done: make(chan struct{})}, &ending{done: make(chan struct{})}
	return &memLink{a, b, x, y}, &memLink{b, a, y, x}
}

func (l *memLink) Read() ([]byte, error) {
	select {
	case b := <-l.in:
		return b, nil
	default:
	}
	select {
	case b := <-l.in:
		return b, nil
	case <-l.far.done:
		if l.far.code == 0 {
			return nil, ErrBroken
		}
		return nil, goodbye{l.far.code}
	case <-l.me.done:
		return nil, ErrBroken
	}
}

func (l *memLink) Write(msg []byte) error {
	select {
	case l.out <- append([]byte(nil), msg...):
		return nil
	case <-l.far.done:
		return ErrBroken
	case <-l.me.done:
		return ErrBroken
	case <-time.After(patience):
		return errors.New("nobody reads")
	}
}

func (l *memLink) Close(code uint16, reason string) { l.me.close(code, reason) }

// world is two machines on a virtual network.
type world struct {
	t            *testing.T
	router       *vnet.Router
	host, client transport.Net
	hostAddr     netip.Addr

	mu   sync.Mutex // guards all following fields
	loss float64    // fraction of the packets that are lost
	rng  *rand.Rand
}

// newWorld makes a network with a one-way delay; a late packet takes up to late longer than
// the others.
func newWorld(t *testing.T, delay, late time.Duration) *world {
	t.Helper()
	w := &world{t: t, rng: rand.New(rand.NewPCG(1, 2)), hostAddr: netip.MustParseAddr("10.0.0.1")}
	router, err := vnet.NewRouter(&vnet.RouterConfig{CIDR: "10.0.0.0/24", MinDelay: delay, LoggerFactory: loggers{quiet}, QueueSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	w.router = router
	router.AddChunkFilter(func(c vnet.Chunk) bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.rng.Float64() >= w.loss
	})
	machine := func(ip string) transport.Net {
		n, err := vnet.NewNet(&vnet.NetConfig{StaticIPs: []string{ip}})
		if err != nil {
			t.Fatal(err)
		}
		if err := router.AddNet(n); err != nil {
			t.Fatal(err)
		}
		return &lateNet{Net: n, w: w, late: late}
	}
	w.host, w.client = machine("10.0.0.1"), machine("10.0.0.2")
	if err := router.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := router.Stop(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// lose sets the fraction of the packets that are lost.
func (w *world) lose(share float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.loss = share
}

// lateNet delays every fourth packet, so that others overtake it.
type lateNet struct {
	transport.Net
	w    *world
	late time.Duration
}

func (n *lateNet) ListenUDP(network string, addr *net.UDPAddr) (transport.UDPConn, error) {
	c, err := n.Net.ListenUDP(network, addr)
	if err != nil || n.late == 0 {
		return c, err
	}
	return &lateConn{c, n}, nil
}

type lateConn struct {
	transport.UDPConn
	n *lateNet
}

func (c *lateConn) WriteTo(b []byte, to net.Addr) (int, error) {
	c.n.w.mu.Lock()
	dice, wait := c.n.w.rng.IntN(4), time.Duration(c.n.w.rng.Int64N(int64(c.n.late)))
	c.n.w.mu.Unlock()
	if dice > 0 {
		return c.UDPConn.WriteTo(b, to)
	}
	b = append([]byte(nil), b...)
	time.AfterFunc(wait, func() { _, _ = c.UDPConn.WriteTo(b, to) })
	return len(b), nil
}

// newHub makes a hub that lasts as long as the test.
func newHub(t *testing.T, cfg Config) *Hub {
	t.Helper()
	if cfg.Addresses == nil {
		cfg.Addresses = func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("127.0.0.1")} }
	}
	cfg.Log = quiet
	h, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.Close()
		if n := h.Peers(); n != 0 {
			t.Errorf("%d peers are left", n)
		}
	})
	return h
}

// hub is the hub of a virtual host.
func (w *world) hub(cfg Config) *Hub {
	cfg.network, cfg.Addresses = w.host, func() []netip.Addr { return []netip.Addr{w.hostAddr} }
	return newHub(w.t, cfg)
}

// serving is a Serve call.
type serving struct {
	link *memLink // the client's end
	done chan error
	open chan *Channel
	free chan struct{} // close it to let the channel's owner return
}

// serve serves a peer; the channel's owner holds it until it ends.
func serve(h *Hub) *serving { return serveAsker(h, Asker{Plays: true}) }

func serveAsker(h *Hub, a Asker) *serving {
	host, client := newLinks()
	s := &serving{link: client, done: make(chan error, 1), open: make(chan *Channel, 1), free: make(chan struct{})}
	go func() {
		s.done <- h.Serve(host, a, func(c *Channel) {
			s.open <- c
			select {
			case <-c.Done():
			case <-s.free:
			}
		})
	}()
	return s
}

// ended waits for Serve to return.
func (s *serving) ended(t *testing.T) error {
	t.Helper()
	select {
	case err := <-s.done:
		return err
	case <-time.After(patience):
		t.Fatal("Serve does not return")
		return nil
	}
}

// connect opens a channel and returns both ends.
func connect(t *testing.T, h *Hub, cfg OfferConfig) (host, client *Channel, s *serving) {
	t.Helper()
	cfg.Log = quiet
	s = serve(h)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	client, err := Offer(ctx, s.link, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Cut)
	select {
	case host = <-s.open:
	case <-ctx.Done():
		t.Fatal("the host has no channel")
	}
	return host, client, s
}

var _ logging.LoggerFactory = loggers{}

// receive reads a message, or fails.
func receive(t *testing.T, c *Channel) []byte {
	t.Helper()
	b := make([]byte, maxMessage)
	n, err := c.Receive(b)
	if err != nil && !errors.Is(err, io.EOF) {
		t.Fatal("receive:", err)
	}
	return b[:n]
}
