package lanaddr

import (
	"net/netip"
	"slices"
	"strings"
)

// vpns are the beginnings of the names of interfaces that lead to the members
// of a private network, who are elsewhere as a rule.
var vpns = []string{"tun", "tap", "utun", "wg", "tailscale", "zt", "ppp", "ipsec"}

// inside are those that lead to virtual machines and containers of this machine,
// or to devices that speak no more than a system's own protocols.
var inside = []string{
	"docker", "veth", "br-", "virbr", "vmnet", "vboxnet", "vethernet", "vmware", "virtualbox", "podman", "cni", "flannel",
	"cali", "lxc", "lxdbr", "awdl", "llw", "hyper-v",
}

// kind says where an interface leads, the likeliest place of a party first.
type kind uint8

const (
	kindLAN kind = iota
	kindVPN
	kindInside
)

func kindOf(name string) kind {
	name = strings.ToLower(name)
	begins := func(with string) bool { return strings.HasPrefix(name, with) }
	switch {
	case slices.ContainsFunc(inside, begins):
		return kindInside
	case slices.ContainsFunc(vpns, begins):
		return kindVPN
	}
	return kindLAN
}

// Virtual reports whether an interface of this name leads to no LAN.
func Virtual(name string) bool { return kindOf(name) != kindLAN }

// leads reports whether an interface leads to other machines. Virtual ones do
// only when all is set.
func (i *Interface) leads(all bool) bool { return i.Up && !i.Loopback && (all || !Virtual(i.Name)) }

// LAN picks the interfaces that lead to other machines: up, no loopback, with
// an address. Virtual ones are among them only when all is set.
func LAN(list []Interface, all bool) []Interface {
	var out []Interface
	for _, i := range list {
		if len(i.Prefixes) > 0 && i.leads(all) {
			out = append(out, i)
		}
	}
	return out
}

// Choose picks the addresses at which others reach this machine on the
// interfaces that LAN picks, the best first: private IPv4, other IPv4, IPv6.
// Among equals those of route go first, then those of a LAN, then those of a
// VPN; containers and virtual machines come behind all others. Link-local ones
// are left out, they need more than an address.
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
		if c.kind == kindInside {
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
