package host

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"doomhost/internal/network/lanaddr"
)

// nameList holds the names and addresses under which requests may reach the host. A request
// for any other name may come through a stranger's DNS entry (rebinding), so the host
// refuses it.
type nameList struct {
	names    map[string]bool // lower case, without a trailing dot
	short    string          // the first label of the machine's own name, or empty
	suffixes func() []string // returns the system's current search domains

	mu     sync.Mutex // guards all following fields
	addrs  map[netip.Addr]bool
	search map[string]bool // own names under the search domains
	looked time.Time
}

// addrsAge is the age at which the lists of own addresses and search domains are too old to
// refuse an unknown name: networks come and go.
const addrsAge = time.Second

func newNameList(more []string) *nameList {
	own, err := os.Hostname()
	if err != nil {
		own = ""
	}
	return namesOf(own, more, searchDomains)
}

// namesOf returns the list of a host whose system calls it own.
func namesOf(own string, more []string, suffixes func() []string) *nameList {
	own = cleanHost(own)
	short, _, _ := strings.Cut(own, ".")
	n := &nameList{names: map[string]bool{"localhost": true}, short: short, suffixes: suffixes}
	if short != "" {
		more = append([]string{own, short}, more...)
		for _, domain := range localDomains {
			n.names[short+"."+domain] = true
		}
	}
	for _, name := range more {
		if name = cleanHost(name); name != "" {
			n.names[name] = true
		}
	}
	return n
}

func cleanHost(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }

// splitHost returns the name in a Host header, without port and brackets.
func splitHost(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return cleanHost(name)
	}
	return cleanHost(strings.TrimSuffix(strings.TrimPrefix(host, "["), "]"))
}

// own reports whether a Host header names this host.
func (n *nameList) own(host string) bool {
	name := splitHost(host)
	if n.names[name] {
		return true
	}
	addr, err := netip.ParseAddr(name)
	if err != nil {
		label, _, ok := strings.Cut(name, ".")
		if !ok || n.short == "" || label != n.short {
			return false
		}
	}
	addr = addr.Unmap().WithZone("")
	if addr.IsLoopback() {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.addrs[addr] && !n.search[name] && time.Since(n.looked) > addrsAge {
		n.look()
	}
	return n.addrs[addr] || n.search[name]
}

// look reads the machine's own addresses and search domains from the system. The caller
// holds mu.
func (n *nameList) look() {
	n.looked = time.Now()
	n.search = make(map[string]bool)
	for _, domain := range n.suffixes() {
		if domain = cleanHost(domain); trusted(domain) {
			n.search[n.short+"."+domain] = true
		}
	}
	list, err := lanaddr.Interfaces()
	if err != nil {
		return
	}
	n.addrs = make(map[netip.Addr]bool)
	for _, i := range list {
		for _, a := range i.Addrs {
			n.addrs[a] = true
		}
	}
}

// guard passes only requests that address this host and come from its own pages or from no
// page at all.
func (n *nameList) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("X-Frame-Options", "DENY")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !n.own(r.Host) {
			http.Error(w, "This doomhost is not called "+splitHost(r.Host)+". Use one of the addresses that it shows, or start it with --allow-host.", http.StatusForbidden)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && !sameHost(origin, r.Host) {
			http.Error(w, "Pages of other sites have no access to this doomhost.", http.StatusForbidden)
			return
		}
		if r.Header.Get("Origin") == "" && foreign(r) {
			http.Error(w, "Pages of other sites have no access to this doomhost.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// foreign reports whether another site's page requests data, such as an image, instead of a
// page. Links from other sites to the lobby are welcome.
func foreign(r *http.Request) bool {
	if !strings.HasPrefix(r.URL.Path, "/api/") && !strings.HasPrefix(r.URL.Path, "/ws/") {
		return false
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "cross-site" || site == "same-site"
}

// sameHost reports whether an Origin is the host's own.
func sameHost(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && strings.EqualFold(u.Host, host)
}
