//go:build !linux

package host

// stepBack does nothing where threads have no priority of their own.
func stepBack() {}

// giveWay does nothing: the system takes a processor away when it sees fit.
func giveWay() {}
