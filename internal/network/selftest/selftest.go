// Package selftest checks whether others can reach the host: it connects to the host at
// each of its addresses, and determines which firewall on this machine may block them. It
// cannot see beyond this machine.
//
// Everything that Run starts ends before it returns. words.go turns the results into text
// and does no I/O.
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

// Result is the result of the test. Its JSON is the answer to GET /api/selftest.
type Result struct {
	// OK means that nothing prevents others from reaching the host, as far as this machine
	// can tell.
	OK bool `json:"ok"`
	// Line summarizes the result in one line for people.
	Line string `json:"line"`
	// Advice says what to do, such as a command; it is empty if there is nothing to do.
	Advice    string    `json:"advice"`
	Addresses []Address `json:"addresses"`
	Firewall  Firewall  `json:"firewall"`
}

// Address is the result of a connection to one of the machine's own addresses.
type Address struct {
	URL   string `json:"url"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitempty"`
}

// Firewall describes this machine's firewall.
type Firewall struct {
	// Name is "ufw", "firewalld", "nftables", "iptables", "Windows Firewall" or "macOS
	// firewall". If it is empty, there is none (State is Off), or this user cannot tell
	// (State is Unknown).
	Name string `json:"name"`
	// State is the firewall's effect on the port.
	State State `json:"state"`
}

// State is a firewall's effect on the port.
type State uint8

// The states.
const (
	Unknown State = iota // it cannot be determined
	Off                  // there is none, or it is off
	Opened               // it accepts the port
	Closed               // it blocks the port
)

// String returns the state's name in JSON.
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

// MarshalText encodes a State by its name.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// timeout bounds each part of the test.
const timeout = 3 * time.Second

// Run tests the host at port on its addresses, best first. program is the path of the
// listening program.
func Run(ctx context.Context, port int, addrs []netip.Addr, program string) Result {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	r := Result{Addresses: make([]Address, len(addrs))}
	var wait sync.WaitGroup
	wait.Go(func() { r.Firewall = queryFirewall(ctx, port, program) })
	for i, a := range addrs {
		wait.Go(func() { r.Addresses[i] = connect(ctx, netip.AddrPortFrom(a, uint16(port))) })
	}
	wait.Wait()
	r.judge(port)
	return r
}

// connect requests /api/info as a guest does.
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
				err = fmt.Errorf("the host answers %s", resp.Status)
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

// portText returns a port in the form that firewalls' commands accept.
func portText(port int) string { return strconv.Itoa(port) + "/tcp" }
