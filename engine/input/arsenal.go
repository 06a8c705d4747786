package input

import "doomhost/engine/info"

// Arsenal is the part of a player's inventory that affects the choice of the next weapon.
type Arsenal struct {
	Owned   [info.NumWeapons]bool
	Ready   info.WeaponType // in hand
	Pending info.WeaponType // being raised, info.WeaponNone for none
	// Strength is set while berserk lasts: fists and chainsaw then alternate.
	Strength bool
	// SuperShotgun is set if the game has one (Doom II).
	SuperShotgun bool
}

// slots is the order in which next and previous walk through the weapons, with the number
// that a ticcmd carries for each. Fist and chainsaw share a key, and so do the shotguns;
// the simulation chooses between the two by the weapon in hand.
var slots = [...]struct {
	weapon info.WeaponType
	key    uint8
}{
	{info.WeaponFist, 0},
	{info.WeaponChainsaw, 7},
	{info.WeaponPistol, 1},
	{info.WeaponShotgun, 2},
	{info.WeaponSupershotgun, 2},
	{info.WeaponChaingun, 3},
	{info.WeaponMissile, 4},
	{info.WeaponPlasma, 5},
	{info.WeaponBfg, 6},
}

// Step finds the next weapon in direction (1 or -1) from the one in hand that the player
// can choose, and returns its number for a ticcmd. It returns false if there is none.
func (a *Arsenal) Step(direction int) (uint8, bool) {
	current := a.Ready
	if a.Pending != info.WeaponNone && int(a.Pending) < len(a.Owned) {
		current = a.Pending
	}
	at := 0
	for i := range slots {
		if slots[i].weapon == current {
			at = i
		}
	}
	for n := 1; n < len(slots); n++ {
		i := (at + direction*n + n*len(slots)) % len(slots)
		if a.reachable(slots[i].weapon) {
			return slots[i].key, true
		}
	}
	return 0, false
}

// reachable reports whether the number of w's key makes the simulation choose w. The
// choice depends on the weapon in hand, even while another is being raised.
func (a *Arsenal) reachable(w info.WeaponType) bool {
	if !a.Owned[w] {
		return false
	}
	switch w {
	case info.WeaponFist:
		// With a chainsaw, key 1 means the chainsaw, except that berserk players
		// put it away.
		return !a.Owned[info.WeaponChainsaw] || a.Ready == info.WeaponChainsaw && a.Strength
	case info.WeaponSupershotgun:
		return a.SuperShotgun && a.Ready != info.WeaponSupershotgun
	case info.WeaponShotgun:
		// Key 3 prefers the super shotgun unless that is in hand.
		return !a.SuperShotgun || !a.Owned[info.WeaponSupershotgun] || a.Ready == info.WeaponSupershotgun
	default:
		return true
	}
}
