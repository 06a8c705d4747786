// Package room runs the relay: it passes the events of connections to the pure
// relay.Room, one at a time, and carries out the actions that the relay returns.
//
// Goroutines. The executor mostly runs on its callers' goroutines: a goroutine that
// submits an event while the executor is idle executes it and writes new bundles to the
// players (executor.go). Each connection has a reader, which is the caller of ServeLobby,
// ServeGame, ServeSpectator or ServeSignal. Run starts one goroutine for the work that
// readers hand off, one that packs old blocks of the log, one for keepalive, the workers
// of the fan-out set, and one for each follower of each game. Run returns when all have
// ended.
//
// Locks: the executor's pending count guards the fields of Room that are marked as the
// owner's. Room.mu guards the list of peers; Game and clock have their own locks. No lock
// is held while another one is taken, or while anything waits.
//
// The owner of the executor never waits for a peer, a disk or a follower.
package room

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"doomhost/internal/fanout"
	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
	rtc "doomhost/signal"
)

// Config configures a room.
type Config struct {
	// Relay configures the lobby. New sets its LogPrefix and Signal.
	Relay relay.Config
	// Preflight loads a choice in the background and calls PreflightDone from another
	// goroutine. It returns without waiting. Nil loads nothing.
	Preflight func(p wire.Params)
	// Followers read every game as it is played.
	Followers []Follower
	// Signal makes data channels; nil means that WebRTC is not offered.
	Signal *rtc.Hub
	// Channels configures data channels; New sets its Clock. A ticcmd message over a data
	// channel has at most MaxTicMessage bytes.
	Channels      transport.ChannelOptions
	MaxTicMessage int
	// Idle is how long a peer may stay silent; a negative value means no limit.
	Idle time.Duration
	// SpareProcessors: see fanout.Config.
	SpareProcessors bool
	// Log receives the events of games.
	Log *slog.Logger
	// Raw returns the time since an arbitrary start; nil means the process's monotonic
	// clock. The room's own clock skips the time for which the process was suspended.
	Raw func() time.Duration
}

// Room holds a lobby, its game and the connections to both.
type Room struct {
	cfg    Config
	log    *slog.Logger
	clock  *clock
	exec   *executor
	fanout *fanout.Set
	state  atomic.Pointer[State]
	nextID atomic.Uint64
	pack   chan *relay.Log // a log with old blocks to pack
	repeat sync.WaitGroup  // goroutines of fast data channels

	// The following fields belong to the executor's owner.
	relay       *relay.Room
	ctx         context.Context // for followers; nil before Run
	over        bool            // no more tasks are executed
	closedConn  bool            // a connection was closed since the last flush
	timer       *time.Timer     // submits a task at the relay's deadline
	armed       time.Duration   // when the timer fires
	out         relay.Outbox
	conns       map[relay.ConnID]*peer
	lobby       map[relay.ConnID]*peer
	waiting     map[relay.ConnID]*peer // spectators waiting for a game
	spectators  int                    // how many watch the running game
	players     [lockstep.NumSlots]*peer
	game        *Game        // nil while no game runs
	games       int          // how many games have started
	sent        lockstep.Tic // the last frontier announced to players and workers
	followers   sync.WaitGroup
	broadcaster *fanout.Broadcaster

	mu    sync.Mutex // guards peers
	peers map[relay.ConnID]*peer
}

// New makes a room with an open lobby. The room executes nothing before Run.
func New(cfg Config) *Room {
	if cfg.Raw == nil {
		cfg.Raw = since(time.Now())
	}
	cfg.Relay.Signal = cfg.Signal != nil
	cfg.Relay.LogPrefix = transport.BundlePrefix
	r := &Room{
		cfg:     cfg,
		log:     cfg.Log,
		clock:   newClock(cfg.Raw),
		pack:    make(chan *relay.Log, 1),
		relay:   relay.NewRoom(cfg.Relay),
		armed:   relay.Never,
		conns:   make(map[relay.ConnID]*peer),
		lobby:   make(map[relay.ConnID]*peer),
		waiting: make(map[relay.ConnID]*peer),
		peers:   make(map[relay.ConnID]*peer),
	}
	r.cfg.Channels.Clock = r.Now
	r.exec = newExecutor(func(t *task) { r.do(r.Now(), t) }, r.flushAfter)
	r.fanout = fanout.New(fanout.Config{Now: r.Now, SpareProcessors: cfg.SpareProcessors})
	r.broadcaster = r.fanout.Lobby()
	r.publish()
	return r
}

