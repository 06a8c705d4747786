//go:build !unix && !windows

package host

// searchDomains has the domains in which the system looks for short names. This system
// tells of none.
func searchDomains() []string { return nil }
