package main

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"path/filepath"

	"doomhost/internal/content/wadlib"
	"doomhost/internal/host"
	"doomhost/internal/jobqueue"
	"doomhost/internal/referee"
	"doomhost/internal/replay"
	"doomhost/internal/system/thread"
	"doomhost/internal/system/userdirs"
	"doomhost/internal/version"
	"doomhost/lockstep"
	"doomhost/web"
)

// defaultReplayLimit is the default of --replay-limit in megabytes: about a hundred hours
// of replays.
const defaultReplayLimit = 512

// megabyte is the unit of --replay-limit.
const megabyte = 1_000_000

// followers are the referee and the recorder, which follow every game.
type followers struct {
	host    *host.Host // set before the first game
	referee *referee.Referee
	store   *replay.Store
	record  *replay.Recorder
	queue   *jobqueue.Queue
}

// followers makes the followers for a host with this library.
func (o *options) followers(library *wadlib.Library, log *slog.Logger) *followers {
	data := userdirs.Data()
	limit := int64(o.replayLimit) * megabyte
	dir := filepath.Join(data, "desync")
	if data == "" {
		log.Warn("games are not recorded: the user has no data folder")
		limit, dir = 0, ""
	}
	// Snapshots are for the engine of the embedded client.
	engine := version.String()
	if m, err := web.ReadManifest(); err == nil {
		engine = m.Engine
	}
	// One thread does all the work that strangers request, in turn by address.
	queue := jobqueue.New(jobqueue.Config{LowerPriority: thread.LowerPriority})
	w := &followers{queue: queue, store: replay.NewStore(replay.Config{
		Dir: filepath.Join(data, "replays"), Limit: limit, Version: version.String(), Engine: engine, Library: library, Queue: queue, Log: log,
	})}
	w.record = replay.NewRecorder(w.store)
	w.referee = referee.New(referee.Config{
		Library: library, Build: engine, Dir: dir, Keep: w.record.Keep, Queue: queue, Log: log,
		Desync: func(tic lockstep.Tic, slots lockstep.Mask) { w.host.ReportDesync(tic, slots) },
		Owns:   func(slot lockstep.Slot, token string) bool { return w.host.OwnsSlot(slot, token) },
	})
	return w
}

// join adds the followers to the host's configuration.
func (w *followers) join(cfg *host.Config) {
	cfg.Followers = append(cfg.Followers, w.referee, w.record)
	cfg.Try, cfg.Queue = w.referee.Try, w.queue
	cfg.Snapshots = w.referee.Snapshots()
	if cfg.Handlers == nil {
		cfg.Handlers = make(map[string]http.Handler)
	}
	maps.Copy(cfg.Handlers, w.referee.Handlers())
	maps.Copy(cfg.Handlers, w.store.Handlers())
}

// checkReplayLimit refuses a negative limit.
func (o *options) checkReplayLimit() error {
	if o.replayLimit < 0 {
		return usageError{fmt.Errorf("--replay-limit %d: it must be 0 or more megabytes", o.replayLimit)}
	}
	return nil
}
