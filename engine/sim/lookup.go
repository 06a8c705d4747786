package sim

import "doomhost/engine/info"

// Skills (Params.Skill) with rules of their own; see also skillNightmare.
const (
	skillBaby = 0
	skillEasy = 1
)

// infoOf returns the info table's entry for the object's type.
func (g *Game) infoOf(m *Mobj) *info.Mobj { return &g.content.Tables.Mobjs[m.Type] }

// playerOf returns the player whose body (or voodoo doll) m is, or nil.
func (g *Game) playerOf(m *Mobj) *Player {
	if m.Player == 0 {
		return nil
	}
	return &g.Players[m.Player-1]
}

// sectorOf returns the sector that contains the object's centre.
func (g *Game) sectorOf(m *Mobj) *Sector {
	return &g.Sectors[g.lv.Subsectors[m.Subsector].Sector]
}

// commercial reports whether the game follows Doom II's rules (maps 1 to 32).
func (g *Game) commercial() bool { return g.content.Mission >= info.MissionDoom2 }

// orNobody returns m, or for nil a zeroed object at the map's origin, which ports of
// vanilla substitute for reads through a null pointer.
func (g *Game) orNobody(m *Mobj) *Mobj {
	if m != nil {
		return m
	}
	g.nobody = Mobj{}
	return &g.nobody
}

// dice throws a die with the given number of sides and returns 1 to sides.
func (g *Game) dice(sides int32) int32 { return int32(g.random())%sides + 1 }
