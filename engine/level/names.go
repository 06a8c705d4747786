package level

import (
	"bytes"
	"strconv"

	"doomhost/engine/wad"
)

// MapName returns the name of a map's first lump: MAP07 in Doom II and its kin, E2M3 in
// Doom.
func MapName(doom2 bool, episode, number int) string {
	if !doom2 {
		return "E" + strconv.Itoa(episode) + "M" + strconv.Itoa(number)
	}
	if number < 10 {
		return "MAP0" + strconv.Itoa(number)
	}
	return "MAP" + strconv.Itoa(number)
}

// The lumps of a map, in the order in which they follow its name.
const (
	lumpThings = iota
	lumpLinedefs
	lumpSidedefs
	lumpVertexes
	lumpSegs
	lumpSubsectors
	lumpNodes
	lumpSectors
	lumpReject
	lumpBlockmap
	mapLumps
)

var lumpNames = [mapLumps]wad.Name{
	wad.MakeName("THINGS"), wad.MakeName("LINEDEFS"), wad.MakeName("SIDEDEFS"),
	wad.MakeName("VERTEXES"), wad.MakeName("SEGS"), wad.MakeName("SSECTORS"),
	wad.MakeName("NODES"), wad.MakeName("SECTORS"), wad.MakeName("REJECT"),
	wad.MakeName("BLOCKMAP"),
}

// otherMapLumps are lumps that may appear among a map's and are not needed.
var otherMapLumps = [...]wad.Name{hexenLump, wad.MakeName("SCRIPTS"), wad.MakeName("GL_VERT")}

// Lumps that occur only in maps of other formats.
var (
	udmfLump  = wad.MakeName("TEXTMAP") // after the map's name
	hexenLump = wad.MakeName("BEHAVIOR")
)

const otherVersion = "which is not supported: choose the add-on's version for vanilla Doom, for Boom, or limit-removing"

// foreign returns an error text for a map in another game's format, "" for a Doom map.
// Some Doom maps have a Hexen lump with no useful contents.
func foreign(set *wad.Set, name wad.LumpNum, lines []byte) string {
	file := set.FileOf(name)
	if set.LumpName(name+1) == udmfLump && set.FileOf(name+1) == file {
		return "is in the UDMF format, " + otherVersion
	}
	const doomLine, hexenLine = 14, 16
	for n, end := name+1, groupEnd(set, name); n < end; n++ {
		if set.LumpName(n) == hexenLump && (bytes.HasPrefix(set.Lump(n), []byte("ACS")) ||
			len(lines)%doomLine != 0 && len(lines)%hexenLine == 0) {
			return "is in Hexen's format, " + otherVersion
		}
	}
	return ""
}

// maxStray is the largest number of consecutive foreign lumps among a map's.
const maxStray = 4

// isMapName reports whether a lump has a name that only maps have: ExMy or MAPxx.
func isMapName(name wad.Name) bool {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	s := name.String()
	switch len(s) {
	case 4:
		return s[0] == 'E' && digit(s[1]) && s[2] == 'M' && digit(s[3])
	case 5:
		return s[:3] == "MAP" && digit(s[3]) && digit(s[4])
	}
	return false
}

// groupEnd returns the lump after a map's last one. Unrelated lumps belong to the group
// if another of the map's lumps follows.
func groupEnd(set *wad.Set, name wad.LumpNum) (end wad.LumpNum) {
	end = name + 1
	for n := end; int(n) < set.Len() && n <= end+maxStray && set.FileOf(n) == set.FileOf(name); n++ {
		this := set.LumpName(n)
		if mapLumpKind(this) >= 0 {
			end = n + 1
			continue
		}
		// Another map begins with a map's name, or with any name before THINGS.
		begun := end > name+1
		if isMapName(this) || begun && int(n)+1 < set.Len() && set.LumpName(n+1) == lumpNames[lumpThings] {
			break
		}
	}
	return end
}

// lumpsBehind finds the map's lumps among those that follow its name: usually in their
// usual order, but a WAD editor may have omitted one, moved it, or put another lump
// between them.
func lumpsBehind(set *wad.Set, name wad.LumpNum) (lumps [mapLumps]wad.LumpNum) {
	for i := range lumps {
		lumps[i] = wad.NoLump
	}
	for n, end := name+1, groupEnd(set, name); n < end; n++ {
		kind := mapLumpKind(set.LumpName(n))
		if kind < 0 || kind == mapLumps {
			continue
		}
		if lumps[kind] != wad.NoLump {
			break // the next map, without a name of its own
		}
		lumps[kind] = n
	}
	return lumps
}

// mapLumpKind returns the kind of a map's lump by its name, mapLumps for one that is not
// needed, -1 for a lump that is not part of a map.
func mapLumpKind(name wad.Name) int {
	for kind, n := range lumpNames {
		if n == name {
			return kind
		}
	}
	for _, n := range otherMapLumps {
		if n == name {
			return mapLumps
		}
	}
	return -1
}
