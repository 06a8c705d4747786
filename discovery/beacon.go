package discovery

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"
)

// BeaconConfig says what a Beacon is. Ports and Interfaces must be set.
type BeaconConfig struct {
	// ID and Name are the game's; both are empty where there is none: then the
	// beacon only asks and listens.
	ID, Name string
	// Port is the TCP port of the game. The beacon listens on the UDP port of
	// the same number.
	Port int
	// Ports are the port numbers on which to call others: the default one, and
	// those that a host takes when that is busy.
	Ports []int
	// Interfaces lists those on which to call.
	Interfaces Interfaces
	// Found is called with each host that was heard; nil is never called.
	Found func(Sighting)
	// Shared says that somebody else reads the UDP port and passes what comes
	// through Share.
	Shared bool
	// Log takes what there is to say; nil means slog.Default().
	Log *slog.Logger
}

// Beacon calls by UDP broadcast, and to all nodes of a link by IPv6, where
// multicast DNS does not get through.
type Beacon struct {
	cfg BeaconConfig

	mu      sync.Mutex // guards all following fields
	answers rate       // to questions
	heard   rate       // announcements taken
}

// Bounds of a Beacon.
const (
	answersPerSecond = 10
	heardPerSecond   = 100
	callEvery        = 5 * time.Second
)

// firstCalls are the moments, after the start, of calls before the regular
// ones.
var firstCalls = [...]time.Duration{0, time.Second, 2 * time.Second}

// NewBeacon makes a Beacon.
func NewBeacon(cfg BeaconConfig) *Beacon {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Found == nil {
		cfg.Found = func(Sighting) {}
	}
	cfg.Name = CleanName(cfg.Name)
	if cfg.Port != 0 && !slices.Contains(cfg.Ports, cfg.Port) {
		cfg.Ports = append(slices.Clone(cfg.Ports), cfg.Port)
	}
	return &Beacon{cfg: cfg, answers: newRate(answersPerSecond), heard: newRate(heardPerSecond)}
}

// Run calls, listens and answers until ctx is done.
func (b *Beacon) Run(ctx context.Context) {
	var wait sync.WaitGroup
	defer wait.Wait()
	for _, network := range []string{"udp4", "udp6"} {
		// Each family has a socket to call from, on a port of its own, which
		// hears the answers; and one on the game's port, which hears calls.
		caller, err := net.ListenPacket(network, ":0")
		if err != nil {
			b.cfg.Log.Debug("no beacon on this family", "network", network, "err", err)
			continue
		}
		socks := []net.PacketConn{caller}
		if b.cfg.Port != 0 && !b.cfg.Shared {
			l, err := net.ListenPacket(network, ":"+strconv.Itoa(b.cfg.Port))
			if err != nil {
				b.cfg.Log.Debug("the beacon only calls: its port is taken", "network", network, "port", b.cfg.Port, "err", err)
			} else {
				socks = append(socks, l)
			}
		}
		for _, c := range socks {
			wait.Go(func() { b.listen(c) })
		}
		wait.Go(func() {
			b.call(ctx, caller, network == "udp6")
			for _, c := range socks {
				_ = c.Close()
			}
		})
	}
}

// listen reads until the socket is closed.
func (b *Beacon) listen(c net.PacketConn) {
	buf := make([]byte, 2048)
	for {
		n, from, err := c.ReadFrom(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(100 * time.Millisecond) // Windows tells here of ports that nobody has
			continue
		}
		b.handle(c, buf[:n], from)
	}
}

// handle takes a packet and reports whether it was a beacon's.
func (b *Beacon) handle(c net.PacketConn, data []byte, from net.Addr) bool {
	p, err := parsePacket(data)
	if err != nil {
		return !errors.Is(err, errForeignPacket)
	}
	udp, ok := from.(*net.UDPAddr)
	if !ok {
		return true
	}
	now := time.Now()
	switch p.kind {
	case packetAsks:
		b.mu.Lock()
		may := b.cfg.ID != "" && b.answers.take(now)
		b.mu.Unlock()
		if may {
			// Who is gone does not need the answer.
			_, _ = c.WriteTo(b.packet().append(nil), from)
		}
	case packetAnnounces:
		b.mu.Lock()
		may := p.id != b.cfg.ID && b.heard.take(now)
		b.mu.Unlock()
		src := udp.AddrPort().Addr().Unmap()
		if may {
			b.cfg.Found(Sighting{
				Source: FromBeacon, ID: p.id, Name: CleanName(p.name),
				Endpoints: []netip.AddrPort{netip.AddrPortFrom(src, p.port)},
			})
		}
	}
	return true
}

// packet is what the beacon says when it calls.
func (b *Beacon) packet() packet {
	if b.cfg.ID == "" {
		return packet{kind: packetAsks}
	}
	return packet{kind: packetAnnounces, port: uint16(b.cfg.Port), id: b.cfg.ID, name: b.cfg.Name}
}

// call calls at once, a few times, and then now and again. A beacon with a game
// announces it, and asks the first times.
func (b *Beacon) call(ctx context.Context, c net.PacketConn, v6 bool) {
	start := time.Now()
	for n := 0; ; n++ {
		b.callOnce(c, v6, b.packet())
		if b.cfg.ID != "" && n < len(firstCalls) {
			b.callOnce(c, v6, packet{kind: packetAsks})
		}
		wait := callEvery
		if n+1 < len(firstCalls) {
			wait = firstCalls[n+1] - time.Since(start)
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return
		}
	}
}

func (b *Beacon) callOnce(c net.PacketConn, v6 bool, p packet) {
	ifaces, err := b.cfg.Interfaces()
	if err != nil {
		return
	}
	data := p.append(nil)
	for _, i := range ifaces {
		for _, to := range targets(i, v6) {
			for _, port := range b.cfg.Ports {
				addr := net.UDPAddrFromAddrPort(netip.AddrPortFrom(to, uint16(port)))
				if _, err := c.WriteTo(data, addr); err != nil {
					b.cfg.Log.Debug("beacon not sent", "to", addr, "err", err)
				}
			}
		}
	}
}

// targets are the addresses at which all of an interface's networks listen.
func targets(i Interface, v6 bool) []netip.Addr {
	var list []netip.Addr
	for _, p := range i.Prefixes {
		var to netip.Addr
		if v6 {
			if !p.Addr().Is6() || p.Addr().Is4In6() || !i.Multicast {
				continue
			}
			to = netip.MustParseAddr("ff02::1").WithZone(i.Name)
		} else {
			to = broadcast(p)
		}
		if to.IsValid() && !slices.Contains(list, to) {
			list = append(list, to)
		}
	}
	return list
}

// Share gives a connection on which the beacon takes out what is its own, so
// that the UDP port can have one more user. The beacon does not close it.
func (b *Beacon) Share(c net.PacketConn) net.PacketConn { return &sharedConn{c, b} }

type sharedConn struct {
	net.PacketConn
	beacon *Beacon
}

func (s *sharedConn) ReadFrom(buf []byte) (int, net.Addr, error) {
	for {
		n, from, err := s.PacketConn.ReadFrom(buf)
		if err != nil || !s.beacon.handle(s.PacketConn, buf[:n], from) {
			return n, from, err
		}
	}
}
