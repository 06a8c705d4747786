package sim

import "doomhost/engine/info"

// Skills (Params.Skill) with rules of their own; see also skillNightmare.
const (
	skillBaby = 0
	skillEasy = 1
)

// infoOf is what the object's type says of it.
func (g *Game) infoOf(m *Mobj) *info.Mobj { return &g.content.Tables.Mobjs[m.Type] }

// playerOf is the player whose body (or voodoo doll) m is, nil for nobody's.
func (g *Game) playerOf(m *Mobj) *Player {
	if m.Player == 0 {
		return nil
	}
	return &g.Players[m.Player-1]
}

// sectorOf is the sector that the object's middle is in.
func (g *Game) sectorOf(m *Mobj) *Sector {
	return &g.Sectors[g.lv.Subsectors[m.Subsector].Sector]
}

// commercial is whether the game has Doom II's rules (maps 1 to 32).
func (g *Game) commercial() bool { return g.content.Mission >= info.MissionDoom2 }

// orNobody is m, or for nil an object of zeros at the map's origin: what vanilla
// reads through a null pointer, as those who port it define it.
func (g *Game) orNobody(m *Mobj) *Mobj {
	if m != nil {
		return m
	}
	g.nobody = Mobj{}
	return &g.nobody
}

// dice is a throw of a die with the given number of sides: 1 to sides.
func (g *Game) dice(sides int32) int32 { return int32(g.random())%sides + 1 }
