package rtc

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"time"

	"github.com/pion/ice/v4"
	"github.com/pion/interceptor"
	"github.com/pion/stun/v4"
	"github.com/pion/transport/v5"
	"github.com/pion/webrtc/v4"
)

// Config says how channels are made. A zero field has its default.
type Config struct {
	// Port is the UDP port, 0 for any. Where it is taken, any other is used.
	Port int
	// Addresses returns the addresses at which others reach this machine.
	Addresses func() []netip.Addr
	// Mode is the one that clients are told to ask for; default Ordered. Both
	// are taken.
	Mode Mode
	// STUN are servers such as "stun:stun.example.org:3478" that tell this machine
	// its address in a wider network; none by default. Sockets for them have
	// ports of their own.
	STUN []string
	// MaxPeers bounds the peers at a time; default 64. An eighth is kept for
	// players, and players and spectators of one address have an eighth each at most.
	MaxPeers int
	// OpenTime is how long a peer may take to open its channel; default 10 s.
	OpenTime time.Duration
	// Log takes what there is to say, on the debug level; nil means slog.Default().
	Log *slog.Logger

	network transport.Net // a virtual one, in tests
}

func (c Config) withDefaults() Config {
	if c.Addresses == nil {
		c.Addresses = func() []netip.Addr { return nil }
	}
	if c.Mode == 0 {
		c.Mode = Ordered
	}
	if c.MaxPeers <= 0 {
		c.MaxPeers = 64
	}
	if c.OpenTime <= 0 {
		c.OpenTime = 10 * time.Second
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}

// share is the part of MaxPeers, 1/share, that is kept for some or that some have
// at most; one peer is the least.
const share = 8

// Asker is who asks for a channel.
type Asker struct {
	Addr  string // its IP address
	Plays bool   // it plays, and has shown that it may
}

// ErrFull says that there is no room for another peer of this kind, or from this
// address, or that it came too often of late.
var ErrFull = errors.New("signal: too many peers")

// errClosed says that the hub is closed.
var errClosed = errors.New("signal: closed")

// Hub is the host's side of all its peers.
type Hub struct {
	cfg   Config
	ports *ports
	local *resolver
	certs []webrtc.Certificate
	done  context.Context
	stop  context.CancelFunc

	mu         sync.Mutex // guards all following fields
	peers      int        // who has made an offer
	spectators int        // those of them who don't play
	askers     map[Asker]int
	offers     *offerLimiter
	served     sync.WaitGroup // Serve calls; added to while mu is held
}

// New makes a hub. It opens no port before the first peer comes.
func New(cfg Config) (*Hub, error) {
	cfg = cfg.withDefaults()
	for _, url := range cfg.STUN {
		if _, err := stun.ParseURI(url); err != nil {
			return nil, fmt.Errorf("signal: STUN server %q: %w; write it as stun:host:port", url, err)
		}
	}
	cert, err := newCertificate()
	if err != nil {
		return nil, err
	}
	listen := listenFunc(listenUDP)
	if cfg.network != nil {
		listen = func(at netip.AddrPort) (net.PacketConn, error) {
			return cfg.network.ListenUDP("udp", net.UDPAddrFromAddrPort(at))
		}
	}
	done, stop := context.WithCancel(context.Background())
	return &Hub{
		cfg:    cfg,
		ports:  newPorts(uint16(cfg.Port), listen, cfg.Log, loggers{cfg.Log}),
		local:  newResolver(loggers{cfg.Log}),
		certs:  []webrtc.Certificate{*cert},
		askers: make(map[Asker]int),
		offers: newOfferLimiter(cfg.MaxPeers),
		done:   done, stop: stop,
	}, nil
}

// newCertificate makes a certificate that lasts for as long as a host runs.
func newCertificate() (*webrtc.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("signal: make a key: %w", err)
	}
	cert, err := webrtc.GenerateCertificate(key)
	if err != nil {
		return nil, fmt.Errorf("signal: make a certificate: %w", err)
	}
	return cert, nil
}

