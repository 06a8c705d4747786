package host

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"doomhost/internal/wadlib"
	"doomhost/relay/wire"
)

// numbered reports whether a game's maps are MAPxx; else they are ExMy.
func numbered(wad *wadlib.WAD) bool {
	return wad.HasMap("MAP01") || len(wad.Maps) > 0 && !slices.ContainsFunc(wad.Maps, isEpisodic)
}

func isEpisodic(name string) bool { return strings.HasPrefix(name, "E") }

// mapOf is the name of the map that params mean in wad.
func mapOf(wad *wadlib.WAD, p *wire.Params) string {
	if numbered(wad) {
		return fmt.Sprintf("MAP%02d", p.Map)
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

// fitParams holds a lobby's choice against the library, and completes it.
func (h *Host) fitParams(p *wire.Params, before wire.Params) error {
	if p.WAD == "" {
		// The game may have come after the lobby was opened.
		p.WAD = h.firstParams().WAD
	}
	wad, ok := h.cfg.Library.Find(p.WAD)
	switch {
	case p.WAD == "":
		return errors.New("this host has no game yet: on the page that doomhost opened, get Freedoom or add a WAD")
	case !ok:
		return fmt.Errorf("this host has no WAD %.40q: choose another game", p.WAD)
	case wad.Kind != wadlib.IWAD:
		return fmt.Errorf("%s is an addition and no game of its own: choose a game, and this as its add-on", wad.Name)
	}
	p.WADID = wad.ID
	another := p.WAD != before.WAD || before.WADID == ""
	maps, err := h.addOns(p, &wad, func(id string) bool { return another && slices.Contains(before.PWADs, id) })
	if err != nil {
		return err
	}
	if name := mapOf(&wad, p); !slices.Contains(maps, name) {
		// The map may have gone with the WAD that had it; nobody asked for it now.
		gone := p.Episode == before.Episode && p.Map == before.Map && !slices.Equal(p.PWADs, before.PWADs)
		if (another || gone) && firstMap(maps, p) {
			return nil
		}
		if len(p.PWADs) > 0 {
			return fmt.Errorf("%s has no map %s, and no add-on brings it: choose another map", wad.Name, name)
		}
		return fmt.Errorf("%s has no map %s: choose another map", wad.Name, name)
	}
	return nil
}

// addOns checks the WADs that p loads over wad and returns the maps that there
// are to play, those of the add-ons first. An add-on that does not fit is left out
// where mayGo says so, and an error for people elsewhere.
func (h *Host) addOns(p *wire.Params, wad *wadlib.WAD, mayGo func(id string) bool) (maps []string, err error) {
	var kept []string
	for _, id := range p.PWADs {
		add, err := h.addOn(id, wad)
		if err == nil && slices.Contains(kept, id) {
			err = fmt.Errorf("%s is among the add-ons twice: leave one out", add.Name)
		}
		if err != nil {
			if mayGo(id) {
				continue
			}
			return nil, err
		}
		kept = append(kept, id)
		maps = append(maps, ofGame(wad, add.Maps)...)
	}
	p.PWADs = kept
	return append(maps, ofGame(wad, wad.Maps)...), nil
}

// addOn finds a WAD that can be loaded over wad.
func (h *Host) addOn(id string, wad *wadlib.WAD) (wadlib.WAD, error) {
	add, ok := h.cfg.Library.Find(id)
	switch {
	case !ok || add.ID != id:
		return add, fmt.Errorf("this host has no WAD with the id %.64q: take it out of the add-ons, or put its file into the host's WAD folder and look for new WADs", id)
	case add.Kind != wadlib.PWAD:
		return add, fmt.Errorf("%s is a game and no add-on: choose it as the game", add.Name)
	case len(add.Maps) > 0 && len(ofGame(wad, add.Maps)) == 0:
		return add, fmt.Errorf("%s has %s and the like, for another game than %s: choose a game with such maps, or leave it out", add.Name, add.Maps[0], wad.Name)
	}
	return add, nil
}

// ofGame leaves of maps those that a game can name.
func ofGame(wad *wadlib.WAD, maps []string) []string {
	var named []string
	for _, m := range maps {
		if isEpisodic(m) != numbered(wad) {
			named = append(named, m)
		}
	}
	return named
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
