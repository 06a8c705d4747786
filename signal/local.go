package rtc

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/pion/ice/v4"
	"github.com/pion/logging"
	"github.com/pion/mdns/v2"
	"golang.org/x/net/ipv4"
	"golang.org/x/net/ipv6"
)

// resolveTime is how long a lookup of a .local name may take.
const resolveTime = 2 * time.Second

// resolver looks up the .local names that browsers put in ICE candidates to hide their
// addresses. Channels open without it, too: the host's candidates have real addresses, so
// the browser's first check reaches the host and reveals the browser's address. The
// resolver helps if a firewall at the host lets in only replies.
//
// It opens its sockets at the first lookup, and keeps them.
type resolver struct {
	loggers logging.LoggerFactory

	mu     sync.Mutex // guards all following fields
	conn   *mdns.Conn
	failed error // why lookups are impossible here
}

var (
	errNoResolver = errors.New("signal: .local names cannot be asked for")
	errNotUseful  = errors.New("signal: a candidate that is no UDP port of one machine")
)

func newResolver(l logging.LoggerFactory) *resolver { return &resolver{loggers: l} }

// hidden reports whether a candidate's address is a .local name, and which.
func hidden(candidate string) (name string, ok bool) {
	fields := strings.Fields(candidate)
	if len(fields) > 4 && strings.HasSuffix(fields[4], ".local") {
		return fields[4], true
	}
	return "", false
}

// reveal returns the candidate with the address instead of the name.
func reveal(candidate string, addr netip.Addr) string {
	fields := strings.Fields(candidate)
	fields[4] = addr.WithZone("").String()
	return strings.Join(fields, " ")
}

// lookup asks for a name until somebody answers or resolveTime is over.
func (r *resolver) lookup(ctx context.Context, name string) (netip.Addr, error) {
	conn, err := r.open()
	if err != nil {
		return netip.Addr{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, resolveTime)
	defer cancel()
	_, addr, err := conn.QueryAddr(ctx, name)
	return addr.Unmap(), err
}

func (r *resolver) open() (*mdns.Conn, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.conn != nil || r.failed != nil {
		return r.conn, r.failed
	}
	r.conn, r.failed = dialMDNS(r.loggers)
	return r.conn, r.failed
}

func dialMDNS(l logging.LoggerFactory) (*mdns.Conn, error) {
	var v4 *ipv4.PacketConn
	var v6 *ipv6.PacketConn
	if conn, err := listenGroup("udp4", mdns.DefaultAddressIPv4); err == nil {
		v4 = ipv4.NewPacketConn(conn)
	}
	if conn, err := listenGroup("udp6", mdns.DefaultAddressIPv6); err == nil {
		v6 = ipv6.NewPacketConn(conn)
	}
	if v4 == nil && v6 == nil {
		return nil, errNoResolver
	}
	conn, err := mdns.NewServer(v4, v6, mdns.WithLoggerFactory(l), mdns.WithCacheRefresh(false))
	if err != nil {
		if v4 != nil {
			_ = v4.Close()
		}
		if v6 != nil {
			_ = v6.Close()
		}
	}
	return conn, err
}

func listenGroup(network, group string) (net.PacketConn, error) {
	addr, err := net.ResolveUDPAddr(network, group)
	if err != nil {
		return nil, err
	}
	return net.ListenUDP(network, addr)
}

func (r *resolver) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.conn != nil {
		_ = r.conn.Close()
	}
	r.conn, r.failed = nil, errNoResolver
}

// checkCandidate returns an error for a candidate that the host should not try.
func checkCandidate(candidate string) error {
	c, err := ice.UnmarshalCandidate(candidate)
	if err != nil {
		return err
	}
	addr, err := netip.ParseAddr(c.Address())
	switch {
	case err != nil:
		return err
	case !c.NetworkType().IsUDP() || addr.IsMulticast() || addr.IsUnspecified() || c.Port() == 0:
		return errNotUseful
	}
	return nil
}
