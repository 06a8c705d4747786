package discovery

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// BrowserConfig configures a Browser. Interfaces must be set.
type BrowserConfig struct {
	// Interfaces lists the interfaces to search.
	Interfaces Interfaces
	// Port is the usual port of games: Probe tries it, and CheckAddress uses it if an
	// address has none.
	Port int
	// Further are the ports that a host uses if Port is busy; Probe tries them, too, on
	// machines that respond.
	Further []int
	// SelfID returns the id of our own game, which is listed like any other; nil means that
	// there is none.
	SelfID func() string
	// NoMDNS turns multicast DNS off.
	NoMDNS bool
	// Log receives log messages; nil means slog.Default().
	Log *slog.Logger
}

// Browser keeps the list of the games that answer.
type Browser struct {
	cfg       BrowserConfig
	sightings chan Sighting // sightings are lost while it is full
	games     atomic.Pointer[[]Found]
	changed   chan struct{} // holds one element if games has changed

	mu      sync.Mutex // guards all following fields
	probing bool
	probed  time.Time
	checks  checks
	reach   reach
	looked  time.Time // for reach

	near func(netip.Addr) bool // reaches; tests allow only this machine
}

// roundLength is how long one resolver listens; it asks twice in that time.
const roundLength = 8 * time.Second

// asking limits the concurrent checks, separately for hosts that have answered before and for
// others: forged sightings cannot push real hosts out of the list.
const asking = 16

// NewBrowser makes a Browser.
func NewBrowser(cfg BrowserConfig) *Browser {
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.SelfID == nil {
		cfg.SelfID = func() string { return "" }
	}
	b := &Browser{cfg: cfg, sightings: make(chan Sighting, 256), changed: make(chan struct{}, 1)}
	b.near = b.reaches
	b.games.Store(&[]Found{})
	return b
}

// Games returns the games that answer now, by name.
func (b *Browser) Games() []Found { return slices.Clone(*b.games.Load()) }

// Changed receives an element whenever Games may have changed.
func (b *Browser) Changed() <-chan struct{} { return b.changed }

// Saw reports a possible host, for example one that a Beacon heard.
func (b *Browser) Saw(s Sighting) {
	select {
	case b.sightings <- s:
	default:
	}
}

// Run searches until ctx is done.
func (b *Browser) Run(ctx context.Context) {
	var wait sync.WaitGroup
	defer wait.Wait()
	if !b.cfg.NoMDNS {
		for _, v6 := range []bool{false, true} {
			wait.Go(func() { b.rounds(ctx, v6) })
		}
	}
	b.loop(ctx)
}

// outcome is the result of a check.
type outcome struct {
	key int
	reply
	err error
}

// loop owns the list.
func (b *Browser) loop(ctx context.Context) {
	var (
		list     List
		wait     sync.WaitGroup
		outcomes = make(chan outcome)
		known    = make(chan struct{}, asking)
		others   = make(chan struct{}, asking)
	)
	defer wait.Wait()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		now := time.Now()
		for _, c := range list.Due(now) {
			slots := others
			if c.Known {
				slots = known
			}
			wait.Go(func() {
				select {
				case slots <- struct{}{}:
				case <-ctx.Done():
					return
				}
				r, err := askAny(ctx, c.Endpoints)
				<-slots
				select {
				case outcomes <- outcome{c.Key, r, err}:
				case <-ctx.Done():
				}
			})
		}
		b.publish(list.Games(now))
		if at, ok := list.Deadline(); ok {
			timer.Reset(max(time.Until(at), 10*time.Millisecond))
		} else {
			timer.Reset(time.Hour)
		}
		select {
		case s := <-b.sightings:
			s.Endpoints = b.nearOnes(s.Endpoints)
			list.Saw(time.Now(), s)
		case o := <-outcomes:
			if o.err != nil {
				b.cfg.Log.Debug("no game there", "err", o.err)
				list.Failed(time.Now(), o.key)
			} else {
				o.info.Addresses = b.nearOnes(o.info.Addresses)
				list.Answered(time.Now(), o.key, o.at, o.info, o.ping)
			}
		case <-timer.C:
		case <-ctx.Done():
			return
		}
	}
}

