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
	var lumps [][]byte
	for _, n := range set.All("DEHACKED") {
		lumps = append(lumps, set.Lump(n))
	}
	for _, patch := range append(lumps, patches...) {
		w, err := tables.ApplyDehacked(patch)
		if err != nil {
			return nil, nil, err
		}
		warnings = append(warnings, w...)
	}
	c, err = sim.NewContent(set, tables, mission)
	return c, warnings, err
}
