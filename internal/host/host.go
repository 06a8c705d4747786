// Package host is the server of one doomhost: it owns the port, the HTTP server with its
// API, the limits and the shutdown. Package room handles what peers send over their
// connections.
//
// Goroutines. The HTTP server runs one for each connection, and each WebSocket has one that
// reads it (room.ServeLobby and the like). One goroutine fetches a game when the host asks
// for it (fetch.go). Run starts the room and returns when all of them have ended.
//
// Locks: countMu guards the counts of connections, socketsMu the list of sockets. The
// connection limiter, the handshake pacer, names and fetches have locks of their own. No
// goroutine holds one while it takes another or waits.
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
	"sync"
	"sync/atomic"
	"time"

	"doomhost/internal/content/preflight"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/jobqueue"
	"doomhost/internal/room"
	"doomhost/internal/system/thread"
	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
	"doomhost/relay/wire"
	rtc "doomhost/signal"
)

// Config configures a host. The zero value makes a host without WADs and without a client.
type Config struct {
	// Name is the name that people see; empty means "doomhost".
	Name string
	// Version is the version of the build, for /api/info.
	Version string
	// Assets is the built client; nil if the program was built without it.
	Assets fs.FS
	// Library holds the WADs; nil means none.
	Library *wadlib.Library
	// Limits bounds the peers.
	Limits Limits
	// AdminToken is the secret that grants control of the host; empty makes a new one.
	AdminToken string
	// Names are names, in addition to the machine's own, under which requests may reach the
	// host, such as "party.local".
	Names []string
	// Addresses returns the addresses at which others reach the host, best first; nil means
	// none are known.
	Addresses func() []netip.Addr
	// Followers read every game from its first tic.
	Followers []room.Follower
	// Snapshots answers /api/session/snapshot; nil means there are none.
	Snapshots http.Handler
	// Try loads the WADs and the map of a choice, and returns what the choice lacks and why
	// it cannot be played. It may take long; it runs as a job of Queue, one call at a time.
	// Nil skips the preflight.
	Try func(p *wire.Params) (preflight.Findings, error)
	// Fetch downloads a free game into folder and reports its progress. If it is nil, the
	// host's page offers no download.
	Fetch func(ctx context.Context, folder string, progress FetchProgress) error
	// Signal makes data channels; nil turns WebRTC off. Its creator closes it after Run has
	// returned.
	Signal *rtc.Hub
	// Handlers answers further requests, keyed by http.ServeMux patterns such as "GET
	// /api/games". The same checks of Host and Origin protect them.
	Handlers map[string]http.Handler
	// Queue runs the jobs of requests; nil makes one.
	Queue *jobqueue.Queue
	// SpareProcessors: see fanout.Config.
	SpareProcessors bool
	// Log receives the host's log; nil means slog.Default().
	Log *slog.Logger
	// Raw returns the time since an arbitrary start; nil means the process's monotonic
	// clock. The times of players and peers follow it.
	Raw func() time.Duration

	countdownStep time.Duration // shorter in tests
	requestTime   time.Duration // limit on the arrival of a request; default 30 s
	handshakeStep time.Duration // default handshakeStep
}

// Host is one running doomhost.
type Host struct {
	cfg        Config
	id         string
	token      string
	end        context.CancelFunc // ends Run; Run sets it before the first request
	log        *slog.Logger
	room       *room.Room
	catalog    atomic.Pointer[relay.Catalog] // what the lobby can choose now
	port       atomic.Uint32
	handshakes handshakePacer
	names      *nameList
	static     *staticFiles
	preflight  *preflight.Checker
	fetches    fetches
	qrCode     qrCache

	closers sync.WaitGroup // goroutines that close sockets
	readers sync.WaitGroup // goroutines that read sockets and uploads

	countMu sync.Mutex // guards all following fields up to the next lock
	conns   connCounts
	closing bool // no more connections are accepted

	socketsMu sync.Mutex                        // guards sockets
	sockets   map[*transport.WebSocket]struct{} // all whose closing has not finished
}

