// Package lanaddr tells at which addresses other machines can reach this one.
//
// It asks the system at each call; it keeps nothing and starts nothing. What
// the system says is in Interfaces and Route; which of it counts, and in which
// order, is decided in choose.go, which asks nobody.
package lanaddr

import (
	"fmt"
	"net"
	"net/netip"
)

// Interface is a network interface as far as it matters here.
type Interface struct {
	Index     int
	Name      string
	Up        bool
	Loopback  bool
	Multicast bool
	Addrs     []netip.Addr
	Prefixes  []netip.Prefix // the addresses with their networks; IPv6 link-local ones too
}

// Interfaces lists the system's interfaces with their addresses.
func Interfaces() ([]Interface, error) {
	list, err := net.Interfaces()
	if err != nil {
		return nil, fmt.Errorf("list network interfaces: %w", err)
	}
	var out []Interface
	for _, i := range list {
		addrs, err := i.Addrs()
		if err != nil {
			continue // it went away meanwhile
		}
		it := Interface{
			Index: i.Index, Name: i.Name, Up: i.Flags&net.FlagUp != 0,
			Loopback: i.Flags&net.FlagLoopback != 0, Multicast: i.Flags&net.FlagMulticast != 0,
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil {
				it.Addrs = append(it.Addrs, p.Addr().Unmap().WithZone(""))
				it.Prefixes = append(it.Prefixes, p)
			}
		}
		out = append(out, it)
	}
	return out, nil
}

// Route gives the own addresses, at most one of each family, from which this
// machine speaks to the world: those of the interface with the default route.
// It sends nothing: connecting a UDP socket only looks the way up. The targets
// are addresses that are kept for documentation (RFC 5737, RFC 3849).
func Route() []netip.Addr {
	var out []netip.Addr
	for _, far := range []string{"192.0.2.1:9", "[2001:db8::1]:9"} {
		c, err := net.Dial("udp", far)
		if err != nil {
			continue // there is no way of this family
		}
		if at, ok := c.LocalAddr().(*net.UDPAddr); ok {
			out = append(out, at.AddrPort().Addr().Unmap().WithZone(""))
		}
		_ = c.Close()
	}
	return out
}

// Finder asks the system and chooses. Its zero value leaves virtual interfaces
// out.
type Finder struct {
	// All takes virtual interfaces in, too: those of a VPN, for a party that
	// meets in one.
	All bool
	// Interfaces and Route are what is asked; nil means the functions of these
	// names.
	Interfaces func() ([]Interface, error)
	Route      func() []netip.Addr
}

// Reachable lists the addresses as Choose orders them. Where the system says
// nothing it returns none.
func (f Finder) Reachable() []netip.Addr {
	if f.Interfaces == nil {
		f.Interfaces = Interfaces
	}
	if f.Route == nil {
		f.Route = Route
	}
	list, err := f.Interfaces()
	if err != nil {
		return nil
	}
	return Choose(list, f.Route(), f.All)
}
