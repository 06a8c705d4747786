package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// The eight directions in which monsters walk, counterclockwise from east.
const (
	dirEast uint8 = iota
	dirNorthEast
	dirNorth
	dirNorthWest
	dirWest
	dirSouthWest
	dirSouth
	dirSouthEast
	dirNone
)

// dirX and dirY hold a step of length 1 in each direction. 47000 is vanilla's figure for
// the square root of a half.
var (
	dirX = [8]fixed.Fixed{fixed.Unit, 47000, 0, -47000, -fixed.Unit, -47000, 0, 47000}
	dirY = [8]fixed.Fixed{0, 47000, fixed.Unit, 47000, 0, -47000, -fixed.Unit, -47000}
)

func oppositeDir(d uint8) uint8 {
	if d >= dirNone {
		return dirNone
	}
	return d ^ 4
}

// hasMeleeReach reports whether m's target is within reach of a melee attack.
func (g *Game) hasMeleeReach(m *Mobj) bool {
	target := g.Mobj(m.Target)
	if target == nil {
		return false
	}
	reach := meleeRange - 20*fixed.Unit + g.infoOf(target).Radius
	return fixed.ApproxDistance(target.X-m.X, target.Y-m.Y) < reach && g.sees(m, target)
}

// wantsToShoot decides whether m fires at its target now. The nearer the target, the
// likelier the shot; a monster that was just hit fires at once.
func (g *Game) wantsToShoot(m *Mobj, target *Mobj) bool {
	if !g.sees(m, target) {
		return false
	}
	if m.Flags&info.FlagJusthit != 0 {
		g.setFlags(m, m.Flags&^info.FlagJusthit)
		return true
	}
	if m.ReactionTime != 0 {
		return false
	}
	dist := fixed.ApproxDistance(m.X-target.X, m.Y-target.Y) - 64*fixed.Unit
	if g.infoOf(m).MeleeState == info.StateNull {
		dist -= 128 * fixed.Unit
	}
	units := int32(dist >> fixed.Bits)
	limit := int32(200)
	switch m.Type {
	case info.MobjVile:
		if units > 14*64 {
			return false
		}
	case info.MobjUndead:
		if units < 196 {
			return false
		}
		units >>= 1
	case info.MobjCyborg:
		units >>= 1
		limit = 160
	case info.MobjSpider, info.MobjSkull:
		units >>= 1
	}
	return int32(g.random()) >= min(units, limit)
}

// stepForward moves m one step in its direction. A floating monster adjusts its height
// instead if only the height is wrong; a walking monster opens doors.
func (g *Game) stepForward(m *Mobj) bool {
	if m.MoveDir >= dirNone {
		return false
	}
	speed := fixed.Fixed(g.infoOf(m).Speed)
	if g.tryMove(m, m.X+speed*dirX[m.MoveDir], m.Y+speed*dirY[m.MoveDir]) {
		g.setFlags(m, m.Flags&^info.FlagInfloat)
		if m.Flags&info.FlagFloat == 0 {
			g.setZ(m, m.FloorZ)
		}
		return true
	}
	if m.Flags&info.FlagFloat != 0 && g.floatOK {
		if m.Z < g.tmFloorZ {
			g.setZ(m, m.Z+floatSpeed)
		} else {
			g.setZ(m, m.Z-floatSpeed)
		}
		g.setFlags(m, m.Flags|info.FlagInfloat)
		return true
	}
	if len(g.spechit) == 0 {
		return false
	}
	m.MoveDir = dirNone
	opened := false
	for n := len(g.spechit); n > 0; n-- {
		if g.useSpecialLine(m, g.spechit[n-1], 0) {
			opened = true
		}
	}
	return opened
}

// tryDir sends m in direction d for some steps, if the first step is possible.
func (g *Game) tryDir(m *Mobj, d uint8) bool {
	m.MoveDir = d
	if !g.stepForward(m) {
		return false
	}
	m.MoveCount = int32(g.random()) & 15
	return true
}

