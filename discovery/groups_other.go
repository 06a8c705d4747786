//go:build !linux

package discovery

import "net"

// onlyOwnGroups does nothing: these systems deliver only the groups that the socket itself has
// joined.
func onlyOwnGroups(*net.UDPConn, bool) {}
