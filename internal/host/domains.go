package host

import (
	"strings"

	"golang.org/x/net/publicsuffix"
)

// localDomains are the domains under which a home's router, or the machine itself,
// answers for the machines of its network. The own host name under one of them is an
// own name. No stranger can register a name there: the domain is reserved, is never
// delegated, or belongs whole to a company that makes routers.
var localDomains = []string{
	"local",     // RFC 6762: multicast DNS
	"localhost", // RFC 6761: the machine itself
	"home.arpa", // RFC 8375: home networks
	"internal",  // reserved by ICANN for private use
	// RFC 6762, appendix G, lists what private networks use; ICANN delegates none.
	"intranet", "private", "corp", "home", "lan",
	"localdomain",      // dnsmasq, pfSense, UniFi
	"fritz.box",        // AVM FRITZ!Box
	"speedport.ip",     // Telekom Speedport
	"fios-router.home", // Verizon
	"attlocal.net",     // AT&T
	"mshome.net",       // Windows, which shares its connection
}

// trusted reports whether the own host name under a search domain of the system is an
// own name.
//
// The search domain mostly comes by DHCP, from whoever runs the network. That is
// nobody new: DHCP names the DNS server, too, which may answer for every name under
// localDomains as well, and its owner reaches the host directly. A domain in which
// anybody can register a name is different: with the search domain "co.uk" a stranger far away
// could own the host's name. Such public suffixes are refused.
func trusted(domain string) bool {
	if domain == "" {
		return false
	}
	suffix, listed := publicsuffix.PublicSuffix(domain)
	// A single label that the list lacks is no domain of the public DNS.
	return suffix != domain || !listed && !strings.Contains(domain, ".")
}
