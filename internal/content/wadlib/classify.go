package wadlib

// A WAD's first four bytes only say what its maker's tool wrote: some whole games are tagged
// PWAD, and some single maps IWAD. The lumps tell the kind: a game has maps and everything
// that the engine requires, so it can be played by itself; everything else is an add-on.

// gameLumps are in every game: palette, textures, status bar, font, sky.
var gameLumps = [...]string{"PLAYPAL", "COLORMAP", "TEXTURE1", "PNAMES", "STBAR", "STCFN065", "F_SKY1"}

// gameSprites are the first four letters of sprites that every game has: the
// player, his fist and pistol, the first two monsters, a clip.
var gameSprites = [...]string{"PLAY", "PUNG", "PISG", "POSS", "TROO", "CLIP"}

// isSprite reports whether a lump has a sprite's name: four letters, frame, rotation.
func isSprite(name string) bool { return len(name) >= 6 && name[5] >= '0' && name[5] <= '8' }

// kindOf returns the kind of a WAD with these lumps and maps.
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

// mapReach is how far behind a map's name its first lump may be: stray lumps may stand in
// between.
const mapReach = 12

// mapNames finds the maps among lumps: lumps with the name of a map, followed by the lumps of
// a map. The engine itself reports the maps that it cannot load, by name.
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

// beginsMap reports whether the lumps behind a name are a map's.
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
