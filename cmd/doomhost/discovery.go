package main

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"sync"
	"time"

	"doomhost/discovery"
	"doomhost/internal/answer"
	"doomhost/internal/host"
	"doomhost/internal/network/lanaddr"
	"doomhost/internal/network/selftest"
	"doomhost/internal/version"
)

// beaconPorts returns the ports of the beacon's calls: the default port and its next
// alternatives.
func beaconPorts() []int {
	return []int{defaultPort, defaultPort + 1, defaultPort + 2, defaultPort + 3}
}

// lan returns the interfaces that lead to other machines, in discovery's form.
func (o *options) lan() ([]discovery.Interface, error) {
	list, err := lanaddr.Interfaces()
	if err != nil {
		return nil, err
	}
	var out []discovery.Interface
	for _, i := range lanaddr.LAN(list, o.allInterfaces) {
		out = append(out, discovery.Interface{Index: i.Index, Name: i.Name, Prefixes: i.Prefixes, Multicast: i.Multicast})
	}
	return out, nil
}

// reachable returns the addresses at which others reach this machine on those interfaces,
// best first.
func (o *options) reachable() []netip.Addr {
	return o.addresses.Reachable(lanaddr.Finder{All: o.allInterfaces})
}

// discoveryService announces a host on the network and finds the others there.
type discoveryService struct {
	o       *options
	log     *slog.Logger
	browser *discovery.Browser
	host    *host.Host
	test    tester
}

func (o *options) discoveryService(log *slog.Logger) *discoveryService {
	n := &discoveryService{o: o, log: log}
	n.browser = discovery.NewBrowser(discovery.BrowserConfig{
		Interfaces: o.lan, Port: defaultPort, Further: beaconPorts()[1:], Log: log,
		SelfID: func() string { return n.host.ID() },
	})
	n.test.addresses = o.reachable
	n.test.run = func(ctx context.Context, addresses []netip.Addr) selftest.Result {
		program, err := os.Executable()
		if err != nil {
			program = ""
		}
		return selftest.Run(ctx, n.host.Port(), addresses, program)
	}
	return n
}

// join adds the host's announced names and the handlers for the lobby page.
func (n *discoveryService) join(cfg *host.Config) {
	if !n.o.noMDNS {
		cfg.Names = append(cfg.Names, discovery.HostNames(n.o.name)...)
	}
	if cfg.Handlers == nil {
		cfg.Handlers = map[string]http.Handler{}
	}
	maps.Copy(cfg.Handlers, n.browser.Handlers())
	cfg.Handlers["GET /api/selftest"] = &n.test
}

// start starts the service, which runs until ctx is done. wait waits for its end.
func (n *discoveryService) start(ctx context.Context, here *terminal) (wait func()) {
	var all sync.WaitGroup
	all.Go(func() { n.browser.Run(ctx) })
	all.Go(func() { discovery.NewBeacon(n.beacon(here.port)).Run(ctx) })
	if !n.o.noMDNS {
		advertiser := discovery.NewAdvertiser(discovery.AdvertiserConfig{
			Name: n.o.name, Port: here.port, Interfaces: n.o.lan, Log: n.log, Describe: n.describe,
			Announced: func(names discovery.Names) {
				n.log.Info("announced on the network", "name", names.Instance, "address", fmt.Sprintf("http://%s:%d/", names.Host, here.port))
			},
		})
		all.Go(func() { advertiser.Run(ctx) })
	}
	all.Go(func() { here.follow(ctx, &n.test) })
	return all.Wait
}

// beacon configures the beacon to announce the game at port, or only to look for others
// under --no-mdns.
func (n *discoveryService) beacon(port int) discovery.BeaconConfig {
	cfg := discovery.BeaconConfig{Ports: beaconPorts(), Interfaces: n.o.lan, Found: n.browser.Saw, Log: n.log}
	if !n.o.noMDNS {
		cfg.ID, cfg.Name, cfg.Port = n.host.ID(), n.o.name, port
	}
	return cfg
}

// describe returns the game's description for the network.
func (n *discoveryService) describe() discovery.Game {
	i := n.host.Info()
	return discovery.Game{
		ID: i.ID, Protocol: version.Protocol, State: i.State, Map: i.Map, Mode: i.Mode, WAD: i.WAD,
		Players: i.Players, MaxPlayers: i.MaxPlayers,
	}
}

// tester runs the self-test and caches its result for testAge, so that requests are cheap.
// A change of addresses invalidates the result.
type tester struct {
	run       func(context.Context, []netip.Addr) selftest.Result
	addresses func() []netip.Addr

	mu   sync.Mutex // guards all following fields; held during a test
	last selftest.Result
	at   time.Time
	of   []netip.Addr
}

// testAge is how long a result remains valid.
const testAge = 30 * time.Second

func (t *tester) result(ctx context.Context) selftest.Result {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := t.addresses(); t.at.IsZero() || time.Since(t.at) > testAge || !slices.Equal(now, t.of) {
		t.last, t.at, t.of = t.run(ctx, now), time.Now(), now
	}
	return t.last
}

// ServeHTTP answers GET /api/selftest.
func (t *tester) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// A page that disconnects must not spoil the result for the next one.
	answer.JSON(w, t.result(context.WithoutCancel(r.Context())))
}
