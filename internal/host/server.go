package host

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"doomhost/internal/answer"
	"doomhost/internal/transport"
	"doomhost/lockstep"
	"doomhost/relay"
	rtc "doomhost/signal"
)

// RoutesMessage is the debug message that lists all patterns of the host, separated by
// commas, in its attribute "routes".
const RoutesMessage = "serving http"

// server returns the HTTP server with all its routes.
func (h *Host) server(ctx context.Context) *http.Server {
	mux := newRoutes()
	mux.HandleFunc("GET /ws/lobby", func(w http.ResponseWriter, r *http.Request) {
		h.socket(w, r, h.cfg.Limits.LobbyMessage, func(c transport.Conn, addr string) { h.room.ServeLobby(c, addr) })
	})
	mux.HandleFunc("GET /ws/game", h.game)
	mux.HandleFunc("GET /ws/spectate", h.spectate)
	mux.HandleFunc("GET /api/info", h.getInfo)
	mux.HandleFunc("GET /api/wads", h.getWADs)
	mux.HandleFunc("POST /api/wads/reload", h.hostOnly(h.reloadWADs))
	mux.HandleFunc("POST /api/wads", h.hostOnly(h.addWAD))
	mux.HandleFunc("GET /api/wads/fetch", h.getFetch)
	mux.HandleFunc("POST /api/wads/fetch", h.hostOnly(h.startFetch))
	mux.HandleFunc("DELETE /api/wads/fetch", h.hostOnly(h.cancelFetch))
	mux.HandleFunc("GET /wads/{id}", h.getWAD)
	mux.HandleFunc("GET /api/check", h.getCheck)
	mux.HandleFunc("GET /api/check/maps", h.getMapChecks)
	mux.HandleFunc("GET /api/qr", h.getQR)
	mux.HandleFunc("POST /api/control/stop", h.hostOnly(func(w http.ResponseWriter, _ *http.Request) {
		h.Stop("the host stopped the game")
		w.WriteHeader(http.StatusNoContent)
	}))
	mux.HandleFunc("POST /api/control/quit", h.hostOnly(func(w http.ResponseWriter, _ *http.Request) {
		h.log.Info("the host's page ended the host")
		w.WriteHeader(http.StatusNoContent)
		h.end()
	}))
	if h.cfg.Signal != nil {
		mux.HandleFunc("GET /ws/signal", h.signaling)
	}
	if h.cfg.Snapshots != nil {
		mux.Handle("GET /api/session/snapshot", h.cfg.Snapshots)
	}
	for pattern, handler := range h.cfg.Handlers {
		mux.Handle(pattern, handler)
	}
	mux.HandleFunc("GET /api/", func(w http.ResponseWriter, _ *http.Request) {
		answer.Fail(w, http.StatusNotFound, "this host has no such API")
	})
	mux.HandleFunc("GET /", h.static.serve)
	h.log.Debug(RoutesMessage, "routes", strings.Join(mux.patterns, ", "))
	return &http.Server{
		Handler:           h.names.guard(withStallLimit(mux)),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       h.cfg.requestTime, // uploads extend it, and WebSockets have their own
		IdleTimeout:       60 * time.Second,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(h.log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ConnState:         newConnLimiter(h.cfg.Limits).watch,
	}
}

// remoteAddr returns the IP address of a request, without the port.
func remoteAddr(r *http.Request) string {
	p, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return p.Addr().Unmap().WithZone("").String()
}

// game answers /ws/game?slot=N[&token=T][&from=TIC].
func (h *Host) game(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	from, ok := ticParam(w, q.Get("from"))
	if !ok {
		return
	}
	slot := slotParam(q.Get("slot"))
	token := q.Get("token")
	h.socket(w, r, h.cfg.Limits.TicMessage, func(c transport.Conn, addr string) {
		h.room.ServeGame(c, addr, slot, token, from)
	})
}

// signaling answers /ws/signal?slot=N&token=T[&from=TIC] for a player, and
// /ws/signal[?from=TIC] for a spectator. A player shows its token before any WebRTC starts,
// so that strangers get none.
func (h *Host) signaling(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	from, ok := ticParam(w, q.Get("from"))
	if !ok {
		return
	}
	slot, spectates := slotParam(q.Get("slot")), !q.Has("slot")
	token := q.Get("token")
	h.socket(w, r, rtc.MaxMessage, func(c transport.Conn, addr string) {
		h.room.ServeSignal(c, addr, spectates, slot, token, from)
	})
}

// slotParam parses a slot's number. Anything else becomes NoSlot, which the relay refuses
// as unknown.
func slotParam(s string) lockstep.Slot {
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil {
		return lockstep.NoSlot
	}
	return lockstep.Slot(n)
}

// spectate answers /ws/spectate[?from=TIC].
func (h *Host) spectate(w http.ResponseWriter, r *http.Request) {
	from, ok := ticParam(w, r.URL.Query().Get("from"))
	if !ok {
		return
	}
	h.socket(w, r, h.cfg.Limits.TicMessage, func(c transport.Conn, addr string) { h.room.ServeSpectator(c, addr, from) })
}

// ticParam parses an optional tic number.
func ticParam(w http.ResponseWriter, s string) (lockstep.Tic, bool) {
	if s == "" {
		return 0, true
	}
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		answer.Fail(w, http.StatusBadRequest, "from must be a tic number")
		return 0, false
	}
	return lockstep.Tic(n), true
}

