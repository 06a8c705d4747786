package wadlib

// A WAD's first four bytes say what its maker's tool wrote: whole games are about
// that are tagged PWAD, and single maps that are tagged IWAD. What it is shows in
// its lumps: a game has maps and all that the engine cannot go without, so it can
// be played with nothing beneath it; everything else is an add-on.

// gameLumps are in every game: palette, textures, status bar, font, sky.
var gameLumps = [...]string{"PLAYPAL", "COLORMAP", "TEXTURE1", "PNAMES", "STBAR", "STCFN065", "F_SKY1"}

// gameSprites are the first four letters of sprites that every game has: the
// player, his fist and pistol, the first two monsters, a clip.
var gameSprites = [...]string{"PLAY", "PUNG", "PISG", "POSS", "TROO", "CLIP"}

// isSprite reports whether a lump is named as sprites are: four letters, frame,
// rotation.
func isSprite(name string) bool { return len(name) >= 6 && name[5] >= '0' && name[5] <= '8' }

// kindOf tells what a WAD with these lumps and maps is.
func kindOf(lumps, maps []string) Kind {
	if len(maps) == 0 {
		return PWAD
	}
	has := make(map[string]bool)
	for _, name := range lumps {
		has[name] = true
		if isSprite(name) {
			has["sprite "+name[:4]] = true
		}
	}
	for _, name := range gameLumps {
		if !has[name] {
			return PWAD
		}
	}
	for _, name := range gameSprites {
		if !has["sprite "+name] {
			return PWAD
		}
	}
	return IWAD
}

// mapReach is how far behind a map's name its first lump is looked for: stray
// lumps may stand in between.
const mapReach = 12

// mapNames finds the maps among lumps: lumps named as maps are that the lumps of a
// map follow. What the engine cannot load of them it says itself, by name.
func mapNames(lumps []string) []string {
	maps := []string{}
	seen := make(map[string]bool)
	for i, name := range lumps {
		if isMapName(name) && !seen[name] && beginsMap(lumps[i+1:]) {
			seen[name] = true
			maps = append(maps, name)
		}
	}
	return maps
}

// beginsMap reports whether the lumps behind a name are those of a map.
func beginsMap(rest []string) bool {
	for _, name := range rest[:min(len(rest), mapReach)] {
		switch {
		case name == "THINGS" || name == "TEXTMAP":
			return true
		case isMapName(name):
			return false
		}
	}
	return false
}
