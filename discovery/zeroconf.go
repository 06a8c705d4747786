package discovery

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/grandcat/zeroconf"
)

// All use of github.com/grandcat/zeroconf is in this file. What it does not do,
// and what is done about that:
//
//   - Its server answers no question for the host's name: responder.go does.
//   - It has no conflict resolution: claim.go has.
//   - SetText writes what other goroutines read. So a changed text takes a new
//     server; the goodbye of the old one is followed by the announcement of the
//     new one within the second that listeners grant (RFC 6762, 10.1).
//   - On Linux a socket hears the groups that any socket of the machine has
//     joined. Given no addresses, the server answers each question with those of
//     the interface that it came by. So one server has all interfaces, and none
//     hears addresses of another network. On Windows the library does not learn
//     the interface, but a socket hears only its own groups: a server each.
//   - Names are compared as the DNS library writes them, so they are passed in
//     escaped.
//   - Its receivers join a WaitGroup only once they run, and Shutdown must not come
//     before that: begun looks whether they do. Its probing goroutine sleeps up to 3.5 s and then writes to closed
//     sockets, which hurts nobody, but it outlives Run by that much.
//   - It writes to the standard logger where a family of addresses is missing:
//     the program decides where that goes.
//   - A resolver for both families fails when either cannot be had: one each.
//   - A resolver delivers an instance once, so rounds of fresh ones are made. It
//     blocks until each entry is taken: the channel is read until it is closed.

const (
	service = "_doomhost._tcp"
	domain  = "local"
)

// publication is an announced service.
type publication struct {
	servers []*zeroconf.Server
	born    time.Time
}

// publish announces an instance on interfaces. label is the host's name without
// ".local".
func publish(instance, label string, port int, txt []string, list []Interface) (*publication, error) {
	nets := multicasting(list)
	if len(nets) == 0 {
		return nil, fmt.Errorf("announce %q: no network interface with multicast", instance)
	}
	p := &publication{born: time.Now()}
	if runtime.GOOS != "windows" {
		s, err := zeroconf.RegisterProxy(escapeLabel(instance), service, domain, port, label+".local.", nil, txt, nets)
		if err != nil {
			return nil, fmt.Errorf("announce %q: %w", instance, err)
		}
		p.servers = append(p.servers, s)
		return p, nil
	}
	var failed error
	for _, ni := range nets {
		var ips []string
		for _, i := range list {
			if i.Index == ni.Index {
				for _, a := range i.addrs() {
					ips = append(ips, a.WithZone("").String())
				}
			}
		}
		if len(ips) == 0 {
			continue
		}
		s, err := zeroconf.RegisterProxy(escapeLabel(instance), service, domain, port, label+".local.", ips, txt, []net.Interface{ni})
		if err != nil {
			failed = fmt.Errorf("announce %q on %s: %w", instance, ni.Name, err)
			continue
		}
		p.servers = append(p.servers, s)
	}
	if len(p.servers) == 0 {
		return nil, failed
	}
	return p, nil
}

// grown is how old a server is when its goroutines run for sure.
const grown = 5 * time.Second

// close says goodbye and ends the servers.
func (p *publication) close() {
	for time.Since(p.born) < grown && !begun() {
		time.Sleep(5 * time.Millisecond)
	}
	for _, s := range p.servers {
		s.Shutdown()
	}
}

// begun reports whether each receiver of every server waits for packets, or has
// taken one. The library has no other way to tell than its goroutines' stacks.
func begun() bool {
	buf := make([]byte, 1<<20)
	for stack := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		frames, _, _ := strings.Cut(stack, "\ncreated by ")
		server := strings.Contains(frames, "zeroconf.(*Server)") || strings.Contains(frames, "zeroconf.RegisterProxy.gowrap")
		if server && !strings.Contains(frames, " [IO wait") && !strings.Contains(frames, ".parsePacket(") &&
			!strings.Contains(frames, ".probe(") && !strings.Contains(frames, ".Shutdown(") {
			return false
		}
	}
	return true
}

// found is one instance that answered.
type found struct {
	instance string
	id       string // from its text; may be empty
	port     uint16
	addrs    []netip.Addr // without zones
}

// round listens on one family for as long as ctx lasts and asks a few times. It
// returns at once; got is called from another goroutine, which has ended when
// wait returns.
func round(ctx context.Context, v6 bool, list []Interface, got func(found)) (wait func(), err error) {
	family := zeroconf.SelectIPTraffic(zeroconf.IPv4)
	if v6 {
		family = zeroconf.SelectIPTraffic(zeroconf.IPv6)
	}
	nets := multicasting(list)
	if len(nets) == 0 {
		return nil, fmt.Errorf("browse for games: no network interface with multicast")
	}
	r, err := zeroconf.NewResolver(family, zeroconf.SelectIfaces(nets))
	if err != nil {
		return nil, fmt.Errorf("browse for games: %w", err)
	}
	entries := make(chan *zeroconf.ServiceEntry)
	var reader sync.WaitGroup
	reader.Go(func() {
		for e := range entries {
			got(fromEntry(e))
		}
	})
	if err := r.Browse(ctx, service, domain, entries); err != nil {
		reader.Wait() // it has closed the channel
		return nil, fmt.Errorf("browse for games: %w", err)
	}
	return reader.Wait, nil
}

func fromEntry(e *zeroconf.ServiceEntry) found {
	f := found{instance: unescape(strings.TrimSuffix(e.Instance, ".")), id: textID(e.Text)}
	if e.Port > 0 && e.Port < 1<<16 {
		f.port = uint16(e.Port)
	}
	for _, ip := range append(e.AddrIPv4, e.AddrIPv6...) {
		if a, ok := netip.AddrFromSlice(ip); ok {
			f.addrs = append(f.addrs, a.Unmap())
		}
	}
	return f
}
