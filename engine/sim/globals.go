package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/level"
)

// globals are variables that vanilla keeps in one place for the whole program. A
// call that is made while one is in use may set it anew, and who called reads what
// it left there: a blow wakes a monster, whose first step is a move of its own.
// So they are fields here too, set and read where vanilla sets and reads them, and
// not handed on as arguments. None is read in a tic before that tic has set it.
//
//	field                  set by                     read after a call that may set it anew
//	tmThing, tmX, tmY,     checkPosition,             meetThing: the soul that slammed into somebody is tmThing
//	tmFlags, tmBox         teleportMove               after the blow; teleportMove: the next one who is crushed
//	tmFloorZ, tmCeilingZ,  the same                   settle, thingHeightClip (a missile in a moving sector),
//	tmDropoffZ                                        stepForward after a failed move
//	ceilingLine            the same                   hitSky, after a missile hit somebody
//	floatOK                tryMove                    stepForward
//	spechit                checkPosition, emptied     tryMove and stepForward, between lines that are crossed
//	                       by teleportMove            or used; vanilla counts below 0 and reads what lies before
//	                                                  its list when a crushed monster survives and walks: not so here
//	trace, intercepts      tracePath                  a shot ends at the first thing: nothing is read after the blow
//	lineTarget             aimLineAttack              punch and saw turn towards it after the blow
//	shootThing, shootZ,    aimLineAttack, lineAttack  lineAttack, between the blood and the blow
//	aimSlope, laDamage
//	attackRange (State)    the same                   the same; spawnPuff, in later tics too
//	bulletSlope            aimBullets                 each pellet: the blow of the one before may have dropped
//	                                                  a player's weapon, whose frame may fire
//	bombSpot, bombSource,  radiusAttack               blast, for whom comes after somebody whose death explodes
//	bombDamage
//	corpseHit, vileTryX,   findCorpse                 canRaise after its trial of the place; raiseCorpse after
//	vileTryY                                          the vile's new state
//	opening (State)        lineOpening                at once; by shots at a line without a back, in later tics too
//	onGround (State)       movePlayer, deathThink     calcHeight of a player who stands still after a teleport
//
//	crushChange, noFit     changeSector               squeeze and changeSector, after checks that may have
//	                                                  overrun spechit
//
// Lists that overrun write over some of them too, see overrun.go.
//
// What vanilla also keeps there and no call can change in between: usething,
// slidemo and what belongs to it, topslope and bottomslope, soundtarget
// and validcount.
type globals struct {
	tmThing    *Mobj
	tmX, tmY   fixed.Fixed
	tmBox      level.Box
	tmFloorZ   fixed.Fixed // highest floor touched
	tmCeilingZ fixed.Fixed // lowest ceiling touched
	tmDropoffZ fixed.Fixed // lowest floor touched
	tmFlags    info.MobjFlags

	ceilingLine int32   // line that lowered tmCeilingZ last, -1 for none
	floatOK     bool    // there is room, if the thing changes its height
	spechit     []int32 // special lines touched, in the order found

	trace      level.Divline
	intercepts []intercept

	lineTarget  *Mobj // what aimLineAttack found, nil for nothing
	shootThing  *Mobj
	shootZ      fixed.Fixed
	aimSlope    fixed.Fixed
	laDamage    int32
	topSlope    fixed.Fixed
	bottomSlope fixed.Fixed
	bulletSlope fixed.Fixed

	bombSpot, bombSource *Mobj // bombSource is nil where it is nobody's doing
	bombDamage           int32

	crushChange bool // who does not fit is hurt
	noFit       bool // somebody does not fit

	corpseHit          *Mobj
	vileTryX, vileTryY fixed.Fixed
}
