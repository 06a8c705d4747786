package needs

import (
	"bytes"
	"slices"

	"doomhost/engine/info"
	"doomhost/engine/sound/effects"
	"doomhost/engine/sound/music"
	"doomhost/engine/wad"
)

// formats are the formats of songs and sounds that this engine does not play, with the bytes
// that identify them.
var formats = []struct {
	name  string
	at    int
	magic string
}{
	{"Ogg", 0, "OggS"},
	{"FLAC", 0, "fLaC"},
	{"MP3", 0, "ID3"},
	{"MP3", 0, "\xff\xfb"},
	{"MP3", 0, "\xff\xfa"},
	{"MP3", 0, "\xff\xf3"},
	{"MP3", 0, "\xff\xf2"},
	{"WAV", 8, "WAVE"},
	{"RIFF MIDI", 8, "RMID"},
	{"AIFF", 8, "AIFF"},
	{"XMI", 8, "XDIR"},
	{"VOC", 0, "Creative Voice File"},
	{"XM", 0, "Extended Module: "},
	{"IT", 0, "IMPM"},
	{"S3M", 44, "SCRM"},
	{"MOD", 1080, "M.K."},
	{"MOD", 1080, "M!K!"},
	{"MOD", 1080, "FLT4"},
	{"MOD", 1080, "4CHN"},
	{"MOD", 1080, "6CHN"},
	{"MOD", 1080, "8CHN"},
	{"HMI", 0, "HMI-MIDISONG"},
	{"HMP", 0, "HMIMIDIP"},
	{"VGM", 0, "Vgm "},
	{"DRO", 0, "DBRAWOPL"},
}

// formatOf returns the format of a lump, or "" if it is unknown.
func formatOf(lump []byte) string {
	for _, f := range formats {
		if len(lump) > f.at && bytes.HasPrefix(lump[f.at:], []byte(f.magic)) {
			return f.name
		}
	}
	return ""
}

// byFormat collects the names of lumps by their unplayable format.
type byFormat struct {
	formats []string // in the order of discovery
	lumps   map[string][]string
}

func (b *byFormat) add(format, lump string) {
	if b.lumps == nil {
		b.lumps = make(map[string][]string)
	}
	if _, ok := b.lumps[format]; !ok {
		b.formats = append(b.formats, format)
	}
	if !slices.Contains(b.lumps[format], lump) {
		b.lumps[format] = append(b.lumps[format], lump)
	}
}

// note adds a note for each format.
func (b *byFormat) note(r *Report, things string) {
	for _, f := range b.formats {
		if f == "" {
			r.note("%s that are broken, or in a format that doomhost does not know: %s", things, some(b.lumps[f], "more"))
			continue
		}
		r.note("%s in %s, which doomhost does not play: %s", things, f, some(b.lumps[f], "more"))
	}
}

// checkSongs checks the songs that a game can play. An empty lump is intended silence.
func (r *Report) checkSongs(set *wad.Set, tables *info.Tables) {
	const standard, forTheChip = "D_INTRO", "D_INTROA"
	var mute byFormat
	for _, name := range tables.Music {
		lump := "D_" + name
		if lump == standard && set.Has(forTheChip) {
			lump = forTheChip
		}
		n, ok := set.Find(lump)
		if !ok || name == "" || len(set.Lump(n)) == 0 {
			continue
		}
		if _, err := music.Parse(set.Lump(n)); err != nil {
			mute.add(formatOf(set.Lump(n)), set.Name(n))
		}
	}
	mute.note(r, "Songs")
}

// shortSound is less than any player of Doom's sounds makes audible: a shorter lump is
// intended silence.
const shortSound = 64

// checkSounds checks the sounds that a game can play.
func (r *Report) checkSounds(set *wad.Set, tables *info.Tables) {
	var mute byFormat
	for i := range tables.Sounds {
		n, ok := set.Find("DS" + tables.Sounds[i].Name)
		if !ok || tables.Sounds[i].Name == "" || len(set.Lump(n)) < shortSound {
			continue
		}
		if _, err := effects.ParseClip(set.Lump(n)); err != nil {
			mute.add(formatOf(set.Lump(n)), set.Name(n))
		}
	}
	mute.note(r, "Sounds")
}
