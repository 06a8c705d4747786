package sim

import "doomhost/engine/fixed"

// movers holds all thinkers that are not map objects, which move floors and ceilings and
// change lights, and the switches that will flip back. Unset fields are 0.
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

// pool is the storage of one kind of mover. It reuses freed slots, the last one first. A
// pointer into it is valid until the next alloc: get it again after anything that may
// hurt a map object, because a patched death may start movers.
type pool[T any] struct {
	items []T
	free  []uint32
}

// alloc returns a zeroed slot.
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

// moverThink plays the turn of a thinker that is not a map object.
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

// noMover marks an idle sector.
var noMover = Thinker{}

// occupy adds a mover's thinker and makes it the sector's mover.
func (g *Game) occupy(sector int32, kind ThinkerKind, index uint32) {
	g.addThinker(kind, index)
	g.Sectors[sector].Mover = Thinker{Kind: kind, Index: index}
}

// vacate ends a mover's thinker. It always makes the sector idle, even if another mover
// is recorded there: a manual door may have started on top of it.
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

// crush is a moving plane's effect on things in its way.
type crush uint8

const (
	crushNone  crush = iota // it goes back
	crushHard               // the plane hurts and presses on
	crushHurts              // the plane hurts and goes back
)

// crushIf returns crushHard or crushNone.
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
		// A rising ceiling never turns back for a stuck thing.
		*h += speed
		g.changeSector(sector, c != crushNone)
	}
	return moveOK
}

// finishPlane sets a plane to its destination. If things do not fit, the plane stays
// where it was, but its move has ended all the same.
func (g *Game) finishPlane(sector int32, h *fixed.Fixed, dest fixed.Fixed, c crush) moveResult {
	last := *h
	*h = dest
	if g.changeSector(sector, c != crushNone) {
		*h = last
		g.changeSector(sector, c != crushNone)
	}
	return movePastDest
}

// stepPlane moves a plane. If things do not fit, the plane goes back unless it presses
// on.
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
