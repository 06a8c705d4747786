package discovery

import (
	"net"
	"net/netip"
	"slices"
	"time"
)

// reach decides which addresses may be contacted: those of the LAN, and private ones that the
// system reaches through the LAN. Addresses come from strangers, who must not make this
// machine contact the rest of the world, or hosts that only this machine can reach, such as a
// VPN's members or containers.
type reach struct {
	lan []Interface
	// source returns the address from which the system would contact another.
	source func(netip.Addr) (netip.Addr, bool)
}

// shared is the address range that providers and some VPNs use inside (RFC 6598).
var shared = netip.PrefixFrom(netip.AddrFrom4([4]byte{100, 64, 0, 0}), 10)

// near reports whether an address may be contacted.
func (r reach) near(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsValid() || a.IsLoopback() || a.IsUnspecified() || a.IsMulticast() {
		return false
	}
	if a.Is6() && a.IsLinkLocalUnicast() {
		return slices.ContainsFunc(r.lan, func(i Interface) bool { return i.Name == a.Zone() })
	}
	private := a.IsPrivate() || shared.Contains(a) && r.has(shared.Contains)
	on := r.hasPrefix(func(p netip.Prefix) bool { return p.Contains(a) })
	if !private && !on {
		return false
	}
	from, ok := r.source(a)
	return ok && r.has(func(own netip.Addr) bool { return own == from })
}

// has reports whether such holds for one of our addresses on the LAN.
func (r reach) has(such func(netip.Addr) bool) bool {
	return r.hasPrefix(func(p netip.Prefix) bool { return such(p.Addr().Unmap()) })
}

// hasPrefix reports whether such holds for a prefix of the LAN.
func (r reach) hasPrefix(such func(netip.Prefix) bool) bool {
	for _, i := range r.lan {
		if slices.ContainsFunc(i.Prefixes, such) {
			return true
		}
	}
	return false
}

// sourceFor asks the system for the source address. It sends no packet.
func sourceFor(a netip.Addr) (netip.Addr, bool) {
	c, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(netip.AddrPortFrom(a, 9)))
	if err != nil {
		return netip.Addr{}, false
	}
	defer func() { _ = c.Close() }() // nothing was written
	at, ok := c.LocalAddr().(*net.UDPAddr)
	if !ok {
		return netip.Addr{}, false
	}
	return at.AddrPort().Addr().Unmap().WithZone(""), true
}

// reachAge is the greatest age of the list of interfaces.
const reachAge = time.Second

// reaches reports whether an address may be contacted on behalf of others.
func (b *Browser) reaches(a netip.Addr) bool {
	b.mu.Lock()
	if now := time.Now(); b.looked.IsZero() || now.Sub(b.looked) > reachAge {
		if list, err := b.cfg.Interfaces(); err == nil {
			b.reach = reach{list, sourceFor}
		}
		b.looked = now
	}
	r := b.reach
	b.mu.Unlock()
	return r.near(a)
}

func (b *Browser) nearOnes(list []netip.AddrPort) []netip.AddrPort {
	return slices.DeleteFunc(slices.Clone(list), func(ap netip.AddrPort) bool { return !b.near(ap.Addr()) })
}
