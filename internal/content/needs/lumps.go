package needs

import (
	"strings"

	"doomhost/engine/wad"
)

// lumpNotes are lumps of other ports with data that this engine does not read.
var lumpNotes = []struct{ lump, what string }{
	{"UMAPINFO", "names, music, skies and the order of maps that it gives are left out"},
	{"MAPINFO", "names, music, skies and the order of maps that it gives are left out"},
	{"ZMAPINFO", "names, music, skies and the order of maps that it gives are left out"},
	{"EMAPINFO", "names, music, skies and the order of maps that it gives are left out"},
	{"DMAPINFO", "names, music, skies and the order of maps that it gives are left out"},
	{"RMAPINFO", "names, music, skies and the order of maps that it gives are left out"},
	{"ANIMATED", "its moving walls and floors stand still; looks alone"},
	{"SWITCHES", "its switches do not change their picture; looks alone"},
	{"SKYDEFS", "its skies are left out; looks alone"},
	{"MUSINFO", "its songs are left out"},
	{"SNDINFO", "its sounds are left out"},
	{"DECORATE", "the things of ZDoom that it describes are left out"},
	{"ZSCRIPT", "the things of ZDoom that it describes are left out"},
	{"DDFTHING", "the things of EDGE that it describes are left out"},
	{"EDFROOT", "the things of Eternity that it describes are left out"},
}

// checkLumps notes the add-ons' lumps for other ports. It skips the game's own.
func (r *Report) checkLumps(set *wad.Set) {
	for _, l := range lumpNotes {
		if n, ok := set.Find(l.lump); ok && set.FileOf(n) != set.FileOf(0) && len(set.Lump(n)) > 0 {
			r.note("%s: lump %s is not read: %s", set.FileOf(n).Name(), l.lump, l.what)
		}
	}
}

// compLevel returns the engine that a file's lump COMPLVL asks for.
func compLevel(set *wad.Set, file *wad.File) (made string, ok bool) {
	for _, n := range set.All("COMPLVL") {
		if set.FileOf(n) != file {
			continue
		}
		switch said := strings.ToLower(strings.TrimSpace(string(set.Lump(n)))); said {
		case "vanilla":
			made, ok = said, true
		case "boom":
			made, ok = boom.String(), true
		case "mbf":
			made, ok = mbf.String(), true
		case "mbf21":
			made, ok = mbf21.String(), true
		}
	}
	return made, ok
}
