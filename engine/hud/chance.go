package hud

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/sim"
)

// chance is the random numbers for what changes no game: Doom's table read at an
// index of its own, starting at 0 with each session. Vanilla draws one, in this
// order within a tic,
//
//   - for each spot of an intermission's background that begins to move,
//   - for the pitch of each sound that starts and that the player hears,
//   - for the face, in each tic of a level; only when it looks around anew does
//     the number count.
//
// So the face depends on all sounds since the session began, and all three are
// followed here, heard or not. The melting of pictures has numbers of its own
// (vanilla draws them here too, so that a demo's face depends on whether the
// screen melted: ours looks as without).
type chance struct{ index uint8 }

func (c *chance) next() int32 {
	c.index++
	return int32(sim.RandomNumber(c.index))
}

const (
	// clipDistance is from where on sounds are not heard.
	clipDistance = 1200 * fixed.Unit
	// faintDistance is beyond which they are so faint that vanilla, at its
	// default volume, does not start them.
	faintDistance = clipDistance - 16*fixed.Unit
	// clearMap is the number of the maps on which everything is heard.
	clearMap = 8
)

// hear draws the numbers that vanilla draws for the pitch of the sounds of a tic:
// one for each that the player hears, but for two that always sound the same.
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

// heard is whether a sound of the tic starts at all.
func heard(g *sim.Game, player int, s *sim.SoundEvent) bool {
	return s.Kind == sim.OriginNone ||
		s.Kind == sim.OriginMobj && s.Origin == uint32(g.Players[player].Mo) ||
		g.Map == clearMap ||
		fixed.ApproxDistance(s.X-s.EarX, s.Y-s.EarY) <= faintDistance
}
