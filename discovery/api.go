package discovery

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
)

// Listed is a game as JSON: in the list for the lobby page and in what
// `doomhost discover --json` prints.
type Listed struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	URL        string   `json:"url"`       // of the lobby
	Addresses  []string `json:"addresses"` // URLs, the one that answered first
	Port       int      `json:"port"`
	Map        string   `json:"map"`
	Mode       string   `json:"mode"`
	WAD        string   `json:"wad"`
	State      string   `json:"state"` // lobby, countdown or game
	Players    int      `json:"players"`
	MaxPlayers int      `json:"maxPlayers"`
	Spectators int      `json:"spectators"`
	Protocol   int      `json:"protocol"`
	Version    string   `json:"version"`
	Ping       float64  `json:"ping"` // milliseconds
	Source     string   `json:"source"`
	Self       bool     `json:"self"` // this is the host that answers
}

// List returns a game in its JSON form. selfID is the id of our own game.
func (f Found) List(selfID string) Listed {
	l := Listed{
		ID: f.ID, Name: f.Name, URL: f.URL(), Addresses: []string{f.URL()}, Port: int(f.Endpoint.Port()),
		Map: f.Map, Mode: f.Mode, WAD: f.WAD, State: f.State, Players: f.Players, MaxPlayers: f.MaxPlayers,
		Spectators: f.Spectators, Protocol: f.Protocol, Version: f.Version,
		Ping:   float64(f.Ping.Microseconds()) / 1000,
		Source: f.Source.String(), Self: selfID != "" && f.ID == selfID,
	}
	for _, ap := range f.Endpoints {
		if u := urlOf(ap) + "/"; ap != f.Endpoint && !ap.Addr().IsLinkLocalUnicast() {
			l.Addresses = append(l.Addresses, u)
		}
	}
	return l
}

// ForBrowsers reports whether browsers can open the game's URL: they cannot open link-local
// addresses.
func (f Found) ForBrowsers() bool { return !linkLocal(f.Endpoint) }

// URL returns the URL of the game's lobby.
func (f Found) URL() string { return urlOf(f.Endpoint) + "/" }

// Handlers returns the handlers for the lobby page, by pattern:
//
//	GET  /api/games                  {"games": [Listed…]}
//	GET  /api/games/check?address=A  Listed, or {"error": "…"}
//	POST /api/games/probe            {"networks": […], "skipped": […], "hosts": N, "open": N}, or {"error": "…"}
func (b *Browser) Handlers() map[string]http.Handler {
	return map[string]http.Handler{
		"GET /api/games":        http.HandlerFunc(b.getGames),
		"GET /api/games/check":  http.HandlerFunc(b.getCheck),
		"POST /api/games/probe": http.HandlerFunc(b.postProbe),
	}
}

func (b *Browser) getGames(w http.ResponseWriter, _ *http.Request) {
	list := []Listed{}
	for _, f := range b.Games() {
		list = append(list, f.List(b.cfg.SelfID()))
	}
	answerJSON(w, http.StatusOK, map[string]any{"games": list})
}

func (b *Browser) getCheck(w http.ResponseWriter, r *http.Request) {
	var from netip.Addr
	if ap, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		from = ap.Addr()
	}
	f, err := b.CheckAddress(r.Context(), from, r.URL.Query().Get("address"))
	if err != nil {
		code := http.StatusNotFound
		switch {
		case errors.Is(err, ErrAddress):
			code = http.StatusBadRequest
		case errors.Is(err, ErrOften):
			code = http.StatusTooManyRequests
		}
		answerJSON(w, code, map[string]string{"error": err.Error()})
		return
	}
	answerJSON(w, http.StatusOK, f.List(b.cfg.SelfID()))
}

func (b *Browser) postProbe(w http.ResponseWriter, r *http.Request) {
	p, err := b.Probe(r.Context())
	if err != nil {
		answerJSON(w, http.StatusTooManyRequests, map[string]string{"error": err.Error()})
		return
	}
	prefixes := func(list []netip.Prefix) []string {
		out := []string{}
		for _, p := range list {
			out = append(out, p.String())
		}
		return out
	}
	answerJSON(w, http.StatusOK, map[string]any{
		"networks": prefixes(p.Networks), "skipped": prefixes(p.Skipped), "hosts": p.Hosts, "open": len(p.Open),
	})
}

func answerJSON(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	// Ignore the error: the client may have disconnected.
	_ = json.NewEncoder(w).Encode(v)
}
