// Package lanaddr determines the addresses at which other machines can reach this one.
//
// It queries the system at each call, except for Recent, and starts no goroutine.
// Interfaces and Route query the system; choose.go selects and orders the addresses without
// any query.
package lanaddr

import (
	"fmt"
	"net"
	"net/netip"
)

// Interface holds the needed properties of a network interface.
type Interface struct {
	Index     int
	Name      string
	Up        bool
	Loopback  bool
	Multicast bool
	Addrs     []netip.Addr
	Prefixes  []netip.Prefix // Addrs with their networks, including IPv6 link-local ones
}

// Interfaces returns the system's interfaces with their addresses.
func Interfaces() ([]Interface, error) {
	list, err := net.Interfaces()
	if err != nil {
		return nil, fmt.Errorf("list network interfaces: %w", err)
	}
	var out []Interface
	for _, i := range list {
		addrs, err := i.Addrs()
		if err != nil {
			continue // the interface has just disappeared
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

// Route returns this machine's source addresses for traffic to the internet, at most one of
// each family: those of the interface with the default route. It sends nothing, because
// connecting a UDP socket only looks up the route. The targets are documentation addresses
// (RFC 5737, RFC 3849).
func Route() []netip.Addr {
	var out []netip.Addr
	for _, far := range []string{"192.0.2.1:9", "[2001:db8::1]:9"} {
		c, err := net.Dial("udp", far)
		if err != nil {
			continue // no route of this family
		}
		if at, ok := c.LocalAddr().(*net.UDPAddr); ok {
			out = append(out, at.AddrPort().Addr().Unmap().WithZone(""))
		}
		_ = c.Close()
	}
	return out
}

// Finder queries the system and chooses addresses. The zero value omits virtual interfaces.
type Finder struct {
	// All includes virtual interfaces, such as those of a VPN, for a party that meets in
	// one.
	All bool
	// Interfaces and Route replace the functions of these names; nil means those functions.
	Interfaces func() ([]Interface, error)
	Route      func() []netip.Addr
}

// Reachable returns the addresses in the order of Choose, or none if a query fails.
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
