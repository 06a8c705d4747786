//go:build !unix && !windows

package host

// searchDomains returns the domains in which the system looks up short names. This system
// does not reveal any.
func searchDomains() []string { return nil }
