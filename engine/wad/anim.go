package wad

// animSpan names the first and last picture of an animation of a wall or floor. The
// pictures between them in the WAD belong to it.
type animSpan struct {
	texture     bool
	first, last string
}

// animSpans is vanilla's list.
var animSpans = [...]animSpan{
	{false, "NUKAGE1", "NUKAGE3"},
	{false, "FWATER1", "FWATER4"},
	{false, "SWATER1", "SWATER4"},
	{false, "LAVA1", "LAVA4"},
	{false, "BLOOD1", "BLOOD3"},
	{false, "RROCK05", "RROCK08"},
	{false, "SLIME01", "SLIME04"},
	{false, "SLIME05", "SLIME08"},
	{false, "SLIME09", "SLIME12"},
	{true, "BLODGR1", "BLODGR4"},
	{true, "SLADRIP1", "SLADRIP3"},
	{true, "BLODRIP1", "BLODRIP4"},
	{true, "FIREWALA", "FIREWALL"},
	{true, "GSTFONT1", "GSTFONT3"},
	{true, "FIRELAV3", "FIRELAVA"},
	{true, "FIREMAG1", "FIREMAG3"},
	{true, "FIREBLU1", "FIREBLU2"},
	{true, "ROCKRED1", "ROCKRED3"},
	{true, "BFALL1", "BFALL4"},
	{true, "SFALL1", "SFALL4"},
	{true, "WFALL1", "WFALL4"},
	{true, "DBRAIN1", "DBRAIN4"},
}

// AnimTics is the number of tics that each picture of an animation stays.
const AnimTics = 8

// Anim is an animation of Count pictures, numbered from Base on.
type Anim struct {
	Texture     bool // else flats
	Base, Count int16
}

// Picture returns the picture that number num of the animation shows at a level's time in
// tics.
func (a Anim) Picture(num int16, levelTime int32) int16 {
	return a.Base + int16((levelTime/AnimTics+int32(num))%int32(a.Count))
}

// Anims returns the animations that the Set has, in vanilla's order; lump maps vanilla's
// names to their replacements. It omits an animation whose last picture is missing or
// precedes its first.
func Anims(set *Set, tex *Textures, lump func(name string) string) []Anim {
	var anims []Anim
	for _, span := range &animSpans {
		number := set.FlatNumber
		if span.texture {
			number = tex.Number
		}
		first, ok := number(lump(span.first))
		last, ok2 := number(lump(span.last))
		if ok && ok2 && last > first {
			anims = append(anims, Anim{Texture: span.texture, Base: first, Count: last - first + 1})
		}
	}
	return anims
}