// newChaseDir picks the direction of m's next steps: diagonally at its target if that way
// is open, else along one axis, else as before, else any other, and back only as the last
// resort.
func (g *Game) newChaseDir(m *Mobj) {
	target := g.Mobj(m.Target)
	if target == nil {
		return
	}
	before := m.MoveDir
	back := oppositeDir(before)
	dx, dy := target.X-m.X, target.Y-m.Y

	alongX, alongY := dirNone, dirNone
	if dx > 10*fixed.Unit {
		alongX = dirEast
	} else if dx < -10*fixed.Unit {
		alongX = dirWest
	}
	if dy > 10*fixed.Unit {
		alongY = dirNorth
	} else if dy < -10*fixed.Unit {
		alongY = dirSouth
	}

	if alongX != dirNone && alongY != dirNone {
		if d := diagonal(alongX, alongY); d != back && g.tryDir(m, d) {
			return
		}
	}

	first, second := alongX, alongY
	if g.random() > 200 || absFixed(dy) > absFixed(dx) {
		first, second = second, first
	}
	for _, d := range [...]uint8{first, second} {
		if d != dirNone && d != back && g.tryDir(m, d) {
			return
		}
	}
	if before != dirNone && g.tryDir(m, before) {
		return
	}

	if g.random()&1 != 0 {
		for d := dirEast; d <= dirSouthEast; d++ {
			if d != back && g.tryDir(m, d) {
				return
			}
		}
	} else {
		for d := dirNone; d > dirEast; d-- {
			if d-1 != back && g.tryDir(m, d-1) {
				return
			}
		}
	}
	if back != dirNone && g.tryDir(m, back) {
		return
	}
	m.MoveDir = dirNone
}

// diagonal is the direction between one along x and one along y.
func diagonal(alongX, alongY uint8) uint8 {
	if alongY == dirNorth {
		if alongX == dirEast {
			return dirNorthEast
		}
		return dirNorthWest
	}
	if alongX == dirEast {
		return dirSouthEast
	}
	return dirSouthWest
}

// chaseStep is the next action of a monster that is awake.
type chaseStep uint8

const (
	chaseOther chaseStep = iota // it has just found another target, and only turned
	chaseRest                   // there is nobody to chase
	chaseDodge                  // it attacked a moment ago and changes its direction
	chasePause                  // likewise, but it is one of the fast ones
	chaseStrike
	chaseShoot
	chaseWalk
)

// chase plays one step of a monster that is awake: it turns, attacks if it can, and walks
// on.
func (g *Game) chase(m *Mobj) {
	i := g.infoOf(m)
	if m.ReactionTime != 0 {
		m.ReactionTime--
	}
	target := g.Mobj(m.Target)
	if m.Threshold != 0 {
		if target == nil || target.Health <= 0 {
			m.Threshold = 0
		} else {
			m.Threshold--
		}
	}
	turnToMoveDir(m)

	g.glances.from, g.glances.n = m, 0
	step := g.decide(m, target, i)
	g.glances.from = nil

	switch step {
	case chaseRest:
		g.setMobjState(m, i.SpawnState)
	case chaseDodge:
		g.newChaseDir(m)
	case chaseStrike:
		if i.AttackSound != info.SoundNone {
			g.soundAt(m, i.AttackSound)
		}
		g.setMobjState(m, i.MeleeState)
	case chaseShoot:
		g.setMobjState(m, i.MissileState)
		g.setFlags(m, m.Flags|info.FlagJustattacked)
	case chaseWalk:
		m.MoveCount--
		if m.MoveCount < 0 || !g.stepForward(m) {
			g.newChaseDir(m)
		}
		if i.ActiveSound != info.SoundNone && g.random() < 3 {
			g.soundAt(m, i.ActiveSound)
		}
	}
}

// decide chooses what m does next. Nothing moves meanwhile.
func (g *Game) decide(m, target *Mobj, i *info.Mobj) chaseStep {
	if target == nil || target.Flags&info.FlagShootable == 0 {
		if g.lookForPlayers(m, true) {
			return chaseOther
		}
		return chaseRest
	}
	relentless := g.Skill == skillNightmare || g.Fast
	if m.Flags&info.FlagJustattacked != 0 {
		g.setFlags(m, m.Flags&^info.FlagJustattacked)
		if relentless {
			return chasePause
		}
		return chaseDodge
	}
	if i.MeleeState != info.StateNull && g.hasMeleeReach(m) {
		return chaseStrike
	}
	if i.MissileState != info.StateNull && (relentless || m.MoveCount == 0) && g.wantsToShoot(m, target) {
		return chaseShoot
	}
	// In net games a monster gives up a target out of sight for another player in sight.
	if g.NetGame && m.Threshold == 0 && !g.sees(m, target) && g.lookForPlayers(m, true) {
		return chaseOther
	}
	return chaseWalk
}

// turnToMoveDir turns m by up to 45 degrees towards the way that it walks.
func turnToMoveDir(m *Mobj) {
	if m.MoveDir >= dirNone {
		return
	}
	m.Angle &= 7 << 29
	switch delta := int32(m.Angle - fixed.Angle(m.MoveDir)<<29); {
	case delta > 0:
		m.Angle -= fixed.Ang45
	case delta < 0:
		m.Angle += fixed.Ang45
	}
}
