//go:build !linux

package host

// stepBack does nothing where threads have no priority of their own.
func stepBack() {}
