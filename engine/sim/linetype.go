package sim

// Linedef types that need more than a row of lineTypes.
const lineScroll = 48

// trigger is what sets a line off.
type trigger uint8

const (
	byNothing trigger = iota
	byUse             // from its front
	byCross           // from any side
	byShot
)

// actors says who may set a line off.
type actors uint8

const (
	playersOnly actors = iota
	anybody
	monstersOnly // not players
)

// effect is the kind of change that a line makes; kind and amount of its lineType give
// the details.
type effect uint8

const (
	noEffect effect = iota
	effectManualDoor
	effectDoor
	effectFloor
	effectCeiling
	effectPlat
	effectStairs
	effectDonut
	effectLight
	effectStrobe
	effectLightsOff
	effectTeleport
	effectStopPlat
	effectStopCeiling
	effectCeilingAndFloor // the ceiling up, the floor down
	effectExit
	effectSecretExit
)

// lineType is the meaning of a linedef type (Doom wiki: "Linedef type").
type lineType struct {
	trigger trigger
	repeats bool // otherwise it works once
	actors  actors
	effect  effect
	kind    uint8 // a doorKind, floorKind and so on
	lock    lock
	amount  int16 // light level, or rise of a platform
}

// lineTypes holds vanilla's linedef types by number. 48 is a scrolling wall, not a
// trigger; 78 and 85 do nothing.
var lineTypes = [...]lineType{
	1:   {byUse, true, anybody, effectManualDoor, uint8(doorNormal), lockNone, 0},
	2:   {byCross, false, playersOnly, effectDoor, uint8(doorOpen), lockNone, 0},
	3:   {byCross, false, playersOnly, effectDoor, uint8(doorClose), lockNone, 0},
	4:   {byCross, false, anybody, effectDoor, uint8(doorNormal), lockNone, 0},
	5:   {byCross, false, playersOnly, effectFloor, uint8(floorRaise), lockNone, 0},
	6:   {byCross, false, playersOnly, effectCeiling, uint8(ceilingFastCrushAndRaise), lockNone, 0},
	7:   {byUse, false, playersOnly, effectStairs, uint8(stairs8), lockNone, 0},
	8:   {byCross, false, playersOnly, effectStairs, uint8(stairs8), lockNone, 0},
	9:   {byUse, false, playersOnly, effectDonut, 0, lockNone, 0},
	10:  {byCross, false, anybody, effectPlat, uint8(platDownWaitUpStay), lockNone, 0},
	11:  {byUse, false, playersOnly, effectExit, 0, lockNone, 0},
	12:  {byCross, false, playersOnly, effectLight, 0, lockNone, 0},
	13:  {byCross, false, playersOnly, effectLight, 0, lockNone, 255},
	14:  {byUse, false, playersOnly, effectPlat, uint8(platRaiseAndChange), lockNone, 32},
	15:  {byUse, false, playersOnly, effectPlat, uint8(platRaiseAndChange), lockNone, 24},
	16:  {byCross, false, playersOnly, effectDoor, uint8(doorClose30ThenOpen), lockNone, 0},
	17:  {byCross, false, playersOnly, effectStrobe, 0, lockNone, 0},
	18:  {byUse, false, playersOnly, effectFloor, uint8(floorRaiseToNearest), lockNone, 0},
	19:  {byCross, false, playersOnly, effectFloor, uint8(floorLower), lockNone, 0},
	20:  {byUse, false, playersOnly, effectPlat, uint8(platRaiseToNearestAndChange), lockNone, 0},
	21:  {byUse, false, playersOnly, effectPlat, uint8(platDownWaitUpStay), lockNone, 0},
	22:  {byCross, false, playersOnly, effectPlat, uint8(platRaiseToNearestAndChange), lockNone, 0},
	23:  {byUse, false, playersOnly, effectFloor, uint8(floorLowerToLowest), lockNone, 0},
	24:  {byShot, false, playersOnly, effectFloor, uint8(floorRaise), lockNone, 0},
	25:  {byCross, false, playersOnly, effectCeiling, uint8(ceilingCrushAndRaise), lockNone, 0},
	26:  {byUse, true, playersOnly, effectManualDoor, uint8(doorNormal), lockBlue, 0},
	27:  {byUse, true, playersOnly, effectManualDoor, uint8(doorNormal), lockYellow, 0},
	28:  {byUse, true, playersOnly, effectManualDoor, uint8(doorNormal), lockRed, 0},
	29:  {byUse, false, playersOnly, effectDoor, uint8(doorNormal), lockNone, 0},
	30:  {byCross, false, playersOnly, effectFloor, uint8(floorRaiseToTexture), lockNone, 0},
	31:  {byUse, false, playersOnly, effectManualDoor, uint8(doorOpen), lockNone, 0},
	32:  {byUse, false, anybody, effectManualDoor, uint8(doorOpen), lockBlue, 0},
	33:  {byUse, false, anybody, effectManualDoor, uint8(doorOpen), lockRed, 0},
	34:  {byUse, false, anybody, effectManualDoor, uint8(doorOpen), lockYellow, 0},
	35:  {byCross, false, playersOnly, effectLight, 0, lockNone, 35},
	36:  {byCross, false, playersOnly, effectFloor, uint8(floorTurboLower), lockNone, 0},
	37:  {byCross, false, playersOnly, effectFloor, uint8(floorLowerAndChange), lockNone, 0},
	38:  {byCross, false, playersOnly, effectFloor, uint8(floorLowerToLowest), lockNone, 0},
	39:  {byCross, false, anybody, effectTeleport, 0, lockNone, 0},
	40:  {byCross, false, playersOnly, effectCeilingAndFloor, 0, lockNone, 0},
	41:  {byUse, false, playersOnly, effectCeiling, uint8(ceilingLowerToFloor), lockNone, 0},
	42:  {byUse, true, playersOnly, effectDoor, uint8(doorClose), lockNone, 0},
	43:  {byUse, true, playersOnly, effectCeiling, uint8(ceilingLowerToFloor), lockNone, 0},
	44:  {byCross, false, playersOnly, effectCeiling, uint8(ceilingLowerAndCrush), lockNone, 0},
	45:  {byUse, true, playersOnly, effectFloor, uint8(floorLower), lockNone, 0},
	46:  {byShot, true, anybody, effectDoor, uint8(doorOpen), lockNone, 0},
	47:  {byShot, false, playersOnly, effectPlat, uint8(platRaiseToNearestAndChange), lockNone, 0},
	49:  {byUse, false, playersOnly, effectCeiling, uint8(ceilingCrushAndRaise), lockNone, 0},
	50:  {byUse, false, playersOnly, effectDoor, uint8(doorClose), lockNone, 0},
	51:  {byUse, false, playersOnly, effectSecretExit, 0, lockNone, 0},
	52:  {byCross, true, playersOnly, effectExit, 0, lockNone, 0},
	53:  {byCross, false, playersOnly, effectPlat, uint8(platPerpetualRaise), lockNone, 0},
	54:  {byCross, false, playersOnly, effectStopPlat, 0, lockNone, 0},
	55:  {byUse, false, playersOnly, effectFloor, uint8(floorRaiseCrush), lockNone, 0},
	56:  {byCross, false, playersOnly, effectFloor, uint8(floorRaiseCrush), lockNone, 0},
	57:  {byCross, false, playersOnly, effectStopCeiling, 0, lockNone, 0},
	58:  {byCross, false, playersOnly, effectFloor, uint8(floorRaise24), lockNone, 0},
	59:  {byCross, false, playersOnly, effectFloor, uint8(floorRaise24AndChange), lockNone, 0},
	60:  {byUse, true, playersOnly, effectFloor, uint8(floorLowerToLowest), lockNone, 0},
	61:  {byUse, true, playersOnly, effectDoor, uint8(doorOpen), lockNone, 0},
	62:  {byUse, true, playersOnly, effectPlat, uint8(platDownWaitUpStay), lockNone, 0},
	63:  {byUse, true, playersOnly, effectDoor, uint8(doorNormal), lockNone, 0},
	64:  {byUse, true, playersOnly, effectFloor, uint8(floorRaise), lockNone, 0},
	65:  {byUse, true, playersOnly, effectFloor, uint8(floorRaiseCrush), lockNone, 0},
	66:  {byUse, true, playersOnly, effectPlat, uint8(platRaiseAndChange), lockNone, 24},
	67:  {byUse, true, playersOnly, effectPlat, uint8(platRaiseAndChange), lockNone, 32},
	68:  {byUse, true, playersOnly, effectPlat, uint8(platRaiseToNearestAndChange), lockNone, 0},
	69:  {byUse, true, playersOnly, effectFloor, uint8(floorRaiseToNearest), lockNone, 0},
	70:  {byUse, true, playersOnly, effectFloor, uint8(floorTurboLower), lockNone, 0},
	71:  {byUse, false, playersOnly, effectFloor, uint8(floorTurboLower), lockNone, 0},
	72:  {byCross, true, playersOnly, effectCeiling, uint8(ceilingLowerAndCrush), lockNone, 0},
	73:  {byCross, true, playersOnly, effectCeiling, uint8(ceilingCrushAndRaise), lockNone, 0},
	74:  {byCross, true, playersOnly, effectStopCeiling, 0, lockNone, 0},
	75:  {byCross, true, playersOnly, effectDoor, uint8(doorClose), lockNone, 0},
	76:  {byCross, true, playersOnly, effectDoor, uint8(doorClose30ThenOpen), lockNone, 0},
	77:  {byCross, true, playersOnly, effectCeiling, uint8(ceilingFastCrushAndRaise), lockNone, 0},
	79:  {byCross, true, playersOnly, effectLight, 0, lockNone, 35},
	80:  {byCross, true, playersOnly, effectLight, 0, lockNone, 0},
	81:  {byCross, true, playersOnly, effectLight, 0, lockNone, 255},
	82:  {byCross, true, playersOnly, effectFloor, uint8(floorLowerToLowest), lockNone, 0},
	83:  {byCross, true, playersOnly, effectFloor, uint8(floorLower), lockNone, 0},
	84:  {byCross, true, playersOnly, effectFloor, uint8(floorLowerAndChange), lockNone, 0},
	86:  {byCross, true, playersOnly, effectDoor, uint8(doorOpen), lockNone, 0},
	87:  {byCross, true, playersOnly, effectPlat, uint8(platPerpetualRaise), lockNone, 0},
	88:  {byCross, true, anybody, effectPlat, uint8(platDownWaitUpStay), lockNone, 0},
	89:  {byCross, true, playersOnly, effectStopPlat, 0, lockNone, 0},
	90:  {byCross, true, playersOnly, effectDoor, uint8(doorNormal), lockNone, 0},
	91:  {byCross, true, playersOnly, effectFloor, uint8(floorRaise), lockNone, 0},
	92:  {byCross, true, playersOnly, effectFloor, uint8(floorRaise24), lockNone, 0},
	93:  {byCross, true, playersOnly, effectFloor, uint8(floorRaise24AndChange), lockNone, 0},
	94:  {byCross, true, playersOnly, effectFloor, uint8(floorRaiseCrush), lockNone, 0},
	95:  {byCross, true, playersOnly, effectPlat, uint8(platRaiseToNearestAndChange), lockNone, 0},
	96:  {byCross, true, playersOnly, effectFloor, uint8(floorRaiseToTexture), lockNone, 0},
	97:  {byCross, true, anybody, effectTeleport, 0, lockNone, 0},
	98:  {byCross, true, playersOnly, effectFloor, uint8(floorTurboLower), lockNone, 0},
	99:  {byUse, true, playersOnly, effectDoor, uint8(doorBlazeOpen), lockBlue, 0},
	100: {byCross, false, playersOnly, effectStairs, uint8(stairs16), lockNone, 0},
	101: {byUse, false, playersOnly, effectFloor, uint8(floorRaise), lockNone, 0},
	102: {byUse, false, playersOnly, effectFloor, uint8(floorLower), lockNone, 0},
	103: {byUse, false, playersOnly, effectDoor, uint8(doorOpen), lockNone, 0},
	104: {byCross, false, playersOnly, effectLightsOff, 0, lockNone, 0},
	105: {byCross, true, playersOnly, effectDoor, uint8(doorBlazeRaise), lockNone, 0},
	106: {byCross, true, playersOnly, effectDoor, uint8(doorBlazeOpen), lockNone, 0},
	107: {byCross, true, playersOnly, effectDoor, uint8(doorBlazeClose), lockNone, 0},
	108: {byCross, false, playersOnly, effectDoor, uint8(doorBlazeRaise), lockNone, 0},
	109: {byCross, false, playersOnly, effectDoor, uint8(doorBlazeOpen), lockNone, 0},
	110: {byCross, false, playersOnly, effectDoor, uint8(doorBlazeClose), lockNone, 0},
	111: {byUse, false, playersOnly, effectDoor, uint8(doorBlazeRaise), lockNone, 0},
	112: {byUse, false, playersOnly, effectDoor, uint8(doorBlazeOpen), lockNone, 0},
	113: {byUse, false, playersOnly, effectDoor, uint8(doorBlazeClose), lockNone, 0},
	114: {byUse, true, playersOnly, effectDoor, uint8(doorBlazeRaise), lockNone, 0},
	115: {byUse, true, playersOnly, effectDoor, uint8(doorBlazeOpen), lockNone, 0},
	116: {byUse, true, playersOnly, effectDoor, uint8(doorBlazeClose), lockNone, 0},
	117: {byUse, true, playersOnly, effectManualDoor, uint8(doorBlazeRaise), lockNone, 0},
	118: {byUse, false, playersOnly, effectManualDoor, uint8(doorBlazeOpen), lockNone, 0},
	119: {byCross, false, playersOnly, effectFloor, uint8(floorRaiseToNearest), lockNone, 0},
	120: {byCross, true, playersOnly, effectPlat, uint8(platBlazeDownWaitUpStay), lockNone, 0},
	121: {byCross, false, playersOnly, effectPlat, uint8(platBlazeDownWaitUpStay), lockNone, 0},
	122: {byUse, false, playersOnly, effectPlat, uint8(platBlazeDownWaitUpStay), lockNone, 0},
	123: {byUse, true, playersOnly, effectPlat, uint8(platBlazeDownWaitUpStay), lockNone, 0},
	124: {byCross, true, playersOnly, effectSecretExit, 0, lockNone, 0},
	125: {byCross, false, monstersOnly, effectTeleport, 0, lockNone, 0},
	126: {byCross, true, monstersOnly, effectTeleport, 0, lockNone, 0},
	127: {byUse, false, playersOnly, effectStairs, uint8(stairs16), lockNone, 0},
	128: {byCross, true, playersOnly, effectFloor, uint8(floorRaiseToNearest), lockNone, 0},
	129: {byCross, true, playersOnly, effectFloor, uint8(floorRaiseTurbo), lockNone, 0},
	130: {byCross, false, playersOnly, effectFloor, uint8(floorRaiseTurbo), lockNone, 0},
	131: {byUse, false, playersOnly, effectFloor, uint8(floorRaiseTurbo), lockNone, 0},
	132: {byUse, true, playersOnly, effectFloor, uint8(floorRaiseTurbo), lockNone, 0},
	133: {byUse, false, playersOnly, effectDoor, uint8(doorBlazeOpen), lockBlue, 0},
	134: {byUse, true, playersOnly, effectDoor, uint8(doorBlazeOpen), lockRed, 0},
	135: {byUse, false, playersOnly, effectDoor, uint8(doorBlazeOpen), lockRed, 0},
	136: {byUse, true, playersOnly, effectDoor, uint8(doorBlazeOpen), lockYellow, 0},
	137: {byUse, false, playersOnly, effectDoor, uint8(doorBlazeOpen), lockYellow, 0},
	138: {byUse, true, playersOnly, effectLight, 0, lockNone, 255},
	139: {byUse, true, playersOnly, effectLight, 0, lockNone, 35},
	140: {byUse, false, playersOnly, effectFloor, uint8(floorRaise512), lockNone, 0},
	141: {byCross, false, playersOnly, effectCeiling, uint8(ceilingSilentCrushAndRaise), lockNone, 0},
}

// typeOfLine returns a line's current type, nil for none.
func (g *Game) typeOfLine(line int32) *lineType {
	n := g.Specials[line]
	if n <= 0 || int(n) >= len(lineTypes) {
		return nil
	}
	return &lineTypes[n]
}

func (a actors) allow(m *Mobj) bool {
	if m.Player != 0 {
		return a != monstersOnly
	}
	return a != playersOnly
}
