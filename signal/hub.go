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

// Config configures a Hub. Each zero field gets its default.
type Config struct {
	// Port is the UDP port, 0 for any. If it is taken, the hub uses another.
	Port int
	// Addresses returns the addresses at which others reach this machine.
	Addresses func() []netip.Addr
	// Mode is the mode that clients are told to ask for; default Ordered. The hub accepts
	// both.
	Mode Mode
	// STUN lists servers such as "stun:stun.example.org:3478" that tell this machine its
	// address in a wider network; none by default. Their sockets use separate ports.
	STUN []string
	// MaxPeers bounds the concurrent peers; default 64. An eighth is reserved for players.
	// The players of one address get an eighth at most, and so do its spectators.
	MaxPeers int
	// OpenTime is how long a peer may take to open its channel; default 10 s.
	OpenTime time.Duration
	// Log receives debug messages; nil means slog.Default().
	Log *slog.Logger

	network transport.Net // a virtual network, in tests
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

// share is the divisor of MaxPeers: 1/share is reserved for players, and is the most that
// one Asker gets; at least one peer.
const share = 8

// Asker identifies a peer that asks for a channel.
type Asker struct {
	Addr  string // its IP address
	Plays bool   // it is a player and has proved it
}

// ErrFull means that there is no room for another peer of this kind or from this address,
// or that the peer has made too many offers recently.
var ErrFull = errors.New("signal: too many peers")

// errClosed means that the hub is closed.
var errClosed = errors.New("signal: closed")

// Hub is the host's side of all channels.
type Hub struct {
	cfg   Config
	ports *ports
	local *resolver
	certs []webrtc.Certificate
	done  context.Context
	stop  context.CancelFunc

	mu         sync.Mutex // guards all following fields
	peers      int        // peers that have made an offer
	spectators int        // how many of them are spectators
	askers     map[Asker]int
	offers     *offerLimiter
	served     sync.WaitGroup // Serve calls; Add is called with mu held
}

// New makes a hub. It opens no port before the first peer makes an offer.
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

// newCertificate makes a certificate that lasts as long as the host runs.
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

// Close ends all peers and closes the port. It returns when everything has ended.
func (h *Hub) Close() {
	h.mu.Lock()
	h.stop()
	h.mu.Unlock()
	h.served.Wait()
	h.local.close()
	h.ports.close()
}

// begin counts one more Serve call, which calls h.served.Done when it ends.
func (h *Hub) begin() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.done.Err() != nil {
		return errClosed
	}
	h.served.Add(1)
	return nil
}

// enter counts one more peer if there is room for a.
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

// leave removes a peer from the counts.
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

// connection creates the library's connection for a peer.
func (h *Hub) connection() (*webrtc.PeerConnection, error) {
	mux, err := h.ports.at(h.cfg.Addresses())
	if err != nil {
		return nil, err
	}
	settings := newSettings(loggers{h.cfg.Log}, h.cfg.network)
	settings.SetICEUDPMux(mux)
	return newConnection(settings, h.certs, h.cfg.STUN)
}

// Timeouts of a connection. A silent connection is given up after the sum of the first two,
// long after the tic channel's owner has noticed.
const (
	silentTime    = 4 * time.Second
	failedTime    = 4 * time.Second
	keepaliveTime = time.Second
	// handshakeStep is when a lost message of the DTLS handshake is sent again. The usual
	// second would be most of the time that a channel takes to open.
	handshakeStep = 150 * time.Millisecond
	retryMost     = time.Second
)

// The buffers of a connection, in bytes. Tics are small; these limit how much a peer may
// leave unread, or send in one message.
const (
	receiveBuffer = 64 << 10
	maxMessage    = 2 << 10
)

// newSettings returns the library settings that both sides of a channel use.
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
		// The connection carries no audio or video.
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
