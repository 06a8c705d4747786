package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// doorKind is what a door does; its numbers are vanilla's.
type doorKind uint8

const (
	doorNormal          doorKind = iota // opens, waits, closes
	doorClose30ThenOpen                 // closes, and opens after half a minute
	doorClose                           // closes and stays
	doorOpen                            // opens and stays
	doorRaiseIn5Mins                    // becomes a doorNormal five minutes into the level
	doorBlazeRaise                      // doorNormal, four times as fast
	doorBlazeOpen
	doorBlazeClose
)

const (
	doorSpeed      = 2 * fixed.Unit
	doorBlazeSpeed = 4 * doorSpeed
	doorWait       = 150 // tics that a door stays open
	doorGap        = 4 * fixed.Unit
)

// Directions of a door beside up and down.
const (
	doorWaiting     = 0
	doorInitialWait = 2
)

// Door is a ceiling that opens and closes a sector.
type Door struct {
	Kind      doorKind
	Sector    int32
	Top       fixed.Fixed // height of the ceiling when open
	Speed     fixed.Fixed
	Direction int32 // down, doorWaiting, up, doorInitialWait
	TopWait   int32
	Countdown int32 // of a wait, in tics
}

func (g *Game) doorThink(i uint32) {
	d := g.doors.at(i)
	switch d.Direction {
	case doorWaiting:
		d.Countdown--
		if d.Countdown == 0 {
			g.doorWaited(d)
		}
	case doorInitialWait:
		d.Countdown--
		if d.Countdown == 0 && d.Kind == doorRaiseIn5Mins {
			d.Direction = up
			d.Kind = doorNormal
			g.soundSector(d.Sector, info.SoundDoropn)
		}
	case down:
		result := g.moveCeiling(d.Sector, d.Speed, g.Sectors[d.Sector].FloorHeight, crushNone, down)
		d = g.doors.at(i)
		switch result {
		case movePastDest:
			g.doorShut(i, d)
		case moveCrushed:
			if d.Kind != doorClose && d.Kind != doorBlazeClose {
				d.Direction = up
				g.soundSector(d.Sector, info.SoundDoropn)
			}
		}
	case up:
		result := g.moveCeiling(d.Sector, d.Speed, d.Top, crushNone, up)
		d = g.doors.at(i)
		if result != movePastDest {
			break
		}
		switch d.Kind {
		case doorNormal, doorBlazeRaise:
			d.Direction = doorWaiting
			d.Countdown = d.TopWait
		case doorClose30ThenOpen, doorOpen, doorBlazeOpen:
			g.endDoor(i, d)
		}
	}
}

func (g *Game) doorWaited(d *Door) {
	switch d.Kind {
	case doorNormal:
		d.Direction = down
		g.soundSector(d.Sector, info.SoundDorcls)
	case doorBlazeRaise:
		d.Direction = down
		g.soundSector(d.Sector, info.SoundBdcls)
	case doorClose30ThenOpen:
		d.Direction = up
		g.soundSector(d.Sector, info.SoundDoropn)
	}
}

func (g *Game) doorShut(i uint32, d *Door) {
	switch d.Kind {
	case doorBlazeRaise, doorBlazeClose:
		g.soundSector(d.Sector, info.SoundBdcls)
		g.endDoor(i, d)
	case doorNormal, doorClose:
		g.endDoor(i, d)
	case doorClose30ThenOpen:
		d.Direction = doorWaiting
		d.Countdown = 30 * TicRate
	}
}

func (g *Game) endDoor(i uint32, d *Door) {
	g.vacate(d.Sector, ThinkDoor, i)
	g.doors.release(i)
}

// newDoor starts a door in a sector.
func (g *Game) newDoor(sector int32, kind doorKind) *Door {
	i, d := g.doors.alloc()
	g.occupy(sector, ThinkDoor, i)
	d.Kind = kind
	d.Sector = sector
	d.Speed = doorSpeed
	return d
}

// doDoor starts doors in all idle sectors with the tag, and reports whether there were
// any.
func (g *Game) doDoor(tag int16, _ int32, kind doorKind) bool {
	started := false
	for s := g.nextIdle(tag, -1); s >= 0; s = g.nextIdle(tag, s) {
		started = true
		sec, d := &g.Sectors[s], g.newDoor(s, kind)
		d.TopWait = doorWait
		opening, closing := info.SoundDoropn, info.SoundDorcls
		if kind == doorBlazeRaise || kind == doorBlazeOpen || kind == doorBlazeClose {
			d.Speed = doorBlazeSpeed
			opening, closing = info.SoundBdopn, info.SoundBdcls
		}
		switch kind {
		case doorClose, doorBlazeClose:
			d.Top = g.lowestCeilingAround(s) - doorGap
			d.Direction = down
			g.soundSector(s, closing)
		case doorClose30ThenOpen:
			d.Top = sec.CeilingHeight
			d.Direction = down
			g.soundSector(s, closing)
		default:
			d.Top = g.lowestCeilingAround(s) - doorGap
			d.Direction = up
			if d.Top != sec.CeilingHeight {
				g.soundSector(s, opening)
			}
		}
	}
	return started
}

