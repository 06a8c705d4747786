package discovery

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"sync"

	"github.com/grandcat/zeroconf"
)

// Only this file uses github.com/grandcat/zeroconf, and only to browse. responder.go
// announces, because the library's server
//
//   - adds its receivers to a WaitGroup only once they run, so that a shutdown before that is
//     not safe, and nothing outside can tell whether they run;
//   - leaves a goroutine behind that sleeps for up to 3.5 s;
//   - changes a text while other goroutines read it;
//   - answers no question about the host's name, and resolves no conflict.
//
// The library's resolver has limits, too. This file works around them:
//
//   - Names have the DNS library's escapes: round unescapes them.
//   - The resolver writes to the standard logger if it cannot use an interface: the program
//     decides where that output goes.
//   - A resolver for both address families fails if one of them is not available: each
//     family has its own.
//   - A resolver delivers an instance once, so each round has a new one. It blocks until
//     each entry is received: the channel is read until it is closed.

// found is one instance that answered.
type found struct {
	instance string
	id       string // from its TXT record; may be empty
	port     uint16
	addrs    []netip.Addr // without zones
}

// round listens on one address family until ctx is done, and asks a few times. It returns
// at once. Another goroutine calls got; it has ended when wait returns.
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
