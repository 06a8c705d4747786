// Package referee runs the host's own engine beside every game.
//
// It executes the sealed bundles natively, so it knows the true hash of every tic. It keeps
// snapshots, with which late joiners start and out-of-step clients resync, and it knows the
// score. If a client's hash or ticcmds reveal a different state, the referee tells the
// lobby and writes both states to a file for a report.
//
// Goroutines: the room calls Follow on one goroutine for each game, which alone owns that
// game's engine. It runs at low priority, and throttles itself only when tics come faster
// than a game's (pace.go). HTTP handlers read what it has published; an upload replays
// bundles as a job of the queue, with an engine of its own. Nobody waits for the referee: a
// game whose WADs its engine cannot load runs without one.
//
// Locks: Referee.mu guards the content that was loaded last; match.mu guards the incidents
// and what a match has published; uploading admits one state at a time. No goroutine holds
// mu while it takes another lock, reads or writes.
package referee

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"doomhost/engine"
	"doomhost/engine/sim"
	"doomhost/internal/content/needs"
	"doomhost/internal/content/preflight"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/jobqueue"
	"doomhost/internal/room"
	"doomhost/lockstep"
	"doomhost/relay/wire"
)

// Config configures a referee. With the zero value it has no WADs and can follow no game.
type Config struct {
	// Library holds the WADs; nil means none.
	Library *wadlib.Library
	// Build is the build of the clients' engine; snapshots are valid within one build only.
	Build string
	// Desync tells the lobby that the states of slots differ after tic; nil tells nobody.
	// See host.Host.ReportDesync.
	Desync func(tic lockstep.Tic, slots lockstep.Mask)
	// Owns reports whether token belongs to the slot's owner; nil accepts no token. See
	// host.Host.OwnsSlot.
	Owns func(slot lockstep.Slot, token string) bool
	// Keep receives a game's regular snapshots, about one each ten seconds; it must not
	// block. Nil discards them.
	Keep func(g *room.Game, s Snapshot)
	// Dir is the folder for reports of differing states; empty means that none are written.
	Dir string
	// Queue runs the jobs of requests; nil makes one.
	Queue *jobqueue.Queue
	// Log receives warnings; nil means slog.Default().
	Log *slog.Logger
	// SnapshotTime is the least interval between snapshots, for tics that come faster than
	// a game's; 0 means 9 s, a negative value no limit.
	SnapshotTime time.Duration

	now func() time.Time // nil means time.Now
}

// Snapshot is a game's state between two tics.
type Snapshot struct {
	// Tic is the next tic.
	Tic lockstep.Tic
	// Packed is the gzip of the state that engine.Engine.Save writes. It is shared, so do
	// not change it.
	Packed []byte
}

// Referee is a room.Follower and a room.HashReceiver.
type Referee struct {
	cfg       Config
	incidents *rate.Limiter         // limits incident files
	faults    *rate.Limiter         // limits log lines about WADs and maps
	current   atomic.Pointer[match] // the latest game; nil until it has an engine

	uploading sync.Mutex // held during the upload of a client's state

	mu      sync.Mutex // guards all following fields
	key     string     // the ids of the WADs in content
	content *engine.Content
	bytes   wadBytes
}

