package discovery

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"sync"
	"time"
)

// Limits for asking one host.
const (
	askTimeout = 2 * time.Second
	// localDelay is how much later link-local addresses are tried: browsers cannot open them,
	// so they are worth less.
	localDelay = 300 * time.Millisecond
)

// reply is a host's answer.
type reply struct {
	at   netip.AddrPort
	info Info
	ping time.Duration
}

// Ask asks a host for its /api/info at all of its addresses at once; the first answer wins.
// If none answers, it returns the first address's error: ErrNotOurs if something else
// answers there.
func Ask(ctx context.Context, endpoints []netip.AddrPort) (Info, netip.AddrPort, time.Duration, error) {
	r, err := askAny(ctx, endpoints)
	return r.info, r.at, r.ping, err
}

func askAny(ctx context.Context, endpoints []netip.AddrPort) (reply, error) {
	if len(endpoints) == 0 {
		return reply{}, errors.New("ask a host: no address")
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	type result struct {
		reply
		at  int
		err error
	}
	results := make(chan result, len(endpoints))
	var wait sync.WaitGroup
	defer func() {
		cancel()
		wait.Wait()
	}()
	for i, ap := range endpoints {
		wait.Go(func() {
			if linkLocal(ap) && len(endpoints) > 1 {
				select {
				case <-time.After(localDelay):
				case <-ctx.Done():
				}
			}
			r, err := askOne(ctx, ap)
			results <- result{r, i, err}
		})
	}
	errs := make([]error, len(endpoints))
	for range endpoints {
		r := <-results
		if r.err == nil {
			return r.reply, nil
		}
		errs[r.at] = r.err
	}
	return reply{}, errs[0]
}

// askOne asks at one address. It ignores proxies from the environment and does not follow
// the host's redirects.
func askOne(ctx context.Context, ap netip.AddrPort) (reply, error) {
	transport := &http.Transport{
		Proxy:                  nil,
		DialContext:            (&net.Dialer{Timeout: askTimeout}).DialContext,
		DisableKeepAlives:      true,
		DisableCompression:     true,
		MaxResponseHeaderBytes: 16 << 10,
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	var begun, ping time.Duration
	start := time.Now()
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		ConnectStart: func(string, string) { begun = time.Since(start) },
		ConnectDone:  func(_, _ string, _ error) { ping = time.Since(start) - begun },
	})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, urlOf(ap)+"/api/info", nil)
	if err != nil {
		return reply{}, fmt.Errorf("ask %s: %w", ap, err)
	}
	resp, err := client.Do(req)
	if err != nil {
		return reply{}, fmt.Errorf("ask %s: %w", ap, err)
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	if resp.StatusCode != http.StatusOK {
		return reply{}, fmt.Errorf("ask %s: %w (%s)", ap, ErrNotOurs, resp.Status)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxInfo+1))
	if err != nil {
		return reply{}, fmt.Errorf("ask %s: %w", ap, err)
	}
	info, err := parseInfo(data)
	if err != nil {
		return reply{}, fmt.Errorf("ask %s: %w", ap, err)
	}
	return reply{ap, info, ping}, nil
}

// urlOf returns the address as a browser accepts it, zone included.
func urlOf(ap netip.AddrPort) string {
	a := ap.Addr().Unmap()
	host := a.String()
	if a.Is6() {
		host = "[" + a.WithZone("").String()
		if a.Zone() != "" {
			host += "%25" + a.Zone()
		}
		host += "]"
	}
	return fmt.Sprintf("http://%s:%d", host, ap.Port())
}
