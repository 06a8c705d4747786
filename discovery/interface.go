package discovery

import (
	"net"
	"net/netip"
	"slices"
)

// Interface is a network interface to announce and search on.
type Interface struct {
	Index int
	Name  string
	// Prefixes are its own addresses, each with the length of its network's prefix.
	Prefixes []netip.Prefix
	// Multicast reports whether it carries multicast.
	Multicast bool
}

// Interfaces lists the interfaces to use now: up, not loopback, and not of a kind that the
// user excludes.
type Interfaces func() ([]Interface, error)

// addrs returns the interface's addresses that others can connect to: link-local IPv6
// addresses only if there is no better IPv6 address.
func (i Interface) addrs() []netip.Addr {
	var good, local []netip.Addr
	for _, p := range i.Prefixes {
		a := p.Addr().Unmap()
		switch {
		case a.IsLoopback() || a.IsMulticast() || a.IsUnspecified():
		case a.Is6() && a.IsLinkLocalUnicast():
			local = append(local, a)
		default:
			good = append(good, a)
		}
	}
	if !slices.ContainsFunc(good, netip.Addr.Is6) {
		good = append(good, local...)
	}
	return good
}

// broadcast returns a network's broadcast address. It is invalid if there is none: for
// IPv6, and for networks of one or two hosts.
func broadcast(p netip.Prefix) netip.Addr {
	a := p.Addr().Unmap()
	if !a.Is4() || p.Bits() > 30 || p.Bits() < 1 {
		return netip.Addr{}
	}
	b := a.As4()
	for bit := p.Bits(); bit < 32; bit++ {
		b[bit/8] |= 0x80 >> (bit % 8)
	}
	return netip.AddrFrom4(b)
}

// multicasting returns the system's net.Interface of each interface that carries multicast.
func multicasting(list []Interface) []net.Interface {
	var out []net.Interface
	for _, i := range list {
		if !i.Multicast {
			continue
		}
		if ni, err := net.InterfaceByIndex(i.Index); err == nil {
			out = append(out, *ni)
		}
	}
	return out
}

// sameInterfaces reports whether two lists describe the same networks.
func sameInterfaces(a, b []Interface) bool {
	return slices.EqualFunc(a, b, func(a, b Interface) bool {
		return a.Index == b.Index && a.Name == b.Name && a.Multicast == b.Multicast && slices.Equal(a.Prefixes, b.Prefixes)
	})
}
