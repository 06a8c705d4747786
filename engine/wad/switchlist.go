package wad

// The games that have a switch texture.
const (
	SwitchesShareware  = 1
	SwitchesRegistered = 2 // and Ultimate
	SwitchesCommercial = 3
)

// switchTextures is vanilla's list, with the smallest game that has each texture. A
// switch's name is SW1 or SW2 and one of these.
var switchTextures = [...]struct {
	game int
	name string
}{
	{1, "BRCOM"}, {1, "BRN1"}, {1, "BRN2"}, {1, "BRNGN"}, {1, "BROWN"},
	{1, "COMM"}, {1, "COMP"}, {1, "DIRT"}, {1, "EXIT"}, {1, "GRAY"},
	{1, "GRAY1"}, {1, "METAL"}, {1, "PIPE"}, {1, "SLAD"}, {1, "STARG"},
	{1, "STON1"}, {1, "STON2"}, {1, "STONE"}, {1, "STRTN"},

	{2, "BLUE"}, {2, "CMT"}, {2, "GARG"}, {2, "GSTON"}, {2, "HOT"},
	{2, "LION"}, {2, "SATYR"}, {2, "SKIN"}, {2, "VINE"}, {2, "WOOD"},

	{3, "PANEL"}, {3, "ROCK"}, {3, "MET2"}, {3, "WDMET"}, {3, "BRIK"},
	{3, "MOD1"}, {3, "ZIM"}, {3, "STON6"}, {3, "TEK"}, {3, "MARB"}, {3, "SKULL"},
}

// Switches returns the pairs of textures (off, on) of a game's switches, in vanilla's
// order; game is one of the Switches constants, and lump maps vanilla's names to their
// replacements. It omits pairs with a missing texture.
func Switches(tex *Textures, game int, lump func(name string) string) [][2]int16 {
	pairs := make([][2]int16, 0, len(switchTextures))
	for _, sw := range &switchTextures {
		if sw.game > game {
			break
		}
		off, ok := tex.Number(lump("SW1" + sw.name))
		on, ok2 := tex.Number(lump("SW2" + sw.name))
		if ok && ok2 {
			pairs = append(pairs, [2]int16{off, on})
		}
	}
	return pairs
}
