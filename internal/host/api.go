package host

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"

	"doomhost/internal/answer"
	"doomhost/internal/qr"
	"doomhost/internal/version"
	"doomhost/internal/wadlib"
	"doomhost/relay/wire"
)

// tableInfo is what the table's owner tells of its state for others to read.
type tableInfo struct {
	State      string
	Params     wire.Params
	Players    int
	Spectators int
}

// publish makes a new tableInfo; the table's owner calls it, and New before there is
// one.
func (h *Host) publish(t *table) {
	lobby := h.table.Lobby()
	info := tableInfo{State: lobby.Phase().String(), Params: lobby.Params(), Players: len(lobby.Taken().Slots())}
	if t != nil {
		info.Spectators = t.watch
	}
	if old := h.info.Load(); old == nil || old.State != info.State || old.Players != info.Players ||
		old.Spectators != info.Spectators || !sameGame(&old.Params, &info.Params) {
		h.info.Store(&info)
	}
}

func sameGame(a, b *wire.Params) bool {
	return a.WAD == b.WAD && a.Episode == b.Episode && a.Map == b.Map && a.Mode == b.Mode
}

// Info is the answer to /api/info.
type Info struct {
	Name       string   `json:"name"`
	ID         string   `json:"id"`
	Version    string   `json:"version"`
	Protocol   int      `json:"protocol"`
	State      string   `json:"state"` // lobby, countdown or game
	Map        string   `json:"map"`   // E1M1 or MAP01
	Mode       string   `json:"mode"`
	Players    int      `json:"players"`
	MaxPlayers int      `json:"maxPlayers"`
	Spectators int      `json:"spectators"`
	WAD        string   `json:"wad"` // the file's name
	Port       int      `json:"port"`
	Addresses  []string `json:"addresses"` // http://IP:port, the best first
	Signal     bool     `json:"signal"`
}

// Info says what the host is doing now.
func (h *Host) Info() Info {
	t := h.info.Load()
	wad, ok := h.cfg.Library.Find(t.Params.WAD)
	name := t.Params.WAD
	if ok {
		name = wad.Name
	}
	return Info{
		Name: h.cfg.Name, ID: h.id, Version: h.cfg.Version, Protocol: version.Protocol,
		State: t.State, Map: mapOf(&wad, &t.Params), Mode: t.Params.Mode,
		Players: t.Players, MaxPlayers: wire.NumSlots, Spectators: t.Spectators,
		WAD: name, Port: h.Port(), Addresses: h.Addresses(), Signal: h.cfg.Signal != nil,
	}
}

// Port is the port that the host listens on, 0 before it does.
func (h *Host) Port() int { return int(h.port.Load()) }

// Addresses are the URLs at which others reach the host, the best first.
func (h *Host) Addresses() []string {
	list := []string{}
	for _, a := range h.cfg.Addresses() {
		list = append(list, "http://"+netip.AddrPortFrom(a, uint16(h.Port())).String())
	}
	return list
}

// hostOnly lets only the bearer of the host's token pass.
func (h *Host) hostOnly(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok || subtle.ConstantTimeCompare([]byte(token), []byte(h.token)) != 1 {
			answer.Fail(w, http.StatusForbidden, "only the host can do that, on the page that doomhost opened")
			return
		}
		next(w, r)
	}
}

func (h *Host) getInfo(w http.ResponseWriter, _ *http.Request) { answer.JSON(w, h.Info()) }

func (h *Host) getWADs(w http.ResponseWriter, _ *http.Request) {
	list := h.cfg.Library.List()
	if list == nil {
		list = []wadlib.WAD{}
	}
	answer.JSON(w, map[string]any{"wads": list})
}

func (h *Host) reloadWADs(w http.ResponseWriter, r *http.Request) {
	h.cfg.Library.Reload()
	h.getWADs(w, r)
}

// getWAD answers with a file of the library. Its name is its content, so it may
// be kept for ever.
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
	head := w.Header()
	head.Set("Content-Type", "application/octet-stream")
	head.Set("Cache-Control", "public, max-age=31536000, immutable")
	head.Set("ETag", `"`+wad.ID+`"`)
	http.ServeContent(w, r, "", wad.ModTime(), f)
}

// getQR answers with the QR code of the best address.
func (h *Host) getQR(w http.ResponseWriter, r *http.Request) {
	list := h.Addresses()
	if len(list) == 0 {
		answer.Fail(w, http.StatusNotFound, "this host has no address that others can reach")
		return
	}
	code, err := qr.Encode(list[0] + "/")
	if err != nil {
		answer.Fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	switch r.URL.Query().Get("format") {
	case "png":
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(code.PNG())
	case "svg", "":
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write(code.SVG())
	default:
		answer.Fail(w, http.StatusBadRequest, "format must be svg or png")
	}
}

// mapOf is the name of the map that params mean in wad.
func mapOf(wad *wadlib.WAD, p *wire.Params) string {
	if numbered := fmt.Sprintf("MAP%02d", p.Map); wad.HasMap(numbered) || wad.HasMap("MAP01") {
		return numbered
	}
	return fmt.Sprintf("E%dM%d", p.Episode, p.Map)
}

// firstParams is what the lobby opens with.
func (h *Host) firstParams() wire.Params {
	p := wire.DefaultParams()
	if wad, ok := h.cfg.Library.Default(); ok {
		p.WAD = wad.Name
	}
	return p
}

// checkParams holds a lobby's choice against the library. See relay.Config.
func (h *Host) checkParams(p *wire.Params, before wire.Params) error {
	wad, ok := h.cfg.Library.Find(p.WAD)
	switch {
	case p.WAD == "":
		return errors.New("this host has no game: put a WAD into its wads folder, or start it with --wads")
	case !ok:
		return fmt.Errorf("this host has no WAD %.40q", p.WAD)
	case wad.Kind != wadlib.IWAD:
		return fmt.Errorf("%s is an addition and no game of its own", wad.Name)
	}
	p.WADID = wad.ID
	maps := append([]string(nil), wad.Maps...)
	for _, id := range p.PWADs {
		pwad, ok := h.cfg.Library.Find(id)
		if !ok || pwad.ID != id {
			return fmt.Errorf("this host has no WAD with the id %.64q", id)
		}
		maps = append(maps, pwad.Maps...)
	}
	all := wadlib.WAD{Maps: maps}
	if name := mapOf(&wad, p); !all.HasMap(name) {
		changed := p.WAD != before.WAD || before.WADID == ""
		if !changed || !firstMap(maps, p) {
			return fmt.Errorf("%s has no map %s", wad.Name, name)
		}
	}
	return nil
}

// firstMap sets the map to the first of maps and reports whether there is one.
func firstMap(maps []string, p *wire.Params) bool {
	if len(maps) == 0 {
		return false
	}
	p.Episode, p.Map = 1, 1
	if _, err := fmt.Sscanf(maps[0], "MAP%d", &p.Map); err == nil {
		return true
	}
	_, err := fmt.Sscanf(maps[0], "E%dM%d", &p.Episode, &p.Map)
	return err == nil
}
