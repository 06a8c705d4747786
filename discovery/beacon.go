package discovery

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// BeaconConfig configures a Beacon. Ports and Interfaces must be set.
type BeaconConfig struct {
	// ID and Name are the game's. Both are empty if there is no game: then the beacon only
	// asks and listens.
	ID, Name string
	// Port is the TCP port of the game. The beacon listens on the UDP port of
	// the same number.
	Port int
	// Ports are the port numbers to call others on: the default one, and those that a host
	// uses if the default is busy.
	Ports []int
	// Interfaces lists the interfaces to call on.
	Interfaces Interfaces
	// Found is called with each host that the beacon hears; it may be nil.
	Found func(Sighting)
	// Log receives log messages; nil means slog.Default().
	Log *slog.Logger
}

// Beacon finds hosts where multicast DNS does not get through: it calls by UDP broadcast,
// and to all nodes of a link by IPv6.
type Beacon struct {
	cfg BeaconConfig

	mu      sync.Mutex    // guards all following fields
	answers *rate.Limiter // to questions
	heard   *rate.Limiter // announcements accepted
}

// Limits of a Beacon.
const (
	answersPerSecond = 10
	heardPerSecond   = 100
	callEvery        = 5 * time.Second
)

// firstCalls are the times of the first calls, counted from the start.
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
	return &Beacon{cfg: cfg, answers: perSecond(answersPerSecond), heard: perSecond(heardPerSecond)}
}

// Run calls, listens and answers until ctx is done.
func (b *Beacon) Run(ctx context.Context) {
	var wait sync.WaitGroup
	defer wait.Wait()
	for _, network := range []string{"udp4", "udp6"} {
		// Each address family has one socket for calls, on a port of its own; it also
		// receives and sends the answers.
		caller, err := net.ListenPacket(network, ":0")
		if err != nil {
			b.cfg.Log.Debug("no beacon on this family", "network", network, "err", err)
			continue
		}
		wait.Go(func() { b.listen(caller, caller) })
		wait.Go(func() {
			b.call(ctx, caller, network == "udp6")
			_ = caller.Close()
		})
	}
}

// callSockets are the sockets that receive calls. The goroutine that calls owns them.
//
// If the system allows it, they are bound to the broadcast or group addresses themselves, so
// that the port stays free at the machine's own addresses.
type callSockets struct {
	beacon *Beacon
	caller net.PacketConn
	open   map[netip.Addr]net.PacketConn
	wait   sync.WaitGroup
	said   bool
}

// at opens the missing sockets and closes those of all other addresses.
func (e *callSockets) at(addrs []netip.Addr) {
	if e.beacon.cfg.Port == 0 {
		return
	}
	for a, c := range e.open {
		if !slices.Contains(addrs, a) {
			_ = c.Close()
			delete(e.open, a)
		}
	}
	for _, a := range addrs {
		if e.open[a] != nil {
			continue
		}
		c, err := listenAt(a, e.beacon.cfg.Port)
		if err != nil {
			if !e.said {
				e.beacon.cfg.Log.Debug("the beacon only calls: it cannot listen", "addr", a, "port", e.beacon.cfg.Port, "err", err)
				e.said = true
			}
			continue
		}
		e.open[a] = c
		e.wait.Go(func() { e.beacon.listen(c, e.caller) })
	}
}

func (e *callSockets) close() {
	for _, c := range e.open {
		_ = c.Close()
	}
	e.wait.Wait()
}

// listenForCalls returns the addresses to listen on for calls to targets.
func listenForCalls(targets []netip.Addr, v6 bool) []netip.Addr {
	switch {
	case runtime.GOOS == "linux":
		return targets
	case v6:
		return []netip.Addr{netip.IPv6Unspecified()}
	}
	return []netip.Addr{netip.IPv4Unspecified()}
}

// listen reads until the socket is closed, and answers from another socket.
func (b *Beacon) listen(c, from net.PacketConn) {
	buf := make([]byte, 2048)
	for {
		n, who, err := c.ReadFrom(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(100 * time.Millisecond) // Windows reports unreachable ports here
			continue
		}
		b.handle(from, buf[:n], who)
	}
}

// handle handles a packet.
func (b *Beacon) handle(c net.PacketConn, data []byte, from net.Addr) {
	p, err := parsePacket(data)
	if err != nil {
		return
	}
	udp, ok := from.(*net.UDPAddr)
	if !ok {
		return
	}
	now := time.Now()
	switch p.kind {
	case packetAsks:
		b.mu.Lock()
		may := b.cfg.ID != "" && b.answers.AllowN(now, 1)
		b.mu.Unlock()
		if may {
			// Ignore the error: the sender may have left.
			_, _ = c.WriteTo(b.packet().append(nil), from)
		}
	case packetAnnounces:
		b.mu.Lock()
		may := p.id != b.cfg.ID && b.heard.AllowN(now, 1)
		b.mu.Unlock()
		src := udp.AddrPort().Addr().Unmap()
		if may {
			b.cfg.Found(Sighting{
				Source: FromBeacon, ID: p.id, Name: CleanName(p.name),
				Endpoints: []netip.AddrPort{netip.AddrPortFrom(src, p.port)},
			})
		}
	}
}

// packet returns the packet that the beacon calls with.
func (b *Beacon) packet() packet {
	if b.cfg.ID == "" {
		return packet{kind: packetAsks}
	}
	return packet{kind: packetAnnounces, port: uint16(b.cfg.Port), id: b.cfg.ID, name: b.cfg.Name}
}

// call calls at once, a few more times soon after, and then regularly. A beacon with a game
// announces it, and also asks in the first calls.
func (b *Beacon) call(ctx context.Context, c net.PacketConn, v6 bool) {
	hearing := callSockets{beacon: b, caller: c, open: map[netip.Addr]net.PacketConn{}}
	defer hearing.close()
	start := time.Now()
	for n := 0; ; n++ {
		if ifaces, err := b.cfg.Interfaces(); err == nil {
			var to []netip.Addr
			for _, i := range ifaces {
				to = append(to, targets(i, v6)...)
			}
			hearing.at(listenForCalls(to, v6))
			b.callOnce(c, to, b.packet())
			if b.cfg.ID != "" && n < len(firstCalls) {
				b.callOnce(c, to, packet{kind: packetAsks})
			}
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

func (b *Beacon) callOnce(c net.PacketConn, targets []netip.Addr, p packet) {
	data := p.append(nil)
	for _, to := range targets {
		for _, port := range b.cfg.Ports {
			addr := net.UDPAddrFromAddrPort(netip.AddrPortFrom(to, uint16(port)))
			if _, err := c.WriteTo(data, addr); err != nil {
				b.cfg.Log.Debug("beacon not sent", "to", addr, "err", err)
			}
		}
	}
}

// targets returns the addresses that reach every host on an interface's networks.
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
