package trace

import (
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// Content is what games over these WADs are played on (the IWAD first), with
// the DEHACKED lumps of all of them applied in their order, and patches behind
// these. Warnings are about lines of patches that could not be used.
func Content(files []*wad.File, patches ...[]byte) (c *sim.Content, warnings []string, err error) {
	set, err := wad.NewSet(files...)
	if err != nil {
		return nil, nil, err
	}
	mission, err := info.DetectMission(set.Has)
	if err != nil {
		return nil, nil, err
	}
	tables := info.New()
	apply := func(patch []byte) error {
		w, err := tables.ApplyDehacked(patch)
		warnings = append(warnings, w...)
		return err
	}
	for _, n := range set.All("DEHACKED") {
		pars := tables.Pars
		if err := apply(set.Lump(n)); err != nil {
			return nil, nil, err
		}
		if set.FileOf(n).IWAD() {
			// Freedoom has par times of its own; the reference goes by Doom's.
			tables.Pars = pars
		}
	}
	for _, patch := range patches {
		if err := apply(patch); err != nil {
			return nil, nil, err
		}
	}
	c, err = sim.NewContent(set, tables, mission)
	return c, warnings, err
}
