package hud

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/sim"
)

// chance supplies the random numbers for cosmetic effects: Doom's table, read at an index
// of its own that starts at 0 with each session. Vanilla draws one, in this order within
// a tic,
//
//   - for each spot of an intermission's background that begins to move,
//   - for the pitch of each sound that starts and that the player hears,
//   - for the face, in each tic of a level; only when it looks around anew does
//     the number count.
//
// So the face depends on all sounds since the session began, and chance follows all
// three, heard or not. The wipe has its own numbers here. (Vanilla draws those from this
// sequence too, so a demo's face depends on whether the screen melted; ours looks as if
// it had not.)
type chance struct{ index uint8 }

func (c *chance) next() int32 {
	c.index++
	return int32(sim.RandomNumber(c.index))
}

const (
	// clipDistance is the distance from which sounds are inaudible.
	clipDistance = 1200 * fixed.Unit
	// faintDistance is the distance past which sounds are so faint that vanilla, at its
	// default volume, does not start them.
	faintDistance = clipDistance - 16*fixed.Unit
	// clearMap is the number of the maps on which all sounds are audible.
	clearMap = 8
)

// hear draws vanilla's numbers for the pitch of a tic's sounds: one for each sound that
// the player hears, except for two with a fixed pitch.
func (c *chance) hear(g *sim.Game, player int) {
	sounds := g.Events().Sounds
	for i := range sounds {
		s := &sounds[i]
		if s.Sound == info.SoundItemup || s.Sound == info.SoundTink || !heard(g, player, s) {
			continue
		}
		c.next()
	}
}

// heard reports whether a sound of the tic starts at all.
func heard(g *sim.Game, player int, s *sim.SoundEvent) bool {
	return s.Kind == sim.OriginNone ||
		s.Kind == sim.OriginMobj && s.Origin == uint32(g.Players[player].Mo) ||
		g.Map == clearMap ||
		fixed.ApproxDistance(s.X-s.EarX, s.Y-s.EarY) <= faintDistance
}
