package discovery

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// Target is an address as a person types it: a host, a colon and a port.
type Target struct {
	Host string // IP address without brackets, or a name in lower case
	Port int
}

// ErrAddress is the error for text that is not an address.
var ErrAddress = errors.New("that is no address: type it as the host shows it, such as 192.168.1.5:8666")

// ParseTarget reads an address: HOST, HOST:PORT, [IPv6]:PORT, or the whole http://HOST:PORT/
// of a lobby. port applies if s has none. It returns ErrAddress if s is anything else (other
// schemes, user names, paths).
func ParseTarget(s string, port int) (Target, error) {
	s = strings.TrimSpace(s)
	if len(s) > 300 {
		return Target{}, ErrAddress
	}
	if rest, ok := cutPrefixFold(s, "http://"); ok {
		// Without a port, a URL means 80.
		s, port = rest, 80
	}
	s = strings.TrimSuffix(s, "/")
	host, portText := s, ""
	switch {
	case strings.HasPrefix(s, "["):
		var ok bool
		host, portText, ok = strings.Cut(s[1:], "]")
		if !ok || portText != "" && portText[0] != ':' {
			return Target{}, ErrAddress
		}
		if a, err := netip.ParseAddr(host); err != nil || !a.Is6() {
			return Target{}, ErrAddress
		}
		if portText != "" {
			if portText = portText[1:]; portText == "" {
				return Target{}, ErrAddress
			}
		}
	case strings.Count(s, ":") == 1:
		host, portText, _ = strings.Cut(s, ":")
		if portText == "" {
			return Target{}, ErrAddress
		}
	}
	if portText != "" {
		n, err := strconv.ParseUint(portText, 10, 16)
		if err != nil || n == 0 || portText[0] == '+' {
			return Target{}, ErrAddress
		}
		port = int(n)
	}
	if a, err := netip.ParseAddr(host); err == nil {
		if a.Zone() != "" {
			return Target{}, ErrAddress // a zone is valid on one machine only, and browsers reject it
		}
		return Target{a.Unmap().String(), port}, nil
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if !hostname(host) {
		return Target{}, ErrAddress
	}
	return Target{host, port}, nil
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return s[len(prefix):], true
	}
	return s, false
}

// hostname reports whether s is a name of letters, digits and hyphens. Browsers would treat
// a name whose last label is all digits as an address.
func hostname(s string) bool {
	if s == "" || len(s) > 253 {
		return false
	}
	labels := strings.Split(s, ".")
	for _, l := range labels {
		if l == "" || len(l) > maxLabel || l[0] == '-' || l[len(l)-1] == '-' ||
			strings.Trim(l, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false
		}
	}
	last := labels[len(labels)-1]
	return !allDigits(last) && !strings.HasPrefix(last, "0x")
}

// String returns the address in the form that URLs use, with brackets around IPv6.
func (t Target) String() string { return net.JoinHostPort(t.Host, strconv.Itoa(t.Port)) }

// URL returns the URL of the target's lobby.
func (t Target) URL() string {
	if t.Port == 80 {
		return "http://" + strings.TrimSuffix(t.String(), ":80") + "/"
	}
	host := t.Host
	if a, err := netip.ParseAddr(host); err == nil && a.Is6() {
		host = "[" + host + "]"
	}
	return fmt.Sprintf("http://%s:%d/", host, t.Port)
}

// Resolve returns the target's addresses.
func (t Target) Resolve(ctx context.Context) ([]netip.AddrPort, error) {
	if a, err := netip.ParseAddr(t.Host); err == nil {
		return []netip.AddrPort{netip.AddrPortFrom(a, uint16(t.Port))}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", t.Host)
	if err != nil {
		return nil, fmt.Errorf("nobody knows the name %s: type the numbers instead", t.Host)
	}
	var list []netip.AddrPort
	for _, a := range addrs[:min(len(addrs), maxEndpoints)] {
		list = append(list, netip.AddrPortFrom(a.Unmap(), uint16(t.Port)))
	}
	return list, nil
}

// ErrFar is the error for addresses outside private networks, which the browser does not
// check for others.
var ErrFar = errors.New("that address is not on this network: open it in the browser yourself")

// ErrOften is the error for too many checks in a short time.
var ErrOften = errors.New("too many addresses in a moment: try again")

// CheckAddress asks at an address that somebody at from typed. A host that answers enters
// the list. It returns ErrAddress if address is malformed, ErrOften after too many checks
// in a short time, and ErrFar if the address is neither on the local network nor on a
// private one. Any other error is a message for the person who typed the address.
func (b *Browser) CheckAddress(ctx context.Context, from netip.Addr, address string) (Found, error) {
	t, err := ParseTarget(address, b.cfg.Port)
	if err != nil {
		return Found{}, err
	}
	b.mu.Lock()
	may := b.checks.take(time.Now(), from)
	b.mu.Unlock()
	if !may {
		return Found{}, ErrOften
	}
	list, err := t.Resolve(ctx)
	if err != nil {
		return Found{}, err
	}
	for _, ap := range list {
		if !b.near(ap.Addr()) {
			return Found{}, ErrFar
		}
	}
	r, err := askAny(ctx, list)
	switch {
	case errors.Is(err, ErrNotOurs):
		return Found{}, fmt.Errorf("what answers at %s is no doomhost: check the number behind the colon", t)
	case err != nil:
		return Found{}, fmt.Errorf("nothing answers at %s: is it the address that the host shows, and are both on the same network?", t)
	}
	b.Saw(Sighting{Source: FromAddress, ID: r.info.ID, Endpoints: list})
	return Found{Info: r.info, Endpoint: r.at, Endpoints: list, Ping: r.ping, Source: FromAddress}, nil
}
