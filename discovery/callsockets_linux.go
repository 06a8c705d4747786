package discovery

import (
	"fmt"
	"net"
	"net/netip"
	"os"

	"golang.org/x/sys/unix"
)

// listenAt opens a UDP socket at an address, which may be a group: package net
// would bind the wildcard address for one, and take the port from others.
func listenAt(a netip.Addr, port int) (net.PacketConn, error) {
	if !a.IsMulticast() {
		return net.ListenUDP("udp", net.UDPAddrFromAddrPort(netip.AddrPortFrom(a, uint16(port))))
	}
	ni, err := net.InterfaceByName(a.Zone())
	if err != nil {
		return nil, err
	}
	fd, err := unix.Socket(unix.AF_INET6, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("open a UDP socket: %w", err)
	}
	f := os.NewFile(uintptr(fd), "beacon")
	defer f.Close() //nolint:errcheck // the connection has a copy
	if err := unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, 1); err != nil {
		return nil, fmt.Errorf("open a UDP socket: %w", err)
	}
	if err := unix.Bind(fd, &unix.SockaddrInet6{Port: port, ZoneId: uint32(ni.Index), Addr: a.As16()}); err != nil {
		return nil, fmt.Errorf("listen at %s: %w", a, err)
	}
	return net.FilePacketConn(f)
}
