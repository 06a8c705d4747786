package engine

import (
	"errors"
	"strconv"

	"doomhost/engine/demo"
	"doomhost/engine/hud"
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/wad"
)

// WAD is one file to load: its name (for messages), its bytes, which are kept
// and must not change, and their SHA-256, which tells snapshots of other WADs
// apart and is not checked here.
type WAD struct {
	Name string
	Data []byte
	Sum  [32]byte
}

// Content is what games are made of: the WADs and the tables out of them. It
// does not change once loaded, and any number of engines may share it.
type Content struct {
	sim      *sim.Content
	palettes *[wad.Palettes]wad.Palette
	seal     sim.Seal

	// Warnings says what the game does without: pictures that are not there or
	// broken, lines of a DEHACKED lump that were not understood.
	Warnings []string
}

// Load opens an IWAD and the PWADs over it, in this order. build names the
// engine's build: snapshots go between engines of the same one. The errors name
// the WAD and the lump.
func Load(build string, wads ...WAD) (*Content, error) {
	if len(wads) == 0 {
		return nil, errors.New("load the game: no WAD given")
	}
	files := make([]*wad.File, 0, len(wads))
	for _, w := range wads {
		f, err := wad.Open(w.Name, w.Data)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	set, err := wad.NewSet(files...)
	if err != nil {
		return nil, err
	}
	c := &Content{seal: sim.Seal{Build: build, Content: together(wads)}}
	if c.palettes, err = set.Palettes(); err != nil {
		return nil, err
	}
	for _, f := range files {
		c.Warnings = append(c.Warnings, f.Warnings()...)
	}
	var patched []string
	if c.sim, patched, err = sim.LoadContent(set); err != nil {
		return nil, err
	}
	c.Warnings = append(c.Warnings, set.PictureFaults()...)
	c.Warnings = append(c.Warnings, few(hud.PictureFaults(set, c.sim.Tables, c.sim.Mission))...)
	c.Warnings = append(c.Warnings, few(spriteFaults(set, c.sim))...)
	c.Warnings = append(c.Warnings, demoFaults(set, c.sim)...)
	c.Warnings = append(append(c.Warnings, c.sim.Textures.Warnings()...), patched...)
	return c, nil
}

// demoFaults names the demos that are passed over while nobody plays, and those that
// may not show what was recorded.
func demoFaults(set *wad.Set, c *sim.Content) (faults []string) {
	for _, a := range hud.Attractions(c.Mission) {
		n, ok := set.Find(c.Tables.Lump(a.Demo))
		if a.Demo == "" || !ok {
			continue
		}
		note, err := demo.Check(set.Lump(n))
		switch {
		case err != nil:
			faults = append(faults, set.LumpError(n, err.Error()+". It is passed over").Error())
		case note != "":
			faults = append(faults, set.LumpError(n, note).Error())
		}
	}
	return faults
}

// few is a list cut to what somebody reads.
func few(list []string) []string {
	const most = 20
	if len(list) <= most {
		return list
	}
	return append(list[:most:most], strconv.Itoa(len(list)-most)+" more of the kind")
}

// together is one sum for several WADs in their order.
func together(wads []WAD) (sum [32]byte) {
	for _, w := range wads {
		for i, b := range w.Sum {
			sum[i] = sum[i]*31 + b
		}
	}
	return sum
}

// Sim is the content as the simulation has it.
func (c *Content) Sim() *sim.Content { return c.sim }

// Mission says which of the games this is.
func (c *Content) Mission() info.Mission { return c.sim.Mission }

// Palettes are the IWAD's palettes, 256 colors each.
func (c *Content) Palettes() *[wad.Palettes]wad.Palette { return c.palettes }
