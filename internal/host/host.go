// Package host is one doomhost's server: it owns the port, the HTTP server with its API,
// the limits, and the shutdown. What peers do over their connections is package room's.
//
// Goroutines. The HTTP server has one for each connection, and each WebSocket gets one
// that reads it (room.ServeLobby and the like). One goroutine fetches a game when the host
// asks for it (fetch.go). Run starts the room and returns when all have ended.
//
// Locks: countMu guards the counts of connections, socketsMu the list of sockets. The
// connection limiter, the handshake pacer, names and fetches have their own. None is held
// while another is taken, or while anything waits.
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
	"doomhost/relay"
	"doomhost/relay/wire"
	rtc "doomhost/signal"
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
	Followers []room.Follower
	// Snapshots answers /api/session/snapshot; nil means there are none.
	Snapshots http.Handler
	// Try loads the WADs and the map of a choice, and says what it lacks, and why
	// it cannot be played. It may take its time and is called as a job of Queue, once at a
	// time. Nil tries nothing.
	Try func(p *wire.Params) (preflight.Findings, error)
	// Fetch brings a game that everybody may have into a folder, and tells how far it is.
	// Nil means that the host's page offers none.
	Fetch func(ctx context.Context, folder string, progress FetchProgress) error
	// Signal makes data channels; nil means WebRTC is not offered. Who made it
	// closes it, after Run.
	Signal *rtc.Hub
	// Handlers answers further requests, by pattern as in http.ServeMux, such
	// as "GET /api/games". They stand behind the same checks of Host and Origin.
	Handlers map[string]http.Handler
	// Queue has the jobs of those who ask; nil makes one.
	Queue *jobqueue.Queue
	// SpareProcessors: see fanout.Config.
	SpareProcessors bool
	// Log takes what the host has to say; nil means slog.Default().
	Log *slog.Logger

	countdownStep time.Duration        // tests have no seconds to lose
	raw           func() time.Duration // the clock's; nil means the time since the start
	requestTime   time.Duration        // how long a request may take to come whole; default 30 s
	handshakeStep time.Duration        // default handshakeStep
}

// Host is one running doomhost.
type Host struct {
	cfg        Config
	id         string
	token      string
	end        context.CancelFunc // ends Run, which sets it before there are requests
	log        *slog.Logger
	room       *room.Room
	catalog    atomic.Pointer[relay.Catalog] // what can be chosen now
	port       atomic.Uint32
	handshakes handshakePacer
	names      *nameList
	static     *staticFiles
	preflight  *preflight.Checker
	fetches    fetches
	qrCode     qrCache

	closers sync.WaitGroup // goroutines that say goodbye to a peer
	readers sync.WaitGroup // goroutines of connections

	countMu sync.Mutex // guards all following fields up to the next lock
	conns   connCounts
	closing bool // no more connections are accepted

	socketsMu sync.Mutex                        // guards sockets
	sockets   map[*transport.WebSocket]struct{} // every one that is not closed for good
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
		cfg.Queue = jobqueue.New(jobqueue.Config{LowerPriority: thread.LowerPriority})
	}
	cfg.Limits = cfg.Limits.withDefaults()
	if cfg.requestTime == 0 {
		cfg.requestTime = 30 * time.Second
	}
	if cfg.handshakeStep == 0 {
		cfg.handshakeStep = handshakeStep
	}
	if cfg.HostToken == "" {
		cfg.HostToken = newToken()
	}
	static, err := newStaticFiles(cfg.Assets)
	if err != nil {
		return nil, fmt.Errorf("read the client's files: %w", err)
	}
	h := &Host{
		cfg:        cfg,
		id:         newID(),
		token:      cfg.HostToken,
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
			HostToken:     h.token,
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
		Raw:             cfg.raw,
	})
	cfg.Library.Notify(h.contentChanged)
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
	h.abortAll() // whoever hangs in a write or a goodbye
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
		stopWork() // ctx may never be done
	}
	<-h.room.Stopped()
	h.countMu.Lock()
	h.closing = true
	h.countMu.Unlock()
	h.room.Goodbye()
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
			h.abortAll()
		}
	}
}

// abortAll ends all connections without a goodbye.
func (h *Host) abortAll() {
	h.room.Abort()
	h.socketsMu.Lock()
	defer h.socketsMu.Unlock()
	for c := range h.sockets {
		c.Abort()
	}
}

// Stop ends the running game, as the host's page can.
func (h *Host) Stop(reason string) { h.room.Stop(reason) }

// ReportDesync tells the lobby that the states of slots after tic differ from the state of
// the host's own engine.
func (h *Host) ReportDesync(tic wire.Tic, slots wire.Mask) { h.room.ReportDesync(tic, slots) }

// OwnsSlot reports whether token is that of the slot's owner in the running game.
func (h *Host) OwnsSlot(slot wire.Slot, token string) bool { return h.room.OwnsSlot(slot, token) }
