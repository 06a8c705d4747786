// Package neterr tells what an error of the network means where systems say it
// in different numbers: Windows' sockets have their own, which the names of
// package syscall do not match there. It has no state.
package neterr

import "errors"

// PortTaken reports whether a listener failed because its port is another's:
// in use, or kept from this user by the system. The next port may be free.
func PortTaken(err error) bool { return errors.Is(err, inUse) || errors.Is(err, forbidden) }

// Refused reports whether a connection failed because its target is there and
// takes none at that port.
func Refused(err error) bool { return errors.Is(err, refused) }
