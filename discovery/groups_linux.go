package discovery

import (
	"net"

	"golang.org/x/sys/unix"
)

// onlyOwnGroups keeps a socket from receiving groups that the machine's other sockets have
// joined on other interfaces. If the system does not support it, the check of each packet's
// interface still applies.
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
