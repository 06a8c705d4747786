package sim

import "doomhost/engine/fixed"

// movers holds everything that thinks and is no map object: what moves floors
// and ceilings, what changes lights, and the switches that will flip back.
// Fields that nothing sets are 0.
type movers struct {
	doors    pool[Door]
	floors   pool[Floor]
	ceilings pool[Ceiling]
	plats    pool[Plat]
	flickers pool[FireFlicker]
	flashes  pool[LightFlash]
	strobes  pool[Strobe]
	glows    pool[Glow]
	buttons  []Button
}

func (m *movers) reset() {
	m.doors.reset()
	m.floors.reset()
	m.ceilings.reset()
	m.plats.reset()
	m.flickers.reset()
	m.flashes.reset()
	m.strobes.reset()
	m.glows.reset()
	m.buttons = m.buttons[:0]
}

// pool is the storage of one kind of mover. Slots of those that ended are used
// again, the last one first. A pointer into it is good until the next alloc:
// take it anew after whatever may hurt a map object, since a patched death may
// start movers.
type pool[T any] struct {
	items []T
	free  []uint32
}

// alloc is a zeroed slot.
func (p *pool[T]) alloc() (uint32, *T) {
	var zero T
	if n := len(p.free); n > 0 {
		i := p.free[n-1]
		p.free = p.free[:n-1]
		p.items[i] = zero
		return i, &p.items[i]
	}
	p.items = append(p.items, zero)
	i := uint32(len(p.items) - 1)
	return i, &p.items[i]
}

// release gives a slot back, zeroed.
func (p *pool[T]) release(i uint32) {
	var zero T
	p.items[i] = zero
	p.free = append(p.free, i)
}

func (p *pool[T]) at(i uint32) *T { return &p.items[i] }

func (p *pool[T]) reset() {
	p.items = p.items[:0]
	p.free = p.free[:0]
}

// moverThink is the turn of a thinker that is no map object.
func (g *Game) moverThink(t Thinker) {
	switch t.Kind {
	case ThinkDoor:
		g.doorThink(t.Index)
	case ThinkFloor:
		g.floorThink(t.Index)
	case ThinkCeiling:
		g.ceilingThink(t.Index)
	case ThinkPlat:
		g.platThink(t.Index)
	case ThinkFireFlicker:
		g.flickerThink(g.flickers.at(t.Index))
	case ThinkLightFlash:
		g.flashThink(g.flashes.at(t.Index))
	case ThinkStrobe:
		g.strobeThink(g.strobes.at(t.Index))
	case ThinkGlow:
		g.glowThink(g.glows.at(t.Index))
	case ThinkRemoved, ThinkMobj: // not ours
	}
}

// noMover marks a sector where nothing is at work.
var noMover = Thinker{}

// occupy adds a mover's thinker and makes it the one at work in the sector.
func (g *Game) occupy(sector int32, kind ThinkerKind, index uint32) {
	g.addThinker(kind, index)
	g.Sectors[sector].Mover = Thinker{Kind: kind, Index: index}
}

// vacate ends a mover's thinker. Whatever is noted as at work in the sector, it
// counts as ended: a manual door may have been started on top of another mover.
func (g *Game) vacate(sector int32, kind ThinkerKind, index uint32) {
	g.Sectors[sector].Mover = noMover
	g.removeThinker(Thinker{Kind: kind, Index: index})
}

// moveResult is how far a plane got.
type moveResult uint8

const (
	moveOK moveResult = iota
	moveCrushed
	movePastDest
)

// Directions of planes.
const (
	down = -1
	up   = 1
)

// crush is what a moving plane does to what is in its way.
type crush uint8

const (
	crushNone  crush = iota // it goes back
	crushHard               // it hurts, and presses on
	crushHurts              // it hurts, and goes back
)

// crushIf is crushHard or none.
func crushIf(hard bool) crush {
	if hard {
		return crushHard
	}
	return crushNone
}

// moveFloor moves a sector's floor by speed towards dest.
func (g *Game) moveFloor(sector int32, speed, dest fixed.Fixed, c crush, direction int32) moveResult {
	h := &g.Sectors[sector].FloorHeight
	switch direction {
	case down:
		if *h-speed < dest {
			return g.finishPlane(sector, h, dest, c)
		}
		return g.stepPlane(sector, h, -speed, c, false)
	case up:
		if *h+speed > dest {
			return g.finishPlane(sector, h, dest, c)
		}
		return g.stepPlane(sector, h, speed, c, c == crushHard)
	}
	return moveOK
}

// moveCeiling moves a sector's ceiling by speed towards dest.
func (g *Game) moveCeiling(sector int32, speed, dest fixed.Fixed, c crush, direction int32) moveResult {
	h := &g.Sectors[sector].CeilingHeight
	switch direction {
	case down:
		if *h-speed < dest {
			return g.finishPlane(sector, h, dest, c)
		}
		return g.stepPlane(sector, h, -speed, c, c == crushHard)
	case up:
		if *h+speed > dest {
			return g.finishPlane(sector, h, dest, c)
		}
		// Going up it never turns back for what is stuck.
		*h += speed
		g.changeSector(sector, c != crushNone)
	}
	return moveOK
}

// finishPlane sets a plane to its destination; where things don't fit it stays
// where it was, and its way has ended all the same.
func (g *Game) finishPlane(sector int32, h *fixed.Fixed, dest fixed.Fixed, c crush) moveResult {
	last := *h
	*h = dest
	if g.changeSector(sector, c != crushNone) {
		*h = last
		g.changeSector(sector, c != crushNone)
	}
	return movePastDest
}

// stepPlane moves a plane. Where things don't fit it goes back, unless it
// presses on.
func (g *Game) stepPlane(sector int32, h *fixed.Fixed, by fixed.Fixed, c crush, pressOn bool) moveResult {
	last := *h
	*h += by
	if !g.changeSector(sector, c != crushNone) {
		return moveOK
	}
	if !pressOn {
		*h = last
		g.changeSector(sector, c != crushNone)
	}
	return moveCrushed
}
