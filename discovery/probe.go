package discovery

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Limits of a probe.
const (
	// probeBits is the largest network that is probed whole: a /22, with 1,022 hosts. Of a
	// larger one, only the /24 around our own address is probed.
	probeBits = 22
	// probeMax is the greatest number of hosts that one probe tries.
	probeMax = 4096

	probeAtOnce  = 128
	probeTimeout = 500 * time.Millisecond
)

// Probed is the result of a probe.
type Probed struct {
	Networks []netip.Prefix // those that were tried
	Skipped  []netip.Prefix // those that are too large to be tried whole
	Hosts    int            // number of addresses that were tried
	Open     []netip.AddrPort
}

// probePlan lists the networks and addresses to try: those of the interfaces, without our own
// addresses, and IPv4 only (an IPv6 network is too large for any probe).
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

// dialer tries to connect to a port. open reports that the port accepts the connection, there
// that the machine responds: it accepts or refuses at once.
type dialer func(ctx context.Context, at netip.AddrPort) (open, there bool)

// dial tries a real connection. A failure before the timeout is an answer from the machine;
// silence is not, and firewalls are silent.
func dial(ctx context.Context, at netip.AddrPort) (open, there bool) {
	d := net.Dialer{Timeout: probeTimeout}
	c, err := d.DialContext(ctx, "tcp4", at.String())
	if err != nil {
		var late net.Error
		return false, ctx.Err() == nil && !(errors.As(err, &late) && late.Timeout())
	}
	_ = c.Close()
	return true, true
}

// knock tries a host at the first port, and at the others if the host responds. Most
// addresses are unused and cost one try.
func knock(ctx context.Context, host netip.Addr, ports []int, dial dialer, found func(netip.AddrPort)) {
	for _, port := range ports {
		at := netip.AddrPortFrom(host, uint16(port))
		open, there := dial(ctx, at)
		if open {
			found(at)
		}
		if !there {
			return
		}
	}
}

// probe knocks at each host and reports the ports that accept a connection. Several
// goroutines call found, one at a time.
func probe(ctx context.Context, ifaces []Interface, ports []int, dial dialer, found func(netip.AddrPort)) Probed {
	plan, hosts := probePlan(ifaces)
	var (
		wait sync.WaitGroup
		mu   sync.Mutex // guards plan.Open
		work = make(chan netip.Addr)
	)
	for range min(probeAtOnce, len(hosts)) {
		wait.Go(func() {
			for a := range work {
				knock(ctx, a, ports, dial, func(at netip.AddrPort) {
					mu.Lock()
					defer mu.Unlock()
					plan.Open = append(plan.Open, at)
					found(at)
				})
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
