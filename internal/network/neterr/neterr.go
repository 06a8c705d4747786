// Package neterr interprets network errors whose numbers differ between systems: on
// Windows, sockets have numbers of their own, which differ from the constants of package
// syscall. It has no state.
package neterr

import "errors"

// PortTaken reports whether a listener failed because its port is in use, or reserved by
// the system. The next port may be free.
func PortTaken(err error) bool { return errors.Is(err, inUse) || errors.Is(err, forbidden) }

// Refused reports whether a connection failed because the target machine accepts none at
// that port.
func Refused(err error) bool { return errors.Is(err, refused) }