// publish stores the list and signals if it has changed.
func (b *Browser) publish(games []Found) {
	old := *b.games.Load()
	same := slices.EqualFunc(old, games, func(a, b Found) bool {
		return a.ID == b.ID && a.Name == b.Name && a.Endpoint == b.Endpoint && a.State == b.State && a.Map == b.Map &&
			a.Mode == b.Mode && a.Players == b.Players && a.Spectators == b.Spectators
	})
	b.games.Store(&games)
	if !same {
		select {
		case b.changed <- struct{}{}:
		default:
		}
	}
}

// rounds browses one address family, with one resolver after another.
func (b *Browser) rounds(ctx context.Context, v6 bool) {
	var w watcher
	start := time.Now()
	end := func() {} // ends the previous round once the next one listens
	defer func() { end() }()
	warned := false
	for ctx.Err() == nil {
		ifaces, err := b.cfg.Interfaces()
		if err == nil {
			w.look(ifaces, time.Now(), time.Since(start))
			var next func()
			if next, err = b.round(ctx, v6, ifaces); err == nil {
				end()
				end = next
				warned = false
			}
		}
		if err != nil && !warned && ctx.Err() == nil {
			// Many networks have only one address family.
			b.cfg.Log.Debug("not browsing", "v6", v6, "err", err)
			warned = true
		}
		b.sleep(ctx, &w, start)
	}
}

// round starts one round and returns the function that ends it.
func (b *Browser) round(ctx context.Context, v6 bool, ifaces []Interface) (end func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	wait, err := round(ctx, v6, ifaces, func(f found) { b.Saw(sighting(f, ifaces)) })
	if err != nil {
		cancel()
		return nil, err
	}
	return func() {
		cancel()
		wait()
	}, nil
}

// sleep waits for the end of a round. The round ends early if the interfaces change.
func (b *Browser) sleep(ctx context.Context, w *watcher, start time.Time) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for end := time.Now().Add(roundLength); time.Now().Before(end); {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		ifaces, err := b.cfg.Interfaces()
		if err == nil && w.look(ifaces, time.Now(), time.Since(start)) {
			return
		}
	}
}

// sighting makes a Sighting of an mDNS answer. A link-local address is listed once for each
// interface, because its interface is unknown.
func sighting(f found, ifaces []Interface) Sighting {
	s := Sighting{Source: FromMDNS, ID: f.id, Name: CleanName(f.instance)}
	for _, a := range f.addrs {
		if !a.Is6() || !a.IsLinkLocalUnicast() {
			if ap := netip.AddrPortFrom(a, f.port); usable(ap) {
				s.Endpoints = append(s.Endpoints, ap)
			}
			continue
		}
		for _, i := range ifaces {
			s.Endpoints = append(s.Endpoints, netip.AddrPortFrom(a.WithZone(i.Name), f.port))
		}
	}
	if len(s.Endpoints) > maxEndpoints {
		s.Endpoints = s.Endpoints[:maxEndpoints]
	}
	return s
}

// ErrBusy is the error for a probe during another one, or soon after it.
var ErrBusy = errors.New("the network was just searched: try again in ten seconds")

// probePause is the minimum pause between two probes.
const probePause = 10 * time.Second

// Probe tries all hosts of the own IPv4 networks at the usual port, and those that respond
// in any way at the further ports. Of a network larger than a /22, it tries only the /24
// around the own address; the result says so. It takes about five seconds at most. A host
// that it finds enters the list once it has answered. Probe returns ErrBusy if another
// probe is running or ended less than ten seconds ago.
func (b *Browser) Probe(ctx context.Context) (Probed, error) {
	b.mu.Lock()
	if b.probing || !b.probed.IsZero() && time.Since(b.probed) < probePause {
		b.mu.Unlock()
		return Probed{}, ErrBusy
	}
	b.probing = true
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		b.probing, b.probed = false, time.Now()
		b.mu.Unlock()
	}()
	ifaces, err := b.cfg.Interfaces()
	if err != nil {
		return Probed{}, err
	}
	return probe(ctx, ifaces, append([]int{b.cfg.Port}, b.cfg.Further...), dial, func(ap netip.AddrPort) {
		b.Saw(Sighting{Source: FromProbe, Endpoints: []netip.AddrPort{ap}})
	}), nil
}
