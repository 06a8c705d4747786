// Package room executes the relay: it brings the events of connections to the pure
// relay.Room, one at a time, and carries out the actions that come back.
//
// Goroutines. The executor has none of its own to speak of: whoever submits an event
// while it is idle executes it, and writes new bundles to the players (executor.go). Each
// connection has a reader, which is the caller of ServeLobby, ServeGame, ServeSpectator
// or ServeSignal. Run starts one goroutine for what readers hand off, one that packs old
// blocks of the log, one for keepalive, the workers of the fan-out set, and one for each
// follower of each game; it returns when all have ended.
//
// Locks: the executor's pending count guards the fields of Room that are marked as the
// owner's. Room.mu guards the list of peers; Game and clock have their own. None is held
// while another one is taken, or while anything waits.
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

// Config says what a room is.
type Config struct {
	// Relay configures the lobby. New sets its LogPrefix and Signal.
	Relay relay.Config
	// Preflight loads a choice in the background and answers with PreflightDone, from
	// another goroutine; it does not wait. Nil loads nothing.
	Preflight func(p wire.Params)
	// Followers read along with every game.
	Followers []Follower
	// Signal makes data channels; nil means that WebRTC is not offered.
	Signal *rtc.Hub
	// Channels says how data channels are served; New sets its Clock. A ticcmd message
	// over one has at most MaxTicMessage bytes.
	Channels      transport.ChannelOptions
	MaxTicMessage int
	// Idle is how long a peer may give no sign of life; negative means for ever.
	Idle time.Duration
	// SpareProcessors: see fanout.Config.
	SpareProcessors bool
	// Log gets what happens in games.
	Log *slog.Logger
	// Raw is the time since some start; nil means the process' monotonic clock. The
	// room's own clock leaves out when the process was suspended.
	Raw func() time.Duration
}

// Room is a lobby, its game and the connections to both.
type Room struct {
	cfg    Config
	log    *slog.Logger
	clock  *clock
	exec   *executor
	fanout *fanout.Set
	state  atomic.Pointer[State]
	nextID atomic.Uint64
	pack   chan *relay.Log // the log whose old blocks are to be packed
	repeat sync.WaitGroup  // goroutines of fast data channels

	// The following fields are the executor's owner's.
	relay       *relay.Room
	ctx         context.Context // the followers'; nil before Run
	over        bool            // no task is done any more
	closedConn  bool            // a connection was closed since the last flush
	timer       *time.Timer     // submits a task at the relay's deadline
	armed       time.Duration   // when that is
	out         relay.Outbox
	conns       map[relay.ConnID]*peer
	lobby       map[relay.ConnID]*peer
	waiting     map[relay.ConnID]*peer // spectators that wait for a game
	spectators  int                    // of the running game
	players     [lockstep.NumSlots]*peer
	game        *Game        // nil while none runs
	games       int          // how many there have been
	sent        lockstep.Tic // the frontier that players and workers know of
	followers   sync.WaitGroup
	broadcaster *fanout.Broadcaster

	mu    sync.Mutex // guards peers
	peers map[relay.ConnID]*peer
}

// New makes a room with an open lobby. It executes nothing before Run.
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

// Now is the room's clock: how long it has run. It never goes back.
func (r *Room) Now() time.Duration { return r.clock.now() }

// Run executes events until ctx or work is done; then the game ends, and Stopped is
// closed. Everything else goes on until work is done, so that peers hear their goodbyes.
// Run returns when all goroutines have ended; the connections must be closed by then.
func (r *Room) Run(ctx, work context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { r.keepalive(work) })
	all.Go(func() { r.packBlocks(work) })
	all.Go(func() { r.fanout.Run(work) })
	r.ctx = work
	// Until now the room was owned by its maker. The lobby may have something to do already.
	r.do(r.Now(), &task{due: true})
	r.exec.start()
	for _, c := range []context.Context{ctx, work} {
		defer context.AfterFunc(c, func() { r.exec.submit(task{stop: true}) })()
	}
	r.exec.run()
	r.followers.Wait()
	r.repeat.Wait()
}

// Stopped is closed when no event is executed any more.
func (r *Room) Stopped() <-chan struct{} { return r.exec.stopped }

// Goodbye closes every connection, as the host shuts down. A lobby connection gets what
// waits for it first.
func (r *Room) Goodbye() {
	for _, p := range r.allPeers() {
		if p.kind == lobbyPeer {
			r.broadcaster.CloseMember(p.member)
			continue
		}
		p.conn.Close(uint16(relay.CloseGone), shutsDown)
	}
}

// Abort ends every connection without a goodbye.
func (r *Room) Abort() {
	for _, p := range r.allPeers() {
		p.abort()
	}
}

// Stop ends the running game, as the host's page can.
func (r *Room) Stop(reason string) {
	r.exec.submit(task{ev: relay.Event{Kind: relay.StopGame, Reason: reason}})
}

// ContentChanged hands the lobby what can be chosen now.
func (r *Room) ContentChanged(c *relay.Catalog) {
	r.exec.submit(task{ev: relay.Event{Kind: relay.ContentChanged, Catalog: c}})
}

// PreflightDone tells the lobby what the host found on loading a choice.
func (r *Room) PreflightDone(found relay.Preflight) {
	r.exec.submit(task{ev: relay.Event{Kind: relay.PreflightDone, Preflight: &found}})
}

// ReportDesync tells the lobby that the states of slots after tic differ from the state
// of the host's own engine.
func (r *Room) ReportDesync(tic lockstep.Tic, slots lockstep.Mask) {
	r.exec.submit(task{ev: relay.Event{Kind: relay.DesyncFound, Tic: lockstep.TicMsg{Tic: tic}, Slots: slots}})
}

// OwnsSlot reports whether token is that of the slot's owner in the running game.
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

// packBlocks compresses old blocks of the log when told to.
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
