// Package selftest finds out at the start whether others will reach the host: it
// connects to the host at each of its addresses, and looks which firewall of
// this machine is likely in the way. It cannot see beyond this machine.
//
// Run starts nothing that outlives it. What was found out becomes words in
// words.go, which asks nobody.
package selftest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"doomhost/internal/network/neterr"
)

// Result is what was found out. Its JSON is the answer to GET /api/selftest.
type Result struct {
	// OK says that nothing speaks against others reaching the host.
	OK bool `json:"ok"`
	// Line is all of it in one line for people.
	Line string `json:"line"`
	// Advice is what to do, such as a command; empty where there is nothing.
	Advice    string    `json:"advice"`
	Addresses []Address `json:"addresses"`
	Firewall  Firewall  `json:"firewall"`
}

// Address is the outcome of connecting to one of the own addresses.
type Address struct {
	URL   string `json:"url"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitempty"`
}

// Firewall is what is known of this machine's.
type Firewall struct {
	// Name is "ufw", "firewalld", "nftables", "iptables", "Windows Firewall",
	// "macOS firewall", or empty where none was seen: there is none when State
	// is Off, and this user may not look when it is Unknown.
	Name string `json:"name"`
	// State says what it does with the port.
	State State `json:"state"`
}

// State is what a firewall does with the port.
type State uint8

// The states.
const (
	Unknown State = iota // it does not tell
	Off                  // none is there, or it is off
	Opened               // it lets the port pass
	Closed               // it lets nothing of the kind pass
)

// String is the state as JSON has it.
func (s State) String() string {
	switch s {
	case Unknown:
		return "unknown"
	case Off:
		return "off"
	case Opened:
		return "open"
	case Closed:
		return "closed"
	}
	return "unknown"
}

// MarshalText makes a State a word in JSON.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// timeout bounds each part of the test.
const timeout = 3 * time.Second

// Run tests the host at port on its addresses, the best first. program is the
// path of the program that listens.
func Run(ctx context.Context, port int, addrs []netip.Addr, program string) Result {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	r := Result{Addresses: make([]Address, len(addrs))}
	var wait sync.WaitGroup
	wait.Go(func() { r.Firewall = look(ctx, port, program) })
	for i, a := range addrs {
		wait.Go(func() { r.Addresses[i] = connect(ctx, netip.AddrPortFrom(a, uint16(port))) })
	}
	wait.Wait()
	r.judge(port)
	return r
}

// connect asks the host as a guest would.
func connect(ctx context.Context, at netip.AddrPort) Address {
	a := Address{URL: "http://" + at.String() + "/"}
	transport := &http.Transport{DisableKeepAlives: true, DialContext: (&net.Dialer{}).DialContext}
	client := &http.Client{Transport: transport}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL+"api/info", nil)
	if err == nil {
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
			_ = resp.Body.Close()
			if resp.StatusCode != http.StatusOK {
				err = fmt.Errorf("it answers %s", resp.Status)
			}
		}
	}
	switch {
	case err == nil:
		a.OK = true
	case errors.Is(err, context.DeadlineExceeded):
		a.Error = "no answer within " + timeout.String()
	case neterr.Refused(err):
		a.Error = "refused"
	default:
		a.Error = err.Error()
	}
	return a
}

// portText is a port as firewalls' commands take it.
func portText(port int) string { return strconv.Itoa(port) + "/tcp" }
