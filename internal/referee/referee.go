// Package referee runs the host's own engine beside every game.
//
// It executes the sealed bundles natively, and so it knows the true hash of
// every tic; it keeps snapshots from which late joiners start and with which a
// client that went out of step is healed; it knows the score. A client whose
// reported hash or whose ticcmds show another state is told through the lobby,
// and both states are written to a file, for a report.
//
// Goroutines: Follow is called with one for each game, which alone owns that
// game's engine. It has a thread of little weight, and plays a part of the time only
// where tics come faster than a game is played (pace.go). HTTP handlers read what it published; an upload plays bundles
// in its handler's goroutine, with an engine of its own. Nobody waits for the
// referee: a game whose WADs its engine cannot load is played without one.
//
// Locks: Referee.mu guards the content that was loaded last; match.mu guards
// what a match published and the incidents; uploading lets one state in at a
// time. None is held while another is taken, and none while anything is read
// or written.
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
	"doomhost/relay/wire"
)

// Config says what a referee needs of its host. The zero value watches games
// whose WADs it cannot find, which is nothing.
type Config struct {
	// Library has the WADs; nil means none.
	Library *wadlib.Library
	// Build is the clients' engine: snapshots go between engines of the same one.
	Build string
	// Desync tells the lobby that the states of slots differ after tic; nil tells
	// nobody. See host.Host.ReportDesync.
	Desync func(tic wire.Tic, slots wire.Mask)
	// Owns reports whether token is that of the slot's owner; nil trusts nobody.
	// See host.Host.OwnsSlot.
	Owns func(slot wire.Slot, token string) bool
	// Keep is given the snapshots of a game as they are taken, about one in ten
	// seconds; it must not wait. Nil keeps none.
	Keep func(g *room.Game, s Snapshot)
	// Dir is the folder for what is written about differing states; empty writes
	// nothing.
	Dir string
	// Queue has the jobs of those who ask; nil makes one.
	Queue *jobqueue.Queue
	// Log takes warnings; nil means slog.Default().
	Log *slog.Logger
	// SnapshotTime is how far apart snapshots are at least, where tics come faster
	// than a game is played; 0 means 9 s, a negative one no time at all.
	SnapshotTime time.Duration

	now func() time.Time // nil means time.Now
}

// Snapshot is a game's state between two tics.
type Snapshot struct {
	// Tic is the one that comes next.
	Tic wire.Tic
	// Packed is the state as engine.Engine.Save writes it, in gzip's format. It
	// is shared and must not be changed.
	Packed []byte
}

// Referee is a room.Follower and a room.HashReceiver.
type Referee struct {
	cfg       Config
	incidents *rate.Limiter         // of files about them
	faults    *rate.Limiter         // of what is logged about WADs and maps
	current   atomic.Pointer[match] // of the game that began last; nil before it has an engine

	uploading sync.Mutex // held while a client's state comes in

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
		cfg.Desync = func(wire.Tic, wire.Mask) {}
	}
	if cfg.Owns == nil {
		cfg.Owns = func(wire.Slot, string) bool { return false }
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

// Name is that of the thread which plays a game.
func (r *Referee) Name() string { return "referee" }

// Follow watches a game to its end.
func (r *Referee) Follow(ctx context.Context, g *room.Game) {
	defer r.survive("this game is played without a referee: its engine does not start")
	content, err := r.load(&g.Params)
	if err != nil {
		r.cfg.Log.Warn("this game is played without a referee: no snapshots, no score, no check of the players' states", "err", err)
		r.current.Store(nil)
		return
	}
	if !g.Wait(ctx, 0) {
		return
	}
	m, err := newMatch(r, g, content)
	if err != nil {
		r.cfg.Log.Warn("this game is played without a referee: its engine does not start", "err", err)
		r.current.Store(nil)
		return
	}
	r.current.Store(m)
	defer r.current.CompareAndSwap(m, nil)
	defer m.writing.Wait()
	defer r.survive("the referee's engine stops: the rest of this game has none")
	m.watch(ctx)
}

// survive, deferred, logs a panic with what it means for the game, and ends it.
// WADs are made by strangers: where one has found a fault in the engine, games of
// which the host only relays the tics go on.
func (r *Referee) survive(meaning string) {
	if fault := recover(); fault != nil {
		r.cfg.Log.Error(meaning, "fault", fault, "stack", string(debug.Stack()))
	}
}

// ReceiveHash notes what hash of its state a client reported.
func (r *Referee) ReceiveHash(g *room.Game, slot wire.Slot, tic wire.Tic, hash uint64) {
	if m := r.current.Load(); m != nil && m.game == g && slot.Valid() {
		select {
		case m.inbox <- report{slot, tic, hash}:
		default: // the next one comes soon
		}
	}
}

// load opens the WADs of a game, those of the last game at no cost.
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
	r.tell(content.Warnings)
	r.mu.Lock()
	r.content, r.key = content, key
	r.mu.Unlock()
	return content, nil
}

// mostTold is how many warnings about WADs or a map are logged in a row. Anybody may have
// one choice tried after the other: so many of them are told of, and then one in so long
// a time.
const (
	mostTold     = 8
	faultsInARow = 16
	faultsPause  = 10 * time.Second
)

// tell logs what the game does without.
func (r *Referee) tell(warnings []string) {
	if len(warnings) == 0 || !r.faults.Allow() {
		return
	}
	for i, w := range warnings {
		if i == mostTold {
			r.cfg.Log.Warn("the WADs have more faults", "count", len(warnings)-i)
			return
		}
		r.cfg.Log.Warn("a fault in the WADs", "what", w)
	}
}

// Try loads what p is played with, and its map, and says what it is played without; the
// error says why it cannot be played. What was loaded stays for a game that starts with
// it.
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

// SimParams is what an engine starts a session with that has these players in
// its first bundle.
func SimParams(p *wire.Params, players wire.Mask) sim.Params {
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
		s.Players[i] = players.Has(wire.Slot(i))
	}
	return s
}
