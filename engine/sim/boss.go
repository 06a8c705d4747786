package sim

import "doomhost/engine/info"

// Tags of the lines that boss deaths act on.
const (
	bossTag     = 666
	bossTagBaby = 667 // arachnotrons of MAP07
)

// bossDeath triggers the map's special effect when the last of its bosses dies, provided
// that a player is alive.
func (g *Game) bossDeath(m *Mobj) {
	if !g.isBossOfMap(m.Type) || !g.anyPlayerAlive() || g.anotherLives(m) {
		return
	}
	if g.commercial() {
		if m.Type == info.MobjFatso {
			g.doFloor(bossTag, -1, floorLowerToLowest)
		} else {
			g.doFloor(bossTagBaby, -1, floorRaiseToTexture)
		}
		return
	}
	switch {
	case g.Episode == 1:
		g.doFloor(bossTag, -1, floorLowerToLowest)
	case g.Episode == 4 && g.Map == 6:
		g.doDoor(bossTag, -1, doorBlazeOpen)
	case g.Episode == 4 && g.Map == 8:
		g.doFloor(bossTag, -1, floorLowerToLowest)
	default:
		g.exitLevel()
	}
}

// isBossOfMap reports whether the last death of this type has an effect on this map.
// Before the Ultimate version any boss counts on the map, except that barons count in
// episode 1 only.
func (g *Game) isBossOfMap(t info.MobjType) bool {
	if g.commercial() {
		return g.Map == 7 && (t == info.MobjFatso || t == info.MobjBaby)
	}
	if g.content.Mission == info.MissionDoom {
		return g.Map == 8 && (t != info.MobjBruiser || g.Episode == 1)
	}
	switch g.Episode {
	case 1:
		return g.Map == 8 && t == info.MobjBruiser
	case 2:
		return g.Map == 8 && t == info.MobjCyborg
	case 3:
		return g.Map == 8 && t == info.MobjSpider
	case 4:
		return g.Map == 6 && t == info.MobjCyborg || g.Map == 8 && t == info.MobjSpider
	}
	return g.Map == 8
}

func (g *Game) anyPlayerAlive() bool {
	for p := range g.Players {
		if g.Playing[p] && g.Players[p].Health > 0 {
			return true
		}
	}
	return false
}

// anotherLives reports whether one more of m's type is alive.
func (g *Game) anotherLives(m *Mobj) bool {
	for _, th := range g.Thinkers {
		if th.Kind != ThinkMobj {
			continue
		}
		if o := g.mobjs.at(th.Index); o != m && o.Type == m.Type && o.Health > 0 {
			return true
		}
	}
	return false
}

// keenDie opens the doors of tag 666 when the last Commander Keen is dead.
func (g *Game) keenDie(m *Mobj) {
	g.setFlags(m, m.Flags&^info.FlagSolid)
	if !g.anotherLives(m) {
		g.doDoor(bossTag, -1, doorOpen)
	}
}
