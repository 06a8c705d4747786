package sim

import "doomhost/engine/info"

// ExitLevel ends the level after the next tic, as an exit switch does. It is for games
// without players: call it before the same tic in all engines of a game.
func (g *Game) ExitLevel() { g.exitLevel() }

// exitLevel ends the level after this tic.
func (g *Game) exitLevel() {
	g.SecretExit = false
	g.Action = ActionCompleted
}

// secretExitLevel ends the level by its secret exit, or by the normal one if a Doom II
// lacks the secret maps.
func (g *Game) secretExitLevel() {
	g.SecretExit = !g.commercial() || g.content.Set.Has("MAP31")
	g.Action = ActionCompleted
}

// completed leaves the level for the intermission or for the episode's end.
func (g *Game) completed() {
	g.Action = ActionNone
	for p := range g.Players {
		if g.Playing[p] {
			g.finishLevel(p)
		}
	}
	if !g.commercial() {
		switch g.Map {
		case 8:
			g.Action = ActionVictory
			return
		case 9:
			for p := range g.Players {
				g.Players[p].DidSecret = true
			}
		}
	}
	g.startIntermission()
}

// finishLevel takes from a player what lasts only for a level: powers, keys and flashes.
func (g *Game) finishLevel(p int) {
	pl := &g.Players[p]
	pl.Powers = [info.NumPowers]int32{}
	pl.Cards = [info.NumCards]bool{}
	if m := g.mobjs.get(pl.Mo); m != nil {
		g.setFlags(m, m.Flags&^info.FlagShadow)
	}
	pl.ExtraLight, pl.FixedColormap = 0, 0
	pl.DamageCount, pl.BonusCount = 0, 0
}

// nextMap returns the map that follows, counted from 0. A secret exit on a Doom II map
// that should have none leads where the last exit led: g.Intermission still holds the
// previous level's result.
func (g *Game) nextMap() int32 {
	here := int32(g.Map)
	if g.commercial() {
		switch {
		case g.SecretExit && here == 15:
			return 31 - 1
		case g.SecretExit && here == 31:
			return 32 - 1
		case g.SecretExit:
			return g.Intermission.Next
		case here == 31 || here == 32:
			return 16 - 1
		}
		return here
	}
	if g.SecretExit {
		return 9 - 1
	}
	if here == 9 {
		switch g.Episode {
		case 1:
			return 4 - 1
		case 2:
			return 6 - 1
		case 3:
			return 7 - 1
		case 4:
			return 3 - 1
		}
		// An add-on's episode goes on with the map after the one with the secret exit.
		return (g.Intermission.Last + 1) % (9 - 1)
	}
	return here
}

// worldDone goes on after the intermission: to the next level, or first to a story text.
func (g *Game) worldDone() {
	g.Action = ActionWorldDone
	if g.SecretExit {
		for p := range g.Players {
			g.Players[p].DidSecret = true
		}
	}
	if !g.commercial() {
		return
	}
	switch g.Map {
	case 15, 31:
		if g.SecretExit {
			g.startFinale()
		}
	case 6, 11, 20, 30:
		g.startFinale()
	}
}
