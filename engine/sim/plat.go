package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// platKind is the behaviour of a platform, with vanilla's numbers.
type platKind uint8

const (
	platPerpetualRaise          platKind = iota // up and down forever
	platDownWaitUpStay                          // a lift
	platRaiseAndChange                          // by an amount, once
	platRaiseToNearestAndChange                 // to the next higher neighbour, once
	platBlazeDownWaitUpStay                     // a fast lift
)

const (
	platSpeed = fixed.Unit
	platWait  = 3 * TicRate
)

// Values of Plat.Status.
const (
	platUp int32 = iota
	platDown
	platWaiting
	platStopped
)

// Plat is a floor that goes up and down.
type Plat struct {
	Running   bool // false in free slots
	Kind      platKind
	Sector    int32
	Speed     fixed.Fixed
	Low, High fixed.Fixed
	Wait      int32 // tics at each end
	Count     int32 // tics of the wait left
	Status    int32
	OldStatus int32 // before it was stopped
	Tag       int16
}

// changes reports whether the platform's kind copies the line's front sector.
func (p *Plat) changes() bool {
	return p.Kind == platRaiseAndChange || p.Kind == platRaiseToNearestAndChange
}

func (g *Game) platThink(i uint32) {
	p := g.plats.at(i)
	switch p.Status {
	case platUp:
		result := g.moveFloor(p.Sector, p.Speed, p.High, crushNone, up)
		p = g.plats.at(i)
		if p.changes() && g.LevelTime&7 == 0 {
			g.soundSector(p.Sector, info.SoundStnmov)
		}
		switch result {
		case moveCrushed:
			p.Count = p.Wait
			p.Status = platDown
			g.soundSector(p.Sector, info.SoundPstart)
		case movePastDest:
			p.Count = p.Wait
			p.Status = platWaiting
			g.soundSector(p.Sector, info.SoundPstop)
			if p.Kind != platPerpetualRaise {
				g.vacate(p.Sector, ThinkPlat, i)
				g.plats.release(i)
			}
		}
	case platDown:
		result := g.moveFloor(p.Sector, p.Speed, p.Low, crushNone, down)
		p = g.plats.at(i)
		if result == movePastDest {
			p.Count = p.Wait
			p.Status = platWaiting
			g.soundSector(p.Sector, info.SoundPstop)
		}
	case platWaiting:
		p.Count--
		if p.Count != 0 {
			break
		}
		p.Status = platDown
		if g.Sectors[p.Sector].FloorHeight == p.Low {
			p.Status = platUp
		}
		g.soundSector(p.Sector, info.SoundPstart)
	}
}

// newPlat starts a platform in a sector.
func (g *Game) newPlat(sector int32, kind platKind) *Plat {
	i, p := g.plats.alloc()
	g.occupy(sector, ThinkPlat, i)
	p.Running = true
	p.Kind = kind
	p.Sector = sector
	p.Tag = g.lv.Sectors[sector].Tag
	return p
}

// doPlat starts platforms in all idle sectors with the line's tag, and reports whether
// there were any. amount is the rise of platRaiseAndChange in map units. Stopped
// perpetual platforms go on.
func (g *Game) doPlat(line int32, kind platKind, amount int32) bool {
	l := &g.lv.Lines[line]
	tag := l.Tag
	if kind == platPerpetualRaise {
		for i := range g.plats.items {
			if p := &g.plats.items[i]; p.Running && p.Tag == tag && p.Status == platStopped {
				p.Status = p.OldStatus
			}
		}
	}
	started := false
	for s := g.nextIdle(tag, -1); s >= 0; s = g.nextIdle(tag, s) {
		started = true
		sec, p := &g.Sectors[s], g.newPlat(s, kind)
		switch kind {
		case platRaiseToNearestAndChange:
			p.Speed = platSpeed / 2
			g.takeFrontFloor(s, line)
			p.High = g.nextFloorAround(s, sec.FloorHeight)
			sec.Special = 0 // no more damage
			g.soundSector(s, info.SoundStnmov)
		case platRaiseAndChange:
			p.Speed = platSpeed / 2
			g.takeFrontFloor(s, line)
			p.High = sec.FloorHeight + fixed.Fixed(amount)*fixed.Unit
			g.soundSector(s, info.SoundStnmov)
		case platDownWaitUpStay, platBlazeDownWaitUpStay:
			p.Speed = platSpeed * 4
			if kind == platBlazeDownWaitUpStay {
				p.Speed = platSpeed * 8
			}
			p.Low = g.lowestFloorAround(s)
			p.High = sec.FloorHeight
			p.Wait = platWait
			p.Status = platDown
			g.soundSector(s, info.SoundPstart)
		case platPerpetualRaise:
			p.Speed = platSpeed
			p.Low = g.lowestFloorAround(s)
			p.High = max(g.highestFloorAround(s), sec.FloorHeight)
			p.Wait = platWait
			p.Status = int32(g.random() & 1)
			g.soundSector(s, info.SoundPstart)
		}
	}
	return started
}

// takeFrontFloor gives a sector the floor flat of the sector before a line.
func (g *Game) takeFrontFloor(s, line int32) {
	if front := g.lv.Lines[line].Front; front >= 0 {
		g.Sectors[s].FloorPic = g.Sectors[front].FloorPic
	}
}

// stopPlats stops the platforms with the tag where they are.
func (g *Game) stopPlats(tag int16) {
	for i := range g.plats.items {
		if p := &g.plats.items[i]; p.Running && p.Tag == tag && p.Status != platStopped {
			p.OldStatus = p.Status
			p.Status = platStopped
		}
	}
}
