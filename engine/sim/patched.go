package sim

import (
	"strings"

	"doomhost/engine/info"
	"doomhost/engine/wad"
)

// LoadContent makes content of WADs as they stand: which game it is, and the
// tables with the DEHACKED lumps of all files applied in their order, patches
// behind these. Warnings are about lines of patches that could not be used.
func LoadContent(set *wad.Set, patches ...[]byte) (c *Content, warnings []string, err error) {
	// What lies over the IWAD makes no other game of it.
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
			// One that is empty, or for another program, changes nothing.
			w = []string{err.Error()}
		}
		for _, what := range w {
			if set.FileOf(n) == game && strings.Contains(what, info.CheatsLeftOut) {
				continue // every game of Freedoom would be told of
			}
			warnings = append(warnings, set.LumpError(n, what).Error())
		}
		if set.FileOf(n).IWAD() {
			// Freedoom has par times of its own; the reference shows Doom's.
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