// Reasons for refusing a WebSocket.
const (
	tooManyConns = "too many connections from "
	shutsDown    = "This doomhost is shutting down."
)

// socket upgrades a request to a WebSocket and serves it on a goroutine of its own, so that
// the HTTP server frees what it holds for the request.
func (h *Host) socket(w http.ResponseWriter, r *http.Request, readLimit int, serve func(transport.Conn, string)) {
	addr := remoteAddr(r)
	h.countMu.Lock()
	if h.closing {
		h.countMu.Unlock()
		http.Error(w, shutsDown, http.StatusServiceUnavailable)
		return
	}
	ok := h.conns.enter(addr, &h.cfg.Limits)
	if !ok && !h.conns.allowRefusal() {
		h.countMu.Unlock()
		http.Error(w, tooManyConns+addr, http.StatusServiceUnavailable)
		return
	}
	h.readers.Add(1)
	h.countMu.Unlock()
	done := func() {
		h.countMu.Lock()
		if ok {
			h.conns.leave(addr)
		} else {
			h.conns.refusing--
		}
		h.countMu.Unlock()
		h.readers.Done()
	}
	if ok && !h.handshakes.wait(h.room.Stopped()) {
		http.Error(w, shutsDown, http.StatusServiceUnavailable)
		done()
		return
	}
	c, err := transport.Accept(w, r, transport.Options{
		Clock:          h.room.Now,
		WriteStall:     h.cfg.Limits.WriteStall,
		MaxMessage:     readLimit,
		MessagesPerSec: h.cfg.Limits.MessagesPerSec,
		ReadBuffer:     512,
		Closers:        &h.closers,
		Closed: func(c *transport.WebSocket) {
			h.forgetSocket(c)
			if !ok {
				done()
			}
		},
	})
	if err != nil {
		h.log.Debug("websocket handshake failed", "addr", addr, "err", err)
		done()
		return
	}
	h.socketsMu.Lock()
	h.sockets[c] = struct{}{}
	h.socketsMu.Unlock()
	h.countMu.Lock()
	late := h.closing
	h.countMu.Unlock()
	switch {
	case !ok:
		c.Close(transport.ClosePolicy, tooManyConns+addr)
		return
	case late: // the shutdown missed it
		c.Close(uint16(relay.CloseGone), "the host shuts down")
	}
	go func() {
		defer done()
		serve(c, addr)
		c.Close(uint16(relay.CloseNormal), "")
	}()
}

// forgetSocket removes a WebSocket that is fully closed.
func (h *Host) forgetSocket(c *transport.WebSocket) {
	h.socketsMu.Lock()
	delete(h.sockets, c)
	h.socketsMu.Unlock()
}
