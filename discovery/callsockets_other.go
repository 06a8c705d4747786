//go:build !linux

package discovery

import (
	"net"
	"net/netip"
)

// listenAt opens a UDP socket at an address.
func listenAt(a netip.Addr, port int) (net.PacketConn, error) {
	network := "udp4"
	if a.Is6() {
		network = "udp6" // beside the other family's, not in its place
	}
	return net.ListenUDP(network, net.UDPAddrFromAddrPort(netip.AddrPortFrom(a, uint16(port))))
}