// New makes a referee.
func New(cfg Config) *Referee {
	if cfg.Library == nil {
		cfg.Library = wadlib.Empty()
	}
	if cfg.Desync == nil {
		cfg.Desync = func(lockstep.Tic, lockstep.Mask) {}
	}
	if cfg.Owns == nil {
		cfg.Owns = func(lockstep.Slot, string) bool { return false }
	}
	if cfg.Keep == nil {
		cfg.Keep = func(*room.Game, Snapshot) {}
	}
	if cfg.Queue == nil {
		cfg.Queue = jobqueue.New(jobqueue.Config{})
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.now == nil {
		cfg.now = time.Now
	}
	if cfg.SnapshotTime == 0 {
		cfg.SnapshotTime = snapshotTime
	}
	return &Referee{
		cfg: cfg, incidents: rate.NewLimiter(rate.Every(incidentPause), incidentsInARow),
		faults: rate.NewLimiter(rate.Every(faultsPause), faultsInARow), bytes: make(wadBytes),
	}
}

// Name returns the name of the thread that follows a game.
func (r *Referee) Name() string { return "referee" }

// Follow follows a game to its end.
func (r *Referee) Follow(ctx context.Context, g *room.Game) {
	defer r.recoverEngine("this game has no referee: its engine does not start")
	content, err := r.load(&g.Params)
	if err != nil {
		r.cfg.Log.Warn("this game has no referee: no snapshots, no score, no check of the players' states", "err", err)
		r.current.Store(nil)
		return
	}
	if !g.Wait(ctx, 0) {
		return
	}
	m, err := newMatch(r, g, content)
	if err != nil {
		r.cfg.Log.Warn("this game has no referee: its engine does not start", "err", err)
		r.current.Store(nil)
		return
	}
	r.current.Store(m)
	defer r.current.CompareAndSwap(m, nil)
	defer m.writing.Wait()
	defer r.recoverEngine("the referee's engine failed: the game goes on without a referee")
	m.watch(ctx)
}

// recoverEngine, if deferred, recovers from a panic and logs it with its consequence. Strangers
// make WADs: if one triggers a fault in the engine, the games go on, because the host only
// relays their tics.
func (r *Referee) recoverEngine(meaning string) {
	if fault := recover(); fault != nil {
		r.cfg.Log.Error(meaning, "fault", fault, "stack", string(debug.Stack()))
	}
}

// ReceiveHash records the hash that a client reported.
func (r *Referee) ReceiveHash(g *room.Game, slot lockstep.Slot, tic lockstep.Tic, hash uint64) {
	if m := r.current.Load(); m != nil && m.game == g && slot.Valid() {
		select {
		case m.inbox <- report{slot, tic, hash}:
		default: // the next one comes soon
		}
	}
}

// load opens the WADs of a game. It reuses those of the last one.
func (r *Referee) load(p *wire.Params) (*engine.Content, error) {
	ids := append([]string{p.WADID}, p.PWADs...)
	key := strings.Join(ids, " ")
	r.mu.Lock()
	content, same := r.content, r.key == key
	r.mu.Unlock()
	if content != nil && same {
		return content, nil
	}
	content, err := r.open(p)
	if err != nil {
		return nil, err
	}
	r.logWarnings(content.Warnings)
	r.mu.Lock()
	r.content, r.key = content, key
	r.mu.Unlock()
	return content, nil
}

// maxWarnings limits the warnings that are logged for one set of WADs. Anybody may have one
// choice after the other tried, so faultsInARow of them may log, and then one each
// faultsPause.
const (
	maxWarnings  = 8
	faultsInARow = 16
	faultsPause  = 10 * time.Second
)

// logWarnings logs warnings about WADs and maps.
func (r *Referee) logWarnings(warnings []string) {
	if len(warnings) == 0 || !r.faults.Allow() {
		return
	}
	for i, w := range warnings {
		if i == maxWarnings {
			r.cfg.Log.Warn("the WADs have more faults", "count", len(warnings)-i)
			return
		}
		r.cfg.Log.Warn("a fault in the WADs", "what", w)
	}
}

// Try loads the WADs and the map of p and returns what the engine does not support in them.
// The error says why p cannot be played. The loaded content stays for a game that starts
// with it.
func (r *Referee) Try(p *wire.Params) (found preflight.Findings, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			r.cfg.Log.Error("the engine fails on this choice", "fault", fault, "stack", string(debug.Stack()))
			err = errors.New("the engine fails on its map: choose another one")
		}
	}()
	content, err := r.load(p)
	if err != nil {
		return found, err
	}
	e, err := engine.New(content, SimParams(p, 1))
	if err != nil {
		return found, err
	}
	report := needs.Check(content, e.Game().Level())
	return preflight.Findings{Needs: report.Acts, Notes: report.Notes}, nil
}

// SimParams returns an engine's parameters for a session with these players in its first
// bundle.
func SimParams(p *wire.Params, players lockstep.Mask) sim.Params {
	s := sim.Params{
		Skill: p.Skill - 1, Episode: p.Episode, Map: p.Map, NetGame: true,
		NoMonsters: p.NoMonsters, Fast: p.Fast, Respawn: p.Respawn, Timer: p.Timer,
	}
	switch p.Mode {
	case wire.ModeDeathmatch:
		s.Deathmatch = 1
	case wire.ModeAltdeath:
		s.Deathmatch = 2
	}
	for i := range s.Players {
		s.Players[i] = players.Has(lockstep.Slot(i))
	}
	return s
}