// Now returns how long the room has run, by its own clock. The clock never goes back.
func (r *Room) Now() time.Duration { return r.clock.now() }

// Run executes events until ctx or work is done; then it ends the game and closes
// Stopped. Everything else continues until work is done, so that peers receive the close
// code. Run returns when all goroutines have ended; the caller must close the
// connections for that.
func (r *Room) Run(ctx, work context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { r.keepalive(work) })
	all.Go(func() { r.packBlocks(work) })
	all.Go(func() { r.fanout.Run(work) })
	r.ctx = work
	// New left the room owned, so this call is safe. The lobby may already have work to do.
	r.do(r.Now(), &task{due: true})
	r.exec.start()
	for _, c := range []context.Context{ctx, work} {
		defer context.AfterFunc(c, func() { r.exec.submit(task{stop: true}) })()
	}
	r.exec.run()
	r.followers.Wait()
	r.repeat.Wait()
}

// Stopped returns a channel that is closed when no more events are executed.
func (r *Room) Stopped() <-chan struct{} { return r.exec.stopped }

// Goodbye closes every connection because the host shuts down. A lobby connection gets
// its queued messages first.
func (r *Room) Goodbye() {
	for _, p := range r.allPeers() {
		if p.kind == lobbyPeer {
			r.broadcaster.CloseMember(p.member)
			continue
		}
		p.conn.Close(uint16(relay.CloseGone), shutsDown)
	}
}

// Abort ends every connection without a close handshake.
func (r *Room) Abort() {
	for _, p := range r.allPeers() {
		p.abort()
	}
}

// Stop ends the running game. The host's page can ask for it.
func (r *Room) Stop(reason string) {
	r.exec.submit(task{ev: relay.Event{Kind: relay.StopGame, Reason: reason}})
}

// ContentChanged gives the lobby the new catalog of choices.
func (r *Room) ContentChanged(c *relay.Catalog) {
	r.exec.submit(task{ev: relay.Event{Kind: relay.ContentChanged, Catalog: c}})
}

// PreflightDone gives the lobby the result of loading a choice.
func (r *Room) PreflightDone(found relay.Preflight) {
	r.exec.submit(task{ev: relay.Event{Kind: relay.PreflightDone, Preflight: &found}})
}

// ReportDesync tells the lobby that, after tic, the states of slots differ from the state
// of the host's own engine.
func (r *Room) ReportDesync(tic lockstep.Tic, slots lockstep.Mask) {
	r.exec.submit(task{ev: relay.Event{Kind: relay.DesyncFound, Tic: lockstep.TicMsg{Tic: tic}, Slots: slots}})
}

// OwnsSlot reports whether token belongs to the slot's owner in the running game.
func (r *Room) OwnsSlot(slot lockstep.Slot, token string) bool {
	answer := make(chan bool, 1)
	r.exec.submit(task{ask: func(t *relay.Room) {
		s := t.Session()
		answer <- s != nil && s.Owns(slot, token)
	}})
	select {
	case owns := <-answer:
		return owns
	case <-r.exec.stopped:
		return false
	}
}

// packBlocks compresses old blocks of each log that it receives from r.pack.
func (r *Room) packBlocks(ctx context.Context) {
	for {
		select {
		case l := <-r.pack:
			for ctx.Err() == nil && l.Pack() {
			}
		case <-ctx.Done():
			return
		}
	}
}
