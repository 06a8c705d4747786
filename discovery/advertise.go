package discovery

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"
)

// Names are a host's names on the network.
type Names struct {
	Instance string // for people: "Romero's game" or "Romero's game (2)"
	Host     string // "romeros-game.local"
}

// AdvertiserConfig configures an Advertiser. Name, Port, Describe and Interfaces must be
// set.
type AdvertiserConfig struct {
	// Name is the game's name for people.
	Name string
	// Port is the game's TCP port.
	Port int
	// Describe returns the game's current state; it is called once a second.
	Describe func() Game
	// Interfaces lists the interfaces to announce on.
	Interfaces Interfaces
	// Announced is called with the host's names each time that they change; it may be nil.
	Announced func(Names)
	// Log receives log messages; nil means slog.Default().
	Log *slog.Logger

	probeGap time.Duration // tests use a shorter one
}

// probeGap is how long to wait for an answer, three times, before a name counts as free
// (RFC 6762, 8.1).
const probeGap = 250 * time.Millisecond

// Advertiser announces one game over multicast DNS.
type Advertiser struct {
	cfg AdvertiserConfig
}

// NewAdvertiser makes an Advertiser.
func NewAdvertiser(cfg AdvertiserConfig) *Advertiser {
	cfg.Name = CleanName(cfg.Name)
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.probeGap == 0 {
		cfg.probeGap = probeGap
	}
	return &Advertiser{cfg: cfg}
}

// announcing is the state of a running Advertiser; Run's goroutine owns it.
type announcing struct {
	*Advertiser
	base      string // host label without a number
	number    int    // of the instance
	labelNo   int    // of the label
	claimed   bool   // both names are believed to be free
	responder *responder
	published bool
	names     Names     // as last announced
	game      Game      // as published
	told      int       // number of times that the announcement was sent
	tellAgain time.Time // when to send it next, if at all
	watch     watcher
	warned    bool
	retry     time.Time
	renamed   time.Time // when it last took another name because of a conflict
}

// renameEvery is the shortest time between two renames: each one takes the game off the
// network for a moment, and anybody can claim any name.
const renameEvery = 10 * time.Second

// tells is the number of times that each announcement is sent: the second one second after the
// first, and each pause twice as long as the one before (RFC 6762, 8.3).
const tells = 3

// retryEvery is the delay before a retry after a failure.
const retryEvery = 5 * time.Second

// Run announces until ctx is done, and then says goodbye.
func (a *Advertiser) Run(ctx context.Context) {
	own, err := os.Hostname()
	if err != nil {
		own = ""
	}
	s := &announcing{Advertiser: a, base: hostLabel(a.cfg.Name, own), number: 1, labelNo: 1}
	defer s.down()
	start := time.Now()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		s.look(ctx, time.Now(), time.Since(start))
		var heard chan claim
		if s.responder != nil {
			heard = s.responder.heard
		}
		for idle := true; idle; {
			select {
			case <-tick.C:
				idle = false
			case c := <-heard:
				idle = !s.rival(c, time.Now())
			case <-ctx.Done():
				return
			}
		}
	}
}

// look brings the announcement up to date with the interfaces and the game.
func (s *announcing) look(ctx context.Context, now time.Time, mono time.Duration) {
	ifaces, err := s.cfg.Interfaces()
	if err != nil {
		s.warn(fmt.Errorf("list network interfaces: %w", err))
		return
	}
	if s.watch.look(ifaces, now, mono) {
		s.down()
		s.retry = now
	}
	game := s.cfg.Describe()
	if s.published {
		if game != s.game {
			s.register(game)
		}
		if s.told < tells && !now.Before(s.tellAgain) {
			if err := s.tell(now); err != nil {
				s.cfg.Log.Debug("mDNS announcement not sent", "err", err)
			}
		}
		return
	}
	if now.Before(s.retry) || len(ifaces) == 0 {
		return
	}
	if err := s.up(ctx, ifaces, game); err != nil && ctx.Err() == nil {
		s.down()
		s.retry = now.Add(retryEvery)
		s.warn(err)
	}
}

// up opens the responder if needed, finds free names and publishes.
func (s *announcing) up(ctx context.Context, ifaces []Interface, game Game) error {
	if s.responder == nil {
		r, err := openResponder(ifaces, s.cfg.Log)
		if err != nil {
			return err
		}
		s.responder = r
	}
	for !s.claimed {
		instance, label := s.instance(), s.label()
		instanceTaken, labelTaken := s.responder.taken(ctx, instance, label, game.ID, s.cfg.probeGap)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if instanceTaken {
			s.number++
		}
		if labelTaken {
			s.labelNo++
		}
		s.claimed = !instanceTaken && !labelTaken || s.number > maxTries || s.labelNo > maxTries
	}
	s.register(game)
	if err := s.tell(time.Now()); err != nil {
		return fmt.Errorf("announce %q: %w", s.instance(), err)
	}
	names := Names{Instance: s.instance(), Host: s.label() + "." + domain}
	if s.names != names && s.cfg.Announced != nil {
		s.cfg.Announced(names)
	}
	s.names = names
	return nil
}

// register answers for the game from now on, and schedules its announcement.
func (s *announcing) register(game Game) {
	s.responder.answerFor(newRegistration(s.instance(), s.label(), s.cfg.Port, game.txt()))
	s.published, s.game, s.told, s.tellAgain = true, game, 0, time.Time{}
}

// tell announces once more.
func (s *announcing) tell(now time.Time) error {
	s.tellAgain = now.Add(time.Second << s.told)
	s.told++
	return s.responder.announce()
}

func (s *announcing) instance() string { return numbered(s.cfg.Name, s.number) }
func (s *announcing) label() string    { return numberedLabel(s.base, s.labelNo) }

// rival checks the claims of others. Two hosts that started at once may hear each other only
// now: the one with the greater id takes another name. rival reports whether it did.
func (s *announcing) rival(c claim, now time.Time) bool {
	if !s.published || !c.text || !strings.EqualFold(c.instance, s.instance()) || c.id == s.game.ID {
		return false
	}
	if c.id != "" && c.id > s.game.ID {
		return false // the other host hears us and gives way
	}
	if s.number >= maxTries || !s.renamed.IsZero() && now.Sub(s.renamed) < renameEvery {
		return false // a duplicate name is better than none
	}
	s.renamed = now
	s.cfg.Log.Info("another game has the same name: taking the next", "name", s.instance())
	s.unpublish()
	s.claimed = false
	s.number++
	return true
}

func (s *announcing) unpublish() {
	if s.published {
		s.responder.goodbye()
		s.published = false
	}
}

// down says goodbye and closes everything. The names stay claimed.
func (s *announcing) down() {
	s.unpublish()
	if s.responder != nil {
		s.responder.close()
		s.responder = nil
	}
}

// warn logs once, as a warning, that others will not find the game by mDNS.
func (s *announcing) warn(err error) {
	if s.warned {
		s.cfg.Log.Debug("mDNS still does not work", "err", err)
		return
	}
	s.warned = true
	s.cfg.Log.Warn("the game cannot be announced over mDNS; others find it by broadcast, by address or by the QR code", "err", err)
}
