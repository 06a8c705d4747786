package sim

import (
	"doomhost/engine/fixed"
	"doomhost/lockstep"
)

// TicRate is how many tics make a second.
const TicRate = lockstep.TicRate

// Distances in map units, 16.16.
const (
	// Heights that spawnMobj reads as "on the floor" and "below the ceiling".
	onFloorZ   = fixed.Min
	onCeilingZ = fixed.Max

	viewHeight = 41 * fixed.Unit
	deadHeight = 6 * fixed.Unit // a dead player's eyes sink to here
	maxBob     = 16 * fixed.Unit

	gravity    = fixed.Unit
	maxMove    = 30 * fixed.Unit
	floatSpeed = 4 * fixed.Unit
	maxStep    = 24 * fixed.Unit
	stopSpeed  = fixed.Unit / 16
	friction   = fixed.Fixed(0xe800)

	// maxRadius is the largest radius that a solid thing may have: searches look this far
	// into neighbouring blocks.
	maxRadius = 32 * fixed.Unit

	useRange     = 64 * fixed.Unit
	meleeRange   = 64 * fixed.Unit
	missileRange = 32 * 64 * fixed.Unit

	missileLift = 32 * fixed.Unit // a missile starts this high above its source's feet
)

// baseThreshold is how many tics a monster sticks to a new target.
const baseThreshold = 100