// lock is a key's colour.
type lock uint8

const (
	lockNone lock = iota
	lockBlue
	lockYellow
	lockRed
)

// lockCards lists the cards that open each lock, and the messages for a player who has
// neither: at a door and at a switch.
var lockCards = [...]struct {
	card, skull  info.CardType
	door, object info.StringID
}{
	lockBlue:   {info.CardBluecard, info.CardBlueskull, info.StrPdBluek, info.StrPdBlueo},
	lockYellow: {info.CardYellowcard, info.CardYellowskull, info.StrPdYellowk, info.StrPdYellowo},
	lockRed:    {info.CardRedcard, info.CardRedskull, info.StrPdRedk, info.StrPdRedo},
}

// hasKey reports whether m, a player's body, opens the lock. If not, it tells the player
// so.
func (g *Game) hasKey(m *Mobj, l lock, atDoor bool) bool {
	if l == lockNone {
		return true
	}
	p := g.playerOf(m)
	if p == nil {
		return false
	}
	k := &lockCards[l]
	if p.Cards[k.card] || p.Cards[k.skull] {
		return true
	}
	text := k.object
	if atDoor {
		text = k.door
	}
	g.message(int(m.Player-1), text)
	g.soundNowhere(info.SoundOof)
	return false
}

// manualDoor makes m use a door by its own line: the sector behind the line opens, or
// reverses if it is already moving.
func (g *Game) manualDoor(line int32, m *Mobj, kind doorKind) {
	l := &g.lv.Lines[line]
	if l.Side[1] < 0 {
		return // no sector behind the line: vanilla stops the game
	}
	s := g.lv.Sides[l.Side[1]].Sector
	closes := kind == doorNormal || kind == doorBlazeRaise
	if t := g.Sectors[s].Mover; t != noMover && closes {
		g.turnDoor(t, m)
		return
	}
	// The use does not end here: a second door starts on top of the mover already there,
	// and both go on.
	sound := info.SoundDoropn
	if kind == doorBlazeRaise || kind == doorBlazeOpen {
		sound = info.SoundBdopn
	}
	g.soundSector(s, sound)
	d := g.newDoor(s, kind)
	d.Direction = up
	d.TopWait = doorWait
	if kind == doorBlazeRaise || kind == doorBlazeOpen {
		d.Speed = doorBlazeSpeed
	}
	if !closes {
		g.Specials[line] = 0
	}
	d.Top = g.lowestCeilingAround(s) - doorGap
}

// turnDoor makes a closing door open and, for a player, any other door close. Vanilla
// does not check that the mover is a door: for other movers it reads and writes a
// different field as the direction. So does this: a platform's wait, a floor's new
// special, a ceiling's speed.
func (g *Game) turnDoor(t Thinker, m *Mobj) {
	var direction *int32
	switch t.Kind {
	case ThinkDoor:
		direction = &g.doors.at(t.Index).Direction
	case ThinkPlat:
		direction = &g.plats.at(t.Index).Wait
	case ThinkFloor:
		direction = &g.floors.at(t.Index).NewSpecial
	case ThinkCeiling:
		direction = (*int32)(&g.ceilings.at(t.Index).Speed)
	default:
		return
	}
	if *direction == down {
		*direction = up
	} else if m.Player != 0 {
		*direction = down
	}
}

// spawnDoorCloseIn30 is a sector special: open now, closes in half a minute.
func (g *Game) spawnDoorCloseIn30(s int32) {
	d := g.newDoor(s, doorNormal)
	g.Sectors[s].Special = 0
	d.Direction = doorWaiting
	d.Countdown = 30 * TicRate
}

// spawnDoorRaiseIn5Mins is a sector special: opens once, in five minutes.
func (g *Game) spawnDoorRaiseIn5Mins(s int32) {
	d := g.newDoor(s, doorRaiseIn5Mins)
	g.Sectors[s].Special = 0
	d.Direction = doorInitialWait
	d.Top = g.lowestCeilingAround(s) - doorGap
	d.TopWait = doorWait
	d.Countdown = 5 * 60 * TicRate
}
