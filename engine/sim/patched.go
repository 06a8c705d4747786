package sim

import (
	"strings"

	"doomhost/engine/info"
	"doomhost/engine/wad"
)

// LoadContent makes content from WADs: it detects the game, and applies to the tables the
// DEHACKED lumps of all files in order, and then patches. Warnings report lines of
// patches that cannot be used.
func LoadContent(set *wad.Set, patches ...[]byte) (c *Content, warnings []string, err error) {
	// PWADs do not change which game the IWAD is.
	game := set.FileOf(0)
	mission, err := info.DetectMission(func(lump string) bool { return game != nil && game.Has(lump) })
	if err != nil {
		return nil, nil, err
	}
	tables := info.New()
	for _, n := range set.All("DEHACKED") {
		pars := tables.Pars
		w, err := tables.ApplyDehacked(set.Lump(n))
		if err != nil {
			// A lump that is empty, or for another program, changes nothing.
			w = []string{err.Error()}
		}
		for _, what := range w {
			if set.FileOf(n) == game && strings.Contains(what, info.CheatsLeftOut) {
				continue // this warning would appear in every game of Freedoom
			}
			warnings = append(warnings, set.LumpError(n, what).Error())
		}
		if set.FileOf(n).IWAD() {
			// Freedoom has its own par times; the reference shows Doom's.
			tables.Pars = pars
		}
	}
	for _, patch := range patches {
		w, err := tables.ApplyDehacked(patch)
		if err != nil {
			return nil, nil, err
		}
		warnings = append(warnings, w...)
	}
	c, err = NewContent(set, tables, mission)
	return c, warnings, err
}
