package trace

import (
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// Content is what games over these WADs are played on (the IWAD first), with
// the DEHACKED lumps of all of them and patches behind these. Warnings are
// about lines of patches that could not be used.
func Content(files []*wad.File, patches ...[]byte) (c *sim.Content, warnings []string, err error) {
	set, err := wad.NewSet(files...)
	if err != nil {
		return nil, nil, err
	}
	return sim.LoadContent(set, patches...)
}
