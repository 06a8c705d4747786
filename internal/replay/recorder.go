package replay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"doomhost/internal/referee"
	"doomhost/internal/room"
	"doomhost/lockstep"
)

const (
	// runTics is how many tics are written at once.
	runTics = 30
	// flushTime is how long a tic may wait to be written.
	flushTime = 900 * time.Millisecond
	// writeTime is the least time between two writes when tics arrive faster than in
	// normal play. Each write is synced to disk.
	writeTime = 250 * time.Millisecond
	// seekTics is the distance between the snapshots in a file.
	seekTics = 20 * lockstep.TicRate
)

// Recorder writes every game to a file of a Store. It is a room.Follower.
type Recorder struct {
	store *Store

	mu    sync.Mutex // guards all following fields
	games map[*room.Game]*seeks
}

// NewRecorder records into a store.
func NewRecorder(s *Store) *Recorder {
	return &Recorder{store: s, games: make(map[*room.Game]*seeks)}
}

// seeks holds the snapshots that are waiting to be written to a game's file.
type seeks struct {
	snapshots chan referee.Snapshot
	last      lockstep.Tic // the tic of the last one; guarded by Recorder.mu
}

// Name returns the name of the thread that records a game.
func (r *Recorder) Name() string { return "recorder" }

// Keep queues a snapshot for the game's file, one per seekTics. It does not wait: if the
// recorder lags, the snapshot is dropped.
func (r *Recorder) Keep(g *room.Game, s referee.Snapshot) {
	r.mu.Lock()
	defer r.mu.Unlock()
	to := r.games[g]
	if to == nil || s.Tic/seekTics == to.last/seekTics {
		return
	}
	select {
	case to.snapshots <- s:
		to.last = s.Tic
	default:
	}
}

// Follow records a game until its end.
func (r *Recorder) Follow(ctx context.Context, g *room.Game) {
	if r.store.cfg.Limit <= 0 || !g.Wait(ctx, 0) {
		return
	}
	snapshots := make(chan referee.Snapshot, 4)
	r.mu.Lock()
	r.games[g] = &seeks{snapshots: snapshots}
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		delete(r.games, g)
		r.mu.Unlock()
	}()
	id, w, err := r.create(g)
	if err != nil {
		r.store.cfg.Log.Warn("this game is not recorded", "err", err)
		return
	}
	defer r.store.done(id)
	if err := record(ctx, g, w, snapshots); err != nil {
		r.store.cfg.Log.Warn("the recording of this game ends early", "tic", w.next, "err", err)
	}
	if err := w.close(); err != nil {
		r.store.cfg.Log.Warn("close the recording", "err", err)
	}
}

// create begins a game's file and tells the store about it.
func (r *Recorder) create(g *room.Game) (id string, w *writer, err error) {
	dir := r.store.cfg.Dir
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", nil, fmt.Errorf("make the replays' folder: %w", err)
	}
	r.store.prune()
	now := time.Now().UTC().Truncate(time.Second)
	h := &Header{
		Version: r.store.cfg.Version, Engine: r.store.cfg.Engine, Started: now,
		Params: g.Params, Map: r.store.mapName(&g.Params), WADs: r.store.wadNames(&g.Params), Names: g.Names, Slots: g.Slots,
	}
	base := now.Format("20060102-150405")
	for n := 1; ; n++ {
		id = base
		if n > 1 {
			id = fmt.Sprintf("%s-%d", base, n)
		}
		r.store.begin(id)
		w, err = create(filepath.Join(dir, id+extension), h)
		if err == nil {
			return id, w, nil
		}
		r.store.forget(id)
		if !errors.Is(err, fs.ErrExist) || n == 100 {
			return "", nil, err
		}
	}
}

// record writes sealed tics until the game or ctx ends.
func record(ctx context.Context, g *room.Game, w *writer, snapshots <-chan referee.Snapshot) error {
	var run []byte
	for over := false; !over; {
		wait, cancel := context.WithTimeout(ctx, flushTime)
		g.Wait(wait, w.next+runTics-1)
		cancel()
		over = g.Ended() || ctx.Err() != nil
		var err error
		if run, err = sealed(run[:0], g, w.next); err != nil {
			return err
		}
		if len(run) > 0 {
			if err := w.tics(run); err != nil {
				return err
			}
		}
		count := len(run) / lockstep.BundleSize
		for more := true; more; {
			select {
			case s := <-snapshots:
				if err := w.snapshot(s); err != nil {
					return err
				}
			default:
				more = false
			}
		}
		if count > 2*runTics && !over { // more than a late player can cause
			select {
			case <-time.After(writeTime):
			case <-ctx.Done():
			}
		}
	}
	return w.end(&End{Tics: int(w.next), Ended: time.Now().UTC().Truncate(time.Second)})
}

// sealed appends the bundles from tic on to run.
func sealed(run []byte, g *room.Game, tic lockstep.Tic) ([]byte, error) {
	stride := g.Log.Stride()
	for {
		records, err := g.Log.From(tic)
		if err != nil || len(records) == 0 {
			return run, err
		}
		for ; len(records) > 0; records = records[stride:] {
			run = append(run, records[stride-lockstep.BundleSize:stride]...)
			tic++
		}
	}
}
