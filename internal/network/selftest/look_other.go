//go:build !linux && !windows && !darwin

package selftest

import "context"

// look knows no firewall of this system.
func look(context.Context, int, string) Firewall { return Firewall{"", Off} }