// Close ends all peers and closes the port. It returns when that is done.
func (h *Hub) Close() {
	h.mu.Lock()
	h.stop()
	h.mu.Unlock()
	h.served.Wait()
	h.local.close()
	h.ports.close()
}

// begin counts one more Serve, which calls h.served.Done.
func (h *Hub) begin() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.done.Err() != nil {
		return errClosed
	}
	h.served.Add(1)
	return nil
}

// enter counts one more peer, if there is room for one who asks.
func (h *Hub) enter(a Asker) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	part := max(1, h.cfg.MaxPeers/share)
	if h.peers >= h.cfg.MaxPeers || h.askers[a] >= part || !a.Plays && h.spectators >= h.cfg.MaxPeers-part {
		return ErrFull
	}
	if !h.offers.allow(time.Now(), a) {
		return ErrFull
	}
	h.peers++
	h.askers[a]++
	if !a.Plays {
		h.spectators++
	}
	return nil
}

// leave takes a peer off the count.
func (h *Hub) leave(a Asker) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.peers--
	if h.askers[a]--; h.askers[a] == 0 {
		delete(h.askers, a)
	}
	if !a.Plays {
		h.spectators--
	}
}

// Peers is the number of peers that have made an offer and are served now.
func (h *Hub) Peers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.peers
}

// connection makes the library's part of a peer.
func (h *Hub) connection() (*webrtc.PeerConnection, error) {
	mux, err := h.ports.at(h.cfg.Addresses())
	if err != nil {
		return nil, err
	}
	settings := newSettings(loggers{h.cfg.Log}, h.cfg.network)
	settings.SetICEUDPMux(mux)
	return newConnection(settings, h.certs, h.cfg.STUN)
}

// Times of a connection. One that says nothing is given up after the sum of
// the first two, long after the tic channel's owner noticed.
const (
	silentTime    = 4 * time.Second
	failedTime    = 4 * time.Second
	keepaliveTime = time.Second
	// handshakeStep is how long a lost message of the DTLS handshake is waited for.
	// The usual second would be most of the time to open.
	handshakeStep = 150 * time.Millisecond
	retryMost     = time.Second
)

// The buffers of a connection, in bytes. Tics are small; what a peer may leave
// unread, or send in one message, is bounded by these.
const (
	receiveBuffer = 64 << 10
	maxMessage    = 2 << 10
)

// newSettings is what both sides of a channel want of the library.
func newSettings(log loggers, network transport.Net) webrtc.SettingEngine {
	var s webrtc.SettingEngine
	s.LoggerFactory = log
	s.DetachDataChannels()
	s.SetNetworkTypes([]webrtc.NetworkType{webrtc.NetworkTypeUDP4, webrtc.NetworkTypeUDP6})
	s.SetICEMulticastDNSMode(ice.MulticastDNSModeDisabled)
	s.SetICETimeouts(silentTime, failedTime, keepaliveTime)
	s.SetHostAcceptanceMinWait(0)
	s.SetPrflxAcceptanceMinWait(0)
	s.SetDTLSRetransmissionInterval(handshakeStep)
	s.SetSCTPMaxReceiveBufferSize(receiveBuffer)
	s.SetSCTPMaxMessageSize(maxMessage)
	s.SetSCTPRTOMax(retryMost)
	if network != nil {
		s.SetNet(network)
	}
	return s
}

func newConnection(s webrtc.SettingEngine, certs []webrtc.Certificate, stun []string) (*webrtc.PeerConnection, error) {
	api := webrtc.NewAPI(webrtc.WithSettingEngine(s),
		// There is no sound and no picture in it.
		webrtc.WithMediaEngine(&webrtc.MediaEngine{}), webrtc.WithInterceptorRegistry(&interceptor.Registry{}))
	cfg := webrtc.Configuration{Certificates: certs}
	if len(stun) > 0 {
		cfg.ICEServers = []webrtc.ICEServer{{URLs: stun}}
	}
	pc, err := api.NewPeerConnection(cfg)
	if err != nil {
		return nil, fmt.Errorf("signal: make a peer connection: %w", err)
	}
	return pc, nil
}
