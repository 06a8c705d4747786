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
	"doomhost/relay/wire"
	"doomhost/web"
)

// defaultReplayLimit is how many megabytes of replays are kept when nothing else
// is asked for: a hundred hours or so.
const defaultReplayLimit = 512

// megabyte is what --replay-limit counts in.
const megabyte = 1_000_000

// followers read along with every game: the referee and the recorder.
type followers struct {
	host    *host.Host // set once it is there, before any game
	referee *referee.Referee
	store   *replay.Store
	record  *replay.Recorder
	queue   *jobqueue.Queue
}

// followers makes what follows the games of a host with this library.
func (o *options) followers(library *wadlib.Library, log *slog.Logger) *followers {
	data := userdirs.Data()
	limit := int64(o.replayLimit) * megabyte
	dir := filepath.Join(data, "desync")
	if data == "" {
		log.Warn("no folder of the user's own: games are not recorded")
		limit, dir = 0, ""
	}
	// Snapshots go to the engines of the client that is in this program.
	engine := version.String()
	if m, err := web.ReadManifest(); err == nil {
		engine = m.Engine
	}
	// All that strangers ask for is done by one thread, by turns.
	queue := jobqueue.New(jobqueue.Config{LowerPriority: thread.LowerPriority})
	w := &followers{queue: queue, store: replay.NewStore(replay.Config{
		Dir: filepath.Join(data, "replays"), Limit: limit, Version: version.String(), Engine: engine, Library: library, Queue: queue, Log: log,
	})}
	w.record = replay.NewRecorder(w.store)
	w.referee = referee.New(referee.Config{
		Library: library, Build: engine, Dir: dir, Keep: w.record.Keep, Queue: queue, Log: log,
		Desync: func(tic wire.Tic, slots wire.Mask) { w.host.ReportDesync(tic, slots) },
		Owns:   func(slot wire.Slot, token string) bool { return w.host.OwnsSlot(slot, token) },
	})
	return w
}

// join adds the followers to what a host is made of.
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

// checkReplayLimit finds a limit that is none.
func (o *options) checkReplayLimit() error {
	if o.replayLimit < 0 {
		return usageError{fmt.Errorf("--replay-limit %d: it must be 0 or more megabytes", o.replayLimit)}
	}
	return nil
}
