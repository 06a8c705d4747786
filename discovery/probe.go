package discovery

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Bounds of a probe.
const (
	// probeBits is the largest network that is probed whole: a /22, of 1,022
	// hosts. Of a larger one, the /24 round the own address is.
	probeBits = 22
	// probeMax is how many hosts one probe tries at most.
	probeMax = 4096

	probeAtOnce  = 128
	probeTimeout = 500 * time.Millisecond
)

// Probed says what a probe did.
type Probed struct {
	Networks []netip.Prefix // those that were tried
	Skipped  []netip.Prefix // those that are too large to be tried whole
	Hosts    int            // how many addresses were tried
	Open     []netip.AddrPort
}

// probePlan lists the networks and addresses to try: those of the interfaces,
// IPv4 only (a network of IPv6 is too large for any probe), without the own
// addresses.
func probePlan(ifaces []Interface) (plan Probed, hosts []netip.Addr) {
	own := map[netip.Addr]bool{}
	for _, i := range ifaces {
		for _, p := range i.Prefixes {
			own[p.Addr().Unmap()] = true
		}
	}
	for _, i := range ifaces {
		for _, p := range i.Prefixes {
			a := p.Addr().Unmap()
			if !a.Is4() || a.IsLoopback() || p.Bits() > 30 {
				continue
			}
			if p.Bits() < probeBits {
				plan.Skipped = append(plan.Skipped, p.Masked())
				p = netip.PrefixFrom(a, 24)
			}
			p = p.Masked()
			if slices.ContainsFunc(plan.Networks, p.Overlaps) {
				continue
			}
			plan.Networks = append(plan.Networks, p)
			last := broadcast(p)
			for h := p.Addr().Next(); h != last && len(hosts) < probeMax; h = h.Next() {
				if !own[h] {
					hosts = append(hosts, h)
				}
			}
		}
	}
	plan.Hosts = len(hosts)
	return plan, hosts
}

// probe tries to connect to each host at a port and reports those that take it.
func probe(ctx context.Context, ifaces []Interface, port int, found func(netip.AddrPort)) Probed {
	plan, hosts := probePlan(ifaces)
	var (
		wait sync.WaitGroup
		mu   sync.Mutex // guards plan.Open
		work = make(chan netip.Addr)
	)
	for range min(probeAtOnce, len(hosts)) {
		wait.Go(func() {
			dialer := net.Dialer{Timeout: probeTimeout}
			for a := range work {
				c, err := dialer.DialContext(ctx, "tcp4", net.JoinHostPort(a.String(), strconv.Itoa(port)))
				if err != nil {
					continue
				}
				_ = c.Close()
				ap := netip.AddrPortFrom(a, uint16(port))
				mu.Lock()
				plan.Open = append(plan.Open, ap)
				mu.Unlock()
				found(ap)
			}
		})
	}
feed:
	for _, a := range hosts {
		select {
		case work <- a:
		case <-ctx.Done():
			break feed
		}
	}
	close(work)
	wait.Wait()
	return plan
}
