package wadlib

// whole are the lumps that make a WAD with maps a game.
func whole(lumps ...string) []string {
	return append([]string{
		"PLAYPAL", "COLORMAP", "TEXTURE1", "PNAMES", "STBAR", "STCFN065", "F_SKY1",
		"PLAYA1", "PUNGA0", "PISGA0", "POSSA1", "TROOA1", "CLIPA0",
	}, lumps...)
}
