package host

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"net/netip"
	"strings"

	"doomhost/internal/answer"
	"doomhost/internal/content/wadlib"
	"doomhost/internal/version"
	"doomhost/lockstep"
)

// Info is the answer to /api/info.
type Info struct {
	Name       string   `json:"name"`
	ID         string   `json:"id"`
	Version    string   `json:"version"`
	Protocol   int      `json:"protocol"`
	State      string   `json:"state"` // lobby, countdown or game
	Map        string   `json:"map"`   // E1M1 or MAP01; empty if the host has no game
	Mode       string   `json:"mode"`
	Players    int      `json:"players"`
	MaxPlayers int      `json:"maxPlayers"`
	Spectators int      `json:"spectators"`
	WAD        string   `json:"wad"` // the file's name
	Port       int      `json:"port"`
	Addresses  []string `json:"addresses"` // http://IP:port, best first
	Signal     bool     `json:"signal"`
	WADs       string   `json:"wads"` // changes whenever the answer of /api/wads does
}

// Info describes what the host is doing now.
func (h *Host) Info() Info {
	t := h.room.State()
	name := t.Params.WAD
	if wad, ok := h.catalog.Load().Find(name); ok {
		name = wad.Name
	}
	return Info{
		Name: h.cfg.Name, ID: h.id, Version: h.cfg.Version, Protocol: version.Protocol,
		State: t.Phase, Map: h.catalog.Load().MapName(&t.Params), Mode: t.Params.Mode,
		Players: t.Players, MaxPlayers: lockstep.NumSlots, Spectators: t.Spectators,
		WAD: name, Port: h.Port(), Addresses: h.Addresses(), Signal: h.cfg.Signal != nil,
		WADs: h.cfg.Library.Revision(),
	}
}

// Port returns the port that the host listens on, or 0 before it listens.
func (h *Host) Port() int { return int(h.port.Load()) }

// Addresses returns the URLs at which others reach the host, best first.
func (h *Host) Addresses() []string {
	list := []string{}
	for _, a := range h.cfg.Addresses() {
		list = append(list, "http://"+netip.AddrPortFrom(a, uint16(h.Port())).String())
	}
	return list
}

// byAdmin reports whether a request carries the host's token.
func (h *Host) byAdmin(r *http.Request) bool {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && subtle.ConstantTimeCompare([]byte(token), []byte(h.token)) == 1
}

// hostOnly passes only requests that carry the host's token.
func (h *Host) hostOnly(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !h.byAdmin(r) {
			answer.Fail(w, http.StatusForbidden, "only the host can do that, on the page that doomhost opened")
			return
		}
		next(w, r)
	}
}

func (h *Host) getInfo(w http.ResponseWriter, _ *http.Request) { answer.JSON(w, h.Info()) }

// getWAD sends a file of the library. The file's id is a hash of its content, so a client
// may cache it for ever.
func (h *Host) getWAD(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	f, wad, err := h.cfg.Library.OpenFile(id)
	switch {
	case errors.Is(err, wadlib.ErrUnknown):
		answer.Fail(w, http.StatusNotFound, "this host has no WAD with the id "+id)
		return
	case err != nil:
		h.log.Warn("WAD not served", "id", id, "err", err)
		answer.Fail(w, http.StatusInternalServerError, "the host cannot read this WAD now: "+err.Error())
		return
	}
	defer f.Close()
	h.cfg.Queue.Download(w, r, func() {
		head := w.Header()
		head.Set("Content-Type", "application/octet-stream")
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
		head.Set("ETag", `"`+wad.ID+`"`)
		http.ServeContent(w, r, "", wad.ModTime(), f)
	})
}
