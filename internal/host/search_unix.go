//go:build unix

package host

import (
	"os"
	"strings"
)

// searchDomains returns the domains in which the system looks up short names.
func searchDomains() []string {
	text, err := os.ReadFile("/etc/resolv.conf")
	if err != nil {
		return nil // no file, no search domain
	}
	return parseResolvConf(string(text))
}

// parseResolvConf reads the search list of a resolv.conf. The last "search" or "domain"
// line wins.
func parseResolvConf(text string) (domains []string) {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 1 && (words[0] == "search" || words[0] == "domain") {
			domains = words[1:]
		}
	}
	return domains
}
