package lanaddr

import (
	"net/netip"
	"slices"
	"strings"
)

// vpns are prefixes of the names of VPN interfaces, whose other members are usually
// elsewhere.
var vpns = []string{"tun", "tap", "utun", "wg", "tailscale", "zt", "ppp", "ipsec"}

// virtuals are prefixes of the names of interfaces to virtual machines and containers on this
// machine, or to devices that use only system protocols.
var virtuals = []string{
	"docker", "veth", "br-", "virbr", "vmnet", "vboxnet", "vethernet", "vmware", "virtualbox", "podman", "cni", "flannel",
	"cali", "lxc", "lxdbr", "awdl", "llw", "hyper-v",
}

// kind is the kind of network behind an interface, the most likely place of a party first.
type kind uint8

const (
	kindLAN kind = iota
	kindVPN
	kindVirtual
)

func kindOf(name string) kind {
	name = strings.ToLower(name)
	begins := func(with string) bool { return strings.HasPrefix(name, with) }
	switch {
	case slices.ContainsFunc(virtuals, begins):
		return kindVirtual
	case slices.ContainsFunc(vpns, begins):
		return kindVPN
	}
	return kindLAN
}

// Virtual reports whether the name is not that of a LAN interface.
func Virtual(name string) bool { return kindOf(name) != kindLAN }

// leads reports whether an interface leads to other machines. Virtual ones count only if
// all is set.
func (i *Interface) leads(all bool) bool { return i.Up && !i.Loopback && (all || !Virtual(i.Name)) }

// LAN returns the interfaces that lead to other machines: those that are up, not loopback,
// and have an address. It includes virtual ones only if all is set.
func LAN(list []Interface, all bool) []Interface {
	var out []Interface
	for _, i := range list {
		if len(i.Prefixes) > 0 && i.leads(all) {
			out = append(out, i)
		}
	}
	return out
}

// Choose returns the addresses at which others reach this machine on the interfaces that
// LAN selects, best first: private IPv4, other IPv4, IPv6. Among equals, those in route
// come first, then those of a LAN, then those of a VPN; those of containers and virtual
// machines come last of all. It omits link-local addresses, which need a zone.
func Choose(list []Interface, route []netip.Addr, all bool) []netip.Addr {
	type candidate struct {
		addr netip.Addr
		kind kind
	}
	var found []candidate
	for _, i := range list {
		if !i.leads(all) {
			continue
		}
		for _, a := range i.Addrs {
			if a.IsGlobalUnicast() && !slices.ContainsFunc(found, func(c candidate) bool { return c.addr == a }) {
				found = append(found, candidate{a, kindOf(i.Name)})
			}
		}
	}
	rank := func(c candidate) [4]int {
		r := [4]int{0, order(c.addr), 1, int(c.kind)}
		if c.kind == kindVirtual {
			r[0] = 1
		}
		if slices.Contains(route, c.addr) {
			r[2] = 0
		}
		return r
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		ra, rb := rank(a), rank(b)
		return slices.Compare(ra[:], rb[:])
	})
	var out []netip.Addr
	for _, c := range found {
		out = append(out, c.addr)
	}
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
