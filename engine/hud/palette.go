package hud

import (
	"doomhost/engine/info"
	"doomhost/engine/sim"
)

// The palettes of PLAYPAL: the plain one, eight for pain, four for pick-ups and one for
// the radiation suit.
const (
	firstRed   = 1
	reds       = 8
	firstBonus = 9
	bonuses    = 4
	radiation  = 13
)

const (
	// strengthFade is the red, in degrees of pain, with which berserk begins. It loses
	// one degree every 64 tics.
	strengthFade  = 12
	strengthShift = 6
	// suitBlinks is the number of tics for which the suit's color blinks at its end.
	suitBlinks   = 4 * 32
	suitBlinkBit = 8
)

// paletteOf returns the palette for a player's pain, strength, pick-ups or suit.
func paletteOf(p *sim.Player) int {
	red := p.DamageCount
	if strength := p.Powers[info.PowerStrength]; strength != 0 {
		red = max(red, strengthFade-strength>>strengthShift)
	}
	suit := p.Powers[info.PowerIronfeet]
	switch {
	case red > 0:
		return firstRed + min(int(red+7)>>3, reds-1)
	case p.BonusCount > 0:
		return firstBonus + min(int(p.BonusCount+7)>>3, bonuses-1)
	case suit > suitBlinks || suit&suitBlinkBit != 0:
		return radiation
	default:
		return 0
	}
}
