//go:build !linux

package discovery

import "net"

// onlyOwnGroups has nothing to do: these systems deliver only what the socket
// itself has joined.
func onlyOwnGroups(*net.UDPConn, bool) {}
