// Package lanaddr tells at which addresses other machines can reach this one.
//
// It asks the system at each call; it keeps nothing and starts nothing. What
// the system says is in Interfaces; which of it counts is decided by Choose,
// which asks nobody.
package lanaddr

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
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

// virtual are the beginnings of the names of interfaces that lead to virtual
// machines, containers and private networks, not to the people in the room.
var virtual = []string{
	"docker", "veth", "br-", "virbr", "vmnet", "vboxnet", "vethernet", "vmware", "virtualbox", "podman", "cni", "flannel",
	"cali", "lxc", "lxdbr", "tun", "tap", "utun", "wg", "tailscale", "zt", "ppp", "ipsec", "awdl", "llw", "hyper-v",
}

// Virtual reports whether an interface of this name leads to no LAN.
func Virtual(name string) bool {
	name = strings.ToLower(name)
	for _, v := range virtual {
		if strings.HasPrefix(name, v) {
			return true
		}
	}
	return false
}

// Choose picks the addresses at which others reach this machine, the best
// first: private IPv4, other IPv4, IPv6. Link-local ones are left out, they
// need more than an address.
func Choose(list []Interface) []netip.Addr {
	var out []netip.Addr
	for _, i := range list {
		if !i.Up || i.Loopback || Virtual(i.Name) {
			continue
		}
		for _, a := range i.Addrs {
			if a.IsGlobalUnicast() && !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b netip.Addr) int { return order(a) - order(b) })
	return out
}

func order(a netip.Addr) int {
	switch {
	case a.Is4() && a.IsPrivate():
		return 0
	case a.Is4():
		return 1
	}
	return 2
}

// Reachable asks the system and chooses. Where the system says nothing it
// returns none.
func Reachable() []netip.Addr {
	list, err := Interfaces()
	if err != nil {
		return nil
	}
	return Choose(list)
}
