package rtc

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"sync"

	"github.com/pion/ice/v4"
	"github.com/pion/logging"
)

// errNoAddress means that there is no address to offer.
var errNoAddress = errors.New("signal: this machine has no address that others can reach")

// listenFunc opens a UDP socket.
type listenFunc func(at netip.AddrPort) (net.PacketConn, error)

func listenUDP(at netip.AddrPort) (net.PacketConn, error) {
	return net.ListenUDP("udp", net.UDPAddrFromAddrPort(at))
}

// ports owns the host's UDP sockets: the same port at each of its addresses, so that a
// reply leaves from the address that the request was sent to. Networks come and go, so the
// hub passes the current addresses for each new peer.
type ports struct {
	listen  listenFunc
	loggers logging.LoggerFactory
	log     *slog.Logger

	mu   sync.Mutex // guards all following fields
	port uint16     // 0 until the first socket is open, if any port will do
	open map[netip.Addr]*ice.UDPMuxDefault
}

func newPorts(port uint16, listen listenFunc, log *slog.Logger, loggers logging.LoggerFactory) *ports {
	return &ports{listen: listen, loggers: loggers, log: log, port: port, open: make(map[netip.Addr]*ice.UDPMuxDefault)}
}

// at opens the missing sockets of addrs, closes the sockets of all other addresses, and
// returns the open ones as one mux.
func (p *ports) at(addrs []netip.Addr) (ice.UDPMux, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for addr, mux := range p.open {
		if !slices.Contains(addrs, addr) {
			_ = mux.Close() // its network is gone, and so are the peers on it
			delete(p.open, addr)
		}
	}
	var list []ice.UDPMux
	var failed error
	for _, addr := range addrs {
		mux, ok := p.open[addr]
		if !ok {
			var err error
			if mux, err = p.openAt(addr); err != nil {
				failed = err
				p.log.Debug("no UDP socket", "addr", addr, "err", err)
				continue
			}
			p.open[addr] = mux
		}
		list = append(list, mux)
	}
	if len(list) == 0 {
		if failed != nil {
			return nil, failed
		}
		return nil, errNoAddress
	}
	return ice.NewMultiUDPMuxDefault(list...), nil
}

// openAt opens the socket of one address. If another program has the port, any other will
// do, as long as it is the same for all addresses. mu is held.
func (p *ports) openAt(addr netip.Addr) (*ice.UDPMuxDefault, error) {
	conn, err := p.listen(netip.AddrPortFrom(addr, p.port))
	if err != nil && len(p.open) == 0 && p.port != 0 {
		conn, err = p.listen(netip.AddrPortFrom(addr, 0))
	}
	if err != nil {
		return nil, fmt.Errorf("signal: open a UDP port at %s: %w", addr, err)
	}
	if at, ok := conn.LocalAddr().(*net.UDPAddr); ok {
		p.port = at.AddrPort().Port()
	}
	return ice.NewUDPMuxDefault(ice.UDPMuxParams{UDPConn: conn, Logger: p.loggers.NewLogger("mux")}), nil
}

// close closes all sockets.
func (p *ports) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for addr, mux := range p.open {
		_ = mux.Close()
		delete(p.open, addr)
	}
}