// New makes a host. It returns an error if it cannot read the assets.
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
		cfg.Queue = jobqueue.New(jobqueue.Config{LowerPriority: thread.LowerPriority})
	}
	cfg.Limits = cfg.Limits.withDefaults()
	if cfg.requestTime == 0 {
		cfg.requestTime = 30 * time.Second
	}
	if cfg.handshakeStep == 0 {
		cfg.handshakeStep = handshakeStep
	}
	if cfg.AdminToken == "" {
		cfg.AdminToken = newToken()
	}
	static, err := newStaticFiles(cfg.Assets)
	if err != nil {
		return nil, fmt.Errorf("read the client's files: %w", err)
	}
	h := &Host{
		cfg:        cfg,
		id:         newID(),
		token:      cfg.AdminToken,
		log:        cfg.Log,
		names:      newNameList(cfg.Names),
		static:     static,
		handshakes: handshakePacer{step: cfg.handshakeStep},
		conns:      connCounts{byAddr: make(map[string]int)},
		sockets:    make(map[*transport.WebSocket]struct{}),
	}
	h.catalog.Store(catalogOf(cfg.Library))
	h.preflight = preflight.New(cfg.Try, cfg.Queue.Run)
	h.room = room.New(room.Config{
		Relay: relay.Config{
			NewToken:      newToken,
			AdminToken:    h.token,
			Catalog:       h.catalog.Load(),
			CountdownStep: cfg.countdownStep,
		},
		Preflight: h.beginPreflight,
		Followers: cfg.Followers,
		Signal:    cfg.Signal,
		Channels: transport.ChannelOptions{
			MessagesPerSec: cfg.Limits.MessagesPerSec,
			WriteStall:     cfg.Limits.WriteStall,
		},
		MaxTicMessage:   cfg.Limits.TicMessage,
		Idle:            cfg.Limits.Idle,
		SpareProcessors: cfg.SpareProcessors,
		Log:             cfg.Log,
		Raw:             cfg.Raw,
	})
	cfg.Library.Notify(h.contentChanged)
	return h, nil
}

// newToken returns 128 random bits in base64url.
func newToken() string {
	var b [16]byte
	// Read never fails: the program crashes if the system has no random numbers.
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// newID returns an id that differs for each run of a host.
func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// ID returns the id of this run of the host.
func (h *Host) ID() string { return h.id }

// AdminToken returns the secret that grants control of the host.
func (h *Host) AdminToken() string { return h.token }

// grace limits the wait for goodbyes and open downloads during shutdown.
const grace = 2 * time.Second

// Run serves on l until ctx is done or the host's page ends the host. It then says goodbye
// to all peers and returns when everything that it started has ended. It closes l.
func (h *Host) Run(ctx context.Context, l net.Listener) error {
	ctx, h.end = context.WithCancel(ctx)
	defer h.end()
	if addr, ok := l.Addr().(*net.TCPAddr); ok {
		h.port.Store(uint32(addr.Port))
	}
	// The shutdown order is: the game, the peers, the server, the workers.
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	var workers sync.WaitGroup
	workers.Go(func() { h.room.Run(ctx, work) })

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
	h.abortAll() // sockets that hang in a write or a goodbye
	workers.Wait()
	h.fetches.end()
	h.preflight.Close()
	h.closers.Wait()
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

// shutdown ends the server, the peers and the workers.
func (h *Host) shutdown(server *http.Server, stopWork func(), cause error) {
	if cause != nil {
		stopWork() // ctx is not done after a failure of the server
	}
	<-h.room.Stopped()
	h.countMu.Lock()
	h.closing = true
	h.countMu.Unlock()
	h.room.Goodbye()
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		// Abort downloads that take longer than grace.
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
			h.abortAll()
		}
	}
}

// abortAll closes all connections without a goodbye.
func (h *Host) abortAll() {
	h.room.Abort()
	h.socketsMu.Lock()
	defer h.socketsMu.Unlock()
	for c := range h.sockets {
		c.Abort()
	}
}

// Stop ends the running game, as the host's page does.
func (h *Host) Stop(reason string) { h.room.Stop(reason) }

// ReportDesync tells the lobby that the states of slots after tic differ from the state of
// the host's own engine.
func (h *Host) ReportDesync(tic lockstep.Tic, slots lockstep.Mask) { h.room.ReportDesync(tic, slots) }

// OwnsSlot reports whether token belongs to the owner of the slot in the running game.
func (h *Host) OwnsSlot(slot lockstep.Slot, token string) bool { return h.room.OwnsSlot(slot, token) }
