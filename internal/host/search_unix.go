//go:build unix

package host

import (
	"os"
	"strings"
)

// searchDomains has the domains in which the system looks for short names.
func searchDomains() []string {
	text, err := os.ReadFile("/etc/resolv.conf")
	if err != nil {
		return nil // without the file there is no such domain
	}
	return parseResolvConf(string(text))
}

// parseResolvConf reads the search list of a resolv.conf: the last line with "search"
// or "domain" counts.
func parseResolvConf(text string) (domains []string) {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 1 && (words[0] == "search" || words[0] == "domain") {
			domains = words[1:]
		}
	}
	return domains
}
