package hud

import (
	"testing"

	"doomhost/engine/info"
	"doomhost/engine/sim"
)

func TestPaletteShowsThePlayersCondition(t *testing.T) {
	power := func(p info.PowerType, n int32) (powers [info.NumPowers]int32) {
		powers[p] = n
		return powers
	}
	for _, c := range []struct {
		name   string
		player sim.Player
		want   int
	}{
		{"nothing", sim.Player{}, 0},
		{"a scratch", sim.Player{DamageCount: 1}, 2},
		{"pain of 8", sim.Player{DamageCount: 8}, 2},
		{"pain of 9", sim.Player{DamageCount: 9}, 3},
		{"the worst pain", sim.Player{DamageCount: 100}, 8},
		{"a find", sim.Player{BonusCount: 6}, 10},
		{"many finds", sim.Player{BonusCount: 200}, 12},
		{"pain hides a find", sim.Player{DamageCount: 1, BonusCount: 6}, 2},
		{"berserk begins", sim.Player{Powers: power(info.PowerStrength, 1)}, 3},
		{"berserk fades", sim.Player{Powers: power(info.PowerStrength, 11*64)}, 2},
		{"berserk has faded", sim.Player{Powers: power(info.PowerStrength, 12*64)}, 0},
		{"berserk is weaker than pain", sim.Player{DamageCount: 40, Powers: power(info.PowerStrength, 1)}, 6},
		{"suit", sim.Player{Powers: power(info.PowerIronfeet, 129)}, 13},
		{"suit blinks on", sim.Player{Powers: power(info.PowerIronfeet, 120)}, 13},
		{"suit blinks off", sim.Player{Powers: power(info.PowerIronfeet, 119)}, 0},
		{"a find hides the suit", sim.Player{BonusCount: 1, Powers: power(info.PowerIronfeet, 1000)}, 10},
	} {
		if got := paletteOf(&c.player); got != c.want {
			t.Errorf("%s: palette %d, want %d", c.name, got, c.want)
		}
	}
}
