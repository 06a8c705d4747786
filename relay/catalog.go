package relay

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"doomhost/relay/wire"
)

// Catalog holds the WADs that the host has and that a lobby can choose from. It is immutable:
// when the WADs change, the host gives the lobby a new one (ContentChanged). A nil Catalog
// accepts every choice.
type Catalog struct {
	// WADs lists games and add-ons. If the first one is a game, the lobby opens with it.
	WADs []WAD
}

// WAD describes one WAD of a Catalog.
type WAD struct {
	ID   string   // SHA-256 of the file, 64 hex digits
	Name string   // the file's name
	Game bool     // an IWAD; otherwise an add-on
	Maps []string // such as E1M1 or MAP01, in the file's order
}

// HasMap reports whether the WAD has a map of this name.
func (w *WAD) HasMap(name string) bool { return slices.Contains(w.Maps, name) }

// numbered reports whether a game's maps are MAPxx; otherwise they are ExMy.
func (w *WAD) numbered() bool {
	return w.HasMap("MAP01") || len(w.Maps) > 0 && !slices.ContainsFunc(w.Maps, isEpisodic)
}

func isEpisodic(name string) bool { return strings.HasPrefix(name, "E") }

// Find returns the WAD with this id or name. A name matches in any case and with or without
// its extension.
func (c *Catalog) Find(name string) (WAD, bool) {
	if c == nil {
		return WAD{}, false
	}
	for _, w := range c.WADs {
		if w.ID == name {
			return w, true
		}
	}
	for _, w := range c.WADs {
		if NamesFile(name, w.Name) {
			return w, true
		}
	}
	return WAD{}, false
}

// NamesFile reports whether name refers to the file, in any case and with or without its
// extension.
func NamesFile(name, file string) bool {
	return strings.EqualFold(file, name) || strings.EqualFold(strings.TrimSuffix(file, path.Ext(file)), name)
}

// first returns the name of the game that a lobby opens with, or "" if there is none.
func (c *Catalog) first() string {
	if c == nil || len(c.WADs) == 0 || !c.WADs[0].Game {
		return ""
	}
	return c.WADs[0].Name
}

// MapName returns the name of p's map, such as E1M1 or MAP01, or "" if the catalog does not
// have p's game.
func (c *Catalog) MapName(p *wire.Params) string {
	wad, ok := c.Find(p.WAD)
	if !ok {
		return ""
	}
	return wad.mapName(p)
}

func (w *WAD) mapName(p *wire.Params) string {
	if w.numbered() {
		return fmt.Sprintf("MAP%02d", p.Map)
	}
	return fmt.Sprintf("E%dM%d", p.Episode, p.Map)
}

// Fit completes p, or returns a user-facing error if p cannot be played. before is the choice
// that p replaces. If add-ons or a map carried over from before do not fit any more, Fit
// drops or replaces them.
func (c *Catalog) Fit(p *wire.Params, before wire.Params) error {
	if c == nil {
		return nil
	}
	if p.WAD == "" {
		// The host may have got the game after the lobby opened.
		p.WAD = c.first()
	}
	wad, ok := c.Find(p.WAD)
	switch {
	case p.WAD == "":
		return errors.New("this host has no game yet: on the page that doomhost opened, get Freedoom or add a WAD")
	case !ok:
		return fmt.Errorf("this host has no WAD %.40q: choose another game", p.WAD)
	case !wad.Game:
		return fmt.Errorf("%s is an addition and no game of its own: choose a game, and this as its add-on", wad.Name)
	}
	p.WADID = wad.ID
	another := p.WAD != before.WAD || before.WADID == ""
	maps, err := c.addOns(p, &wad, func(id string) bool { return another && slices.Contains(before.PWADs, id) })
	if err != nil {
		return err
	}
	if name := wad.mapName(p); !slices.Contains(maps, name) {
		// The map may be gone with its WAD, and this change did not ask for it.
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

// AddOnMaps returns one copy of p for each map that its add-ons bring, in their order.
func (c *Catalog) AddOnMaps(p *wire.Params) (choices []wire.Params) {
	wad, ok := c.Find(p.WAD)
	if !ok {
		return nil
	}
	seen := make(map[string]bool)
	for _, id := range p.PWADs {
		add, _ := c.Find(id)
		for _, name := range ofGame(&wad, add.Maps) {
			choice := *p
			if !seen[name] && firstMap([]string{name}, &choice) {
				seen[name] = true
				choices = append(choices, choice)
			}
		}
	}
	return choices
}

// addOns checks the WADs that p loads over wad and returns the playable maps, those of the
// add-ons first. If an add-on does not fit, addOns drops it if mayGo allows that, and returns
// a user-facing error otherwise.
func (c *Catalog) addOns(p *wire.Params, wad *WAD, mayGo func(id string) bool) (maps []string, err error) {
	var kept []string
	for _, id := range p.PWADs {
		add, err := c.addOn(id, wad)
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

// addOn returns the WAD with this id if it can be loaded over wad.
func (c *Catalog) addOn(id string, wad *WAD) (WAD, error) {
	add, ok := c.Find(id)
	switch {
	case !ok || add.ID != id:
		return add, fmt.Errorf("this host has no WAD with the id %.64q: take it out of the add-ons, "+
			"or put its file into the host's WAD folder and look for new WADs", id)
	case add.Game:
		return add, fmt.Errorf("%s is a game and no add-on: choose it as the game", add.Name)
	case len(add.Maps) > 0 && len(ofGame(wad, add.Maps)) == 0:
		return add, fmt.Errorf("%s has %s and the like, for another game than %s: choose a game with such maps, or leave it out",
			add.Name, add.Maps[0], wad.Name)
	}
	return add, nil
}

// ofGame returns those of maps whose names fit the game: MAPxx or ExMy.
func ofGame(wad *WAD, maps []string) []string {
	var named []string
	for _, m := range maps {
		if isEpisodic(m) != wad.numbered() {
			named = append(named, m)
		}
	}
	return named
}

// firstMap sets p's map to the first of maps and reports whether there is one.
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

// Refit returns the choice that replaces p after the catalog has changed. A playable choice
// stays. If p's game is gone, the catalog's first game replaces it.
func (c *Catalog) Refit(p wire.Params) wire.Params {
	if c == nil {
		return p
	}
	fresh := p
	if wad, ok := c.Find(p.WAD); !ok || !wad.Game {
		fresh.WAD, fresh.WADID = "", ""
	}
	if err := c.Fit(&fresh, p); err != nil {
		return p // a later start returns the reason
	}
	return fresh
}
