package discovery

import (
	"net"

	"golang.org/x/sys/unix"
)

// onlyOwnGroups keeps a socket from hearing groups that other sockets of the
// machine have joined on other interfaces. Where the system cannot, the
// interface of each packet is looked at anyway.
func onlyOwnGroups(c *net.UDPConn, v6 bool) {
	raw, err := c.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) {
		if v6 {
			_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_IPV6, unix.IPV6_MULTICAST_ALL, 0)
		} else {
			_ = unix.SetsockoptInt(int(fd), unix.IPPROTO_IP, unix.IP_MULTICAST_ALL, 0)
		}
	})
}
