// Package host is the shell round the relay's pure cores: it owns the port, the
// HTTP server, the connections, the clock and the random numbers.
//
// Goroutines. Whoever brings an event while nobody works on the relay.Table does
// (turn.go), and writes new bundles to the players itself; others' events
// meanwhile wait in a channel, for the same goroutine. Each connection has a
// reader. Lobby messages are brought about by the first mover (crier.go); a connection
// that takes nothing gets a writer, and one that stays behind is disconnected.
// Players and spectators have no queue but a cursor in the game's log, which movers
// push along (crowd.go, mover.go).
// One goroutine packs old blocks of the log, one looks for peers that went
// silent (pulse.go), one tries what was chosen (trial.go), one fetches a game when the
// host asks for it (fetch.go), and each Follower has one for each game. Run starts them
// all and returns when all have ended.
//
// Locks: countMu guards the census of connections, peersMu the list of peers;
// Game, crowd, clock, crier, trials and fetches have their own. None is held while another is
// taken, and none while anything is written or read that has to wait.
//
// Who works on the table never waits for a peer, a disk or a follower.
package host

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"doomhost/internal/jobqueue"
	"doomhost/internal/wadlib"
	"doomhost/relay"
	"doomhost/relay/wire"
	"doomhost/signal"
)

// Config says what a host is. The zero value hosts without WADs and without a
// client.
type Config struct {
	// Name is the host's name for people; empty means "doomhost".
	Name string
	// Version is the build, for /api/info.
	Version string
	// Assets is the built client; nil where it was not built.
	Assets fs.FS
	// Library has the WADs; nil means none.
	Library *wadlib.Library
	// Limits bounds the peers.
	Limits Limits
	// HostToken is the secret of who controls the host; empty makes a fresh one.
	HostToken string
	// Names are further names, beside its own, by which the host may be
	// addressed, such as "party.local".
	Names []string
	// Addresses returns the addresses at which others reach the host, the best
	// first; nil means none are known.
	Addresses func() []netip.Addr
	// Followers read along with every game.
	Followers []Follower
	// Snapshots answers /api/session/snapshot; nil means there are none.
	Snapshots http.Handler
	// Try loads the WADs and the map of a choice, and says what it lacks, and why
	// it cannot be played. It may take its time and is called as a job of Queue, once at a
	// time. Nil tries nothing.
	Try func(p *wire.Params) (Findings, error)
	// Fetch brings a game that everybody may have into a folder, and tells how far it is.
	// Nil means that the host's page offers none.
	Fetch func(ctx context.Context, folder string, progress FetchProgress) error
	// Signal makes data channels; nil means WebRTC is not offered. Who made it
	// closes it, after Run.
	Signal *signal.Hub
	// Handlers answers further requests, by pattern as in http.ServeMux, such
	// as "GET /api/games". They stand behind the same checks of Host and Origin.
	Handlers map[string]http.Handler
	// Queue has the jobs of those who ask; nil makes one.
	Queue *jobqueue.Queue
	// SpareProcessors lets the host run more threads than there are processors
	// while a crowd watches. It is for a program that hosts and does little else, as
	// it sets GOMAXPROCS; where the environment does, that wins.
	SpareProcessors bool
	// Log takes what the host has to say; nil means slog.Default().
	Log *slog.Logger

	countdownStep time.Duration        // tests have no seconds to lose
	raw           func() time.Duration // the clock's; nil means the time since the start
	requestTime   time.Duration        // how long a request may take to come whole; default 30 s
	gateStep      time.Duration        // default gateStep
}

