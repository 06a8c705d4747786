package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// globals holds variables that vanilla keeps as globals. A nested call may overwrite one
// in use, and the caller then reads the new value: a blow wakes a monster, whose first
// step is itself a move. So they are fields, set and read where vanilla sets and reads
// them, and not arguments. No tic reads one before setting it.
//
//	field                  set by                     read after a call that may set it anew
//	tmThing, tmX, tmY,     checkPosition,             meetThing: after the blow tmThing counts as the soul that
//	tmFlags, tmBox         teleportMove               hit the victim; teleportMove: for the next victim
//	tmFloorZ, tmCeilingZ,  the same                   settle, thingHeightClip (a missile in a moving sector),
//	tmDropoffZ                                        stepForward after a failed move
//	ceilingLine            the same                   hitSky, after a missile hit a thing
//	floatOK                tryMove                    stepForward
//	spechit                checkPosition, emptied     tryMove and stepForward, between the lines crossed or
//	                       by teleportMove            used; vanilla, but not this game, reads the memory before
//	                                                  its list if a crushed monster survives and walks
//	trace, intercepts      tracePath                  a shot ends at the first thing: nothing is read after the blow
//	lineTarget             aimLineAttack              punch and saw turn towards it after the blow
//	shootThing, shootZ,    aimLineAttack, lineAttack  lineAttack, between the blood and the blow
//	aimSlope, laDamage
//	attackRange (State)    the same                   the same; spawnPuff, in later tics too
//	bulletSlope            aimBullets                 each pellet: the blow of the one before may have dropped
//	                                                  a player's weapon, whose frame may fire
//	bombSpot, bombSource,  radiusAttack               blast, for things after one whose death explodes
//	bombDamage
//	corpseHit, vileTryX,   findCorpse                 canRaise after its trial of the place; raiseCorpse after
//	vileTryY                                          the vile's new state
//	opening (State)        lineOpening                at once; by shots at a line without a back, in later tics too
//	onGround (State)       movePlayer, deathThink     calcHeight, for a player who stands still after a teleport
//
//	crushChange, noFit     changeSector               squeeze and changeSector, after checks that may have
//	                                                  overrun spechit
//
// Lists that overrun overwrite some of them too; see overrun.go.
//
// No nested call can change vanilla's other globals of this kind: usething, slidemo and
// its kin, topslope and bottomslope, soundtarget and validcount.
type globals struct {
	tmThing    *Mobj
	tmX, tmY   fixed.Fixed
	tmBox      level.Box
	tmFloorZ   fixed.Fixed // highest floor touched
	tmCeilingZ fixed.Fixed // lowest ceiling touched
	tmDropoffZ fixed.Fixed // lowest floor touched
	tmFlags    info.MobjFlags

	ceilingLine int32   // line that lowered tmCeilingZ last, -1 for none
	floatOK     bool    // the thing fits if it changes its height
	spechit     []int32 // special lines touched, in the order found

	trace      level.Divline
	intercepts []intercept

	lineTarget  *Mobj // the thing that aimLineAttack found, nil for none
	shootThing  *Mobj
	shootZ      fixed.Fixed
	aimSlope    fixed.Fixed
	laDamage    int32
	topSlope    fixed.Fixed
	bottomSlope fixed.Fixed
	bulletSlope fixed.Fixed

	bombSpot, bombSource *Mobj // bombSource is nil if nobody is to blame
	bombDamage           int32

	crushChange bool // things that do not fit are hurt
	noFit       bool // some thing does not fit

	corpseHit          *Mobj
	vileTryX, vileTryY fixed.Fixed
}
