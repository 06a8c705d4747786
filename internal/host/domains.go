package host

import (
	"strings"

	"golang.org/x/net/publicsuffix"
)

// localDomains are the domains under which a home's router, or the machine itself, resolves
// the names of its network. The machine's own name under one of them is an own name. No
// stranger can register a name there: the domain is reserved, is never delegated, or
// belongs entirely to a maker of routers.
var localDomains = []string{
	"local",     // RFC 6762: multicast DNS
	"localhost", // RFC 6761: the machine itself
	"home.arpa", // RFC 8375: home networks
	"internal",  // reserved by ICANN for private use
	// RFC 6762, appendix G: in use on private networks; ICANN delegates none.
	"intranet", "private", "corp", "home", "lan",
	"localdomain",      // dnsmasq, pfSense, UniFi
	"fritz.box",        // AVM FRITZ!Box
	"speedport.ip",     // Telekom Speedport
	"fios-router.home", // Verizon
	"attlocal.net",     // AT&T
	"mshome.net",       // Windows Internet Connection Sharing
}

// trusted reports whether the machine's own name under a search domain of the system is an
// own name.
//
// The search domain usually comes by DHCP from the operator of the network, which gives the
// operator no new power: DHCP also names the DNS server, which can answer for every name
// under localDomains, and the operator reaches the host directly anyway. A domain in which
// anybody can register a name is different: with the search domain "co.uk", a stranger far
// away could own the host's name. So trusted refuses public suffixes.
func trusted(domain string) bool {
	if domain == "" {
		return false
	}
	suffix, listed := publicsuffix.PublicSuffix(domain)
	// A single label that is not on the list is no domain of the public DNS.
	return suffix != domain || !listed && !strings.Contains(domain, ".")
}