// Host is one running doomhost.
type Host struct {
	cfg     Config
	id      string
	token   string
	clock   *clock
	end     context.CancelFunc // ends Run, which sets it before there are requests
	log     *slog.Logger
	table   *relay.Table  // the table's owner's (see post)
	tasks   *table        // likewise
	urgent  chan item     // to be done: what tics come of
	items   chan item     // to be done when nothing is urgent
	undone  atomic.Int64  // how many items are there and not done
	relief  chan struct{} // the owner has done enough
	stopped chan struct{} // closed when nothing is done any more
	nextID  atomic.Uint64
	info    atomic.Pointer[tableInfo]
	port    atomic.Uint32
	crowd   *crowd
	crier   *crier
	gate    gate
	pack    chan *relay.Log
	names   *nameList
	static  *staticFiles
	trials  trials
	fetches fetches
	qrCode  qrCache

	closers sync.WaitGroup // goroutines that say goodbye to a peer
	readers sync.WaitGroup // goroutines of connections

	countMu sync.Mutex // guards all following fields up to the next lock
	census  census
	closing bool // no more connections are taken

	peersMu sync.Mutex // guards all following fields
	peers   map[relay.ConnID]*peer
	sockets map[*wsConn]struct{} // every one that is not closed for good
}

// New makes a host. It returns an error when the assets cannot be read.
func New(cfg Config) (*Host, error) {
	if cfg.Name == "" {
		cfg.Name = "doomhost"
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Library == nil {
		cfg.Library = wadlib.Empty()
	}
	if cfg.Addresses == nil {
		cfg.Addresses = func() []netip.Addr { return nil }
	}
	if cfg.Queue == nil {
		cfg.Queue = jobqueue.New(jobqueue.Config{LowerPriority: LowerPriority})
	}
	if cfg.raw == nil {
		cfg.raw = since(time.Now())
	}
	cfg.Limits = cfg.Limits.withDefaults()
	if cfg.requestTime == 0 {
		cfg.requestTime = 30 * time.Second
	}
	if cfg.gateStep == 0 {
		cfg.gateStep = gateStep
	}
	if cfg.HostToken == "" {
		cfg.HostToken = newToken()
	}
	static, err := newStaticFiles(cfg.Assets)
	if err != nil {
		return nil, fmt.Errorf("read the client's files: %w", err)
	}
	h := &Host{
		cfg:     cfg,
		id:      newID(),
		token:   cfg.HostToken,
		clock:   newClock(cfg.raw),
		log:     cfg.Log,
		urgent:  make(chan item, 1024),
		items:   make(chan item, 1024),
		relief:  make(chan struct{}, 1),
		stopped: make(chan struct{}),
		pack:    make(chan *relay.Log, 1),
		names:   newNameList(cfg.Names),
		static:  static,
		gate:    gate{step: cfg.gateStep},
		census:  census{byAddr: make(map[string]int)},
		peers:   make(map[relay.ConnID]*peer),
		sockets: make(map[*wsConn]struct{}),
	}
	h.trials.try, h.trials.run = cfg.Try, cfg.Queue.Run
	h.crowd = newCrowd(max(1, runtime.GOMAXPROCS(0)/2))
	if cfg.SpareProcessors && os.Getenv("GOMAXPROCS") == "" {
		h.crowd = newSparedCrowd(runtime.GOMAXPROCS(0))
	}
	h.crier = &crier{now: h.now, nudge: h.crowd.movers[0].nudge}
	h.crowd.movers[0].crier = h.crier
	h.table = relay.NewTable(relay.Config{
		NewToken:    newToken,
		HostToken:   h.token,
		CheckParams: h.checkParams,
		CheckStart:  h.checkStart,
		RefitParams: h.refitParams,
		Params:      h.firstParams(),
		Signal:      cfg.Signal != nil,
		LogPrefix:   bundlePrefix,

		CountdownStep: cfg.countdownStep,
	})
	h.tasks = newTable(h)
	h.undone.Add(1) // nobody works on the table before Run
	cfg.Library.Notify(func() {
		h.trials.forget()
		h.post(item{ev: relay.Event{Kind: relay.ContentChanged}})
	})
	h.publish(nil)
	return h, nil
}

// newToken returns 128 random bits in base64url.
func newToken() string {
	var b [16]byte
	// It never fails: the program ends where the system has no random numbers.
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// newID returns what tells this run of a host from all others.
func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// now is the host's clock: how long it has run. It never goes back.
func (h *Host) now() time.Duration { return h.clock.now() }

// ID tells this run of the host from all others.
func (h *Host) ID() string { return h.id }

// HostToken is the secret of who controls the host.
func (h *Host) HostToken() string { return h.token }

// grace is how long a shutdown waits for goodbyes and open downloads.
const grace = 2 * time.Second

// Run serves on l until ctx is done or the host's own page asks for the end, says goodbye to all, and returns when all
// that it started has ended. It closes l.
func (h *Host) Run(ctx context.Context, l net.Listener) error {
	ctx, h.end = context.WithCancel(ctx)
	defer h.end()
	if addr, ok := l.Addr().(*net.TCPAddr); ok {
		h.port.Store(uint32(addr.Port))
	}
	// What is on the way ends in this order: the game, the peers, the server, the
	// workers.
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	var workers sync.WaitGroup
	workers.Go(func() { h.loop(ctx, work) })
	workers.Go(func() { h.pulse(work) })
	workers.Go(func() { h.packBlocks(work) })
	for _, m := range h.crowd.movers {
		workers.Go(func() { m.run(work) })
	}

	server := h.server(work)
	served := make(chan error, 1)
	workers.Go(func() { served <- server.Serve(l) })

	var err error
	select {
	case <-ctx.Done():
	case err = <-served:
		err = fmt.Errorf("serve http: %w", err)
	}
	h.shutdown(server, stopWork, err)
	h.cutAll() // whoever hangs in a write or a goodbye
	workers.Wait()
	h.fetches.end()
	h.trials.end()
	h.crowd.disband()
	h.crier.waiting.Wait()
	h.crowd.waiting.Wait()
	h.closers.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

// shutdown ends the server, the peers and the workers.
func (h *Host) shutdown(server *http.Server, stopWork func(), cause error) {
	if cause != nil {
		stopWork() // ctx may never be done
	}
	<-h.stopped
	h.countMu.Lock()
	h.closing = true
	h.countMu.Unlock()
	for _, p := range h.allPeers() {
		if p.kind == lobbyPeer { // it gets what it is to know first
			h.crier.add(notice{what: errandGoodbye, to: p})
			continue
		}
		p.conn.Close(uint16(relay.CloseGone), "the host shuts down")
	}
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		// Downloads that take longer are cut off.
		_ = server.Close()
	}
	waited := make(chan struct{})
	go func() {
		h.readers.Wait()
		close(waited)
	}()
	for over := ctx.Done(); ; over = nil {
		select {
		case <-waited:
			stopWork()
			return
		case <-over:
			h.cutAll()
		}
	}
}

// cutAll ends all connections without a word.
func (h *Host) cutAll() {
	for _, p := range h.allPeers() {
		p.cut()
	}
	h.peersMu.Lock()
	defer h.peersMu.Unlock()
	for c := range h.sockets {
		c.cut()
	}
}

// packBlocks squeezes old blocks of the log when told to.
func (h *Host) packBlocks(ctx context.Context) {
	for {
		select {
		case l := <-h.pack:
			for ctx.Err() == nil && l.Pack() {
			}
		case <-ctx.Done():
			return
		}
	}
}

// Stop ends the running game, as the host's page can.
func (h *Host) Stop(reason string) {
	h.post(item{ev: relay.Event{Kind: relay.StopGame, Reason: reason}})
}

// ReportDesync tells the lobby that the states of slots after tic differ from
// the host's own engine's.
func (h *Host) ReportDesync(tic wire.Tic, slots wire.Mask) {
	h.post(item{ev: relay.Event{Kind: relay.DesyncFound, Tic: wire.TicMsg{Tic: tic}, Slots: slots}})
}

// OwnsSlot reports whether token is that of the slot's owner in the running
// game.
func (h *Host) OwnsSlot(slot wire.Slot, token string) bool {
	answer := make(chan bool, 1)
	h.post(item{ask: func(t *relay.Table) {
		s := t.Session()
		answer <- s != nil && s.Owns(slot, token)
	}})
	select {
	case owns := <-answer:
		return owns
	case <-h.stopped:
		return false
	}
}
