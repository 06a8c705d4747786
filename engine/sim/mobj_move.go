package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// moveXY moves m by its horizontal momentum, and slows it down.
func (g *Game) moveXY(m *Mobj) {
	if m.MomX == 0 && m.MomY == 0 {
		// A charging skull that has been stopped hovers again.
		g.setFlags(m, m.Flags&^info.FlagSkullfly)
		g.setMomZ(m, 0)
		g.setMobjState(m, g.infoOf(m).SpawnState)
		return
	}
	p := g.playerOf(m)
	g.setMomXY(m, min(max(m.MomX, -maxMove), maxMove), min(max(m.MomY, -maxMove), maxMove))

	// Big steps are split in halves, but as in vanilla only those to the east and north.
	leftX, leftY := m.MomX, m.MomY
	for {
		var x, y fixed.Fixed
		if leftX > maxMove/2 || leftY > maxMove/2 {
			x, y = m.X+leftX/2, m.Y+leftY/2
			leftX, leftY = leftX>>1, leftY>>1
		} else {
			x, y = m.X+leftX, m.Y+leftY
			leftX, leftY = 0, 0
		}
		if !g.tryMove(m, x, y) {
			switch {
			case m.Player != 0:
				g.slideMove(m)
			case m.Flags&info.FlagMissile != 0:
				if g.hitSky() {
					g.removeMobj(m)
					return
				}
				g.explodeMissile(m)
			default:
				g.setMomXY(m, 0, 0)
			}
		}
		if leftX == 0 && leftY == 0 {
			break
		}
	}
	if p != nil && p.Cheats&CheatNoMomentum != 0 {
		g.setMomXY(m, 0, 0)
		return
	}
	if m.Flags&(info.FlagMissile|info.FlagSkullfly) != 0 || m.Z > m.FloorZ {
		return // nothing slows it down
	}
	if m.Flags&info.FlagCorpse != 0 && (beyond(m.MomX, fixed.Unit/4) || beyond(m.MomY, fixed.Unit/4)) &&
		m.FloorZ != g.sectorOf(m).FloorHeight {
		return // a body that hangs over an edge slides on
	}
	if !atLeast(m.MomX, stopSpeed) && !atLeast(m.MomY, stopSpeed) &&
		(p == nil || p.Cmd.Forward == 0 && p.Cmd.Side == 0) {
		if p != nil {
			g.standStill(p)
		}
		g.setMomXY(m, 0, 0)
		return
	}
	g.setMomXY(m, fixed.Mul(m.MomX, friction), fixed.Mul(m.MomY, friction))
}

func beyond(a, limit fixed.Fixed) bool  { return a > limit || a < -limit }
func atLeast(a, limit fixed.Fixed) bool { return a >= limit || a <= -limit }

// standStill puts a walking player's body into its standing frame.
func (g *Game) standStill(p *Player) {
	body := g.mobjs.get(p.Mo)
	if body != nil && body.State >= info.StatePlayRun1 && body.State < info.StatePlayRun1+4 {
		g.setMobjState(body, info.StatePlay)
	}
}

// hitSky reports whether the move that just failed ran into the sky.
func (g *Game) hitSky() bool {
	if g.ceilingLine < 0 {
		return false
	}
	back := g.lv.Lines[g.ceilingLine].Back
	return back >= 0 && g.Sectors[back].CeilingPic == g.content.SkyFlat
}

// moveZ moves m up and down: its momentum, gravity, floating towards a target,
// floor and ceiling.
func (g *Game) moveZ(m *Mobj) {
	p := g.playerOf(m)
	if p != nil && m.Z < m.FloorZ {
		// The eyes of a player who steps up follow smoothly.
		p.ViewHeight -= m.FloorZ - m.Z
		p.DeltaViewHeight = (viewHeight - p.ViewHeight) >> 3
	}
	g.setZ(m, m.Z+m.MomZ)
	if m.Flags&(info.FlagFloat|info.FlagSkullfly|info.FlagInfloat) == info.FlagFloat {
		g.floatToTarget(m)
	}

	// The game's version decides whether a charging skull that hits the floor bounces off
	// or sticks to it.
	bounces := g.skullBounces()
	if m.Z <= m.FloorZ {
		if bounces && m.Flags&info.FlagSkullfly != 0 {
			g.setMomZ(m, -m.MomZ)
		}
		if m.MomZ < 0 {
			if p != nil && m.MomZ < -8*gravity {
				p.DeltaViewHeight = m.MomZ >> 3 // knees bend
				g.soundAt(m, info.SoundOof)
			}
			g.setMomZ(m, 0)
		}
		g.setZ(m, m.FloorZ)
		if !bounces && m.Flags&info.FlagSkullfly != 0 {
			g.setMomZ(m, -m.MomZ)
		}
		if m.Flags&(info.FlagMissile|info.FlagNoclip) == info.FlagMissile {
			g.explodeMissile(m)
			return
		}
	} else if m.Flags&info.FlagNogravity == 0 {
		if m.MomZ == 0 {
			g.setMomZ(m, -2*gravity)
		} else {
			g.setMomZ(m, m.MomZ-gravity)
		}
	}

	if m.Z+m.Height > m.CeilingZ {
		if m.MomZ > 0 {
			g.setMomZ(m, 0)
		}
		g.setZ(m, m.CeilingZ-m.Height)
		if m.Flags&info.FlagSkullfly != 0 {
			g.setMomZ(m, -m.MomZ)
		}
		if m.Flags&(info.FlagMissile|info.FlagNoclip) == info.FlagMissile {
			g.explodeMissile(m)
		}
	}
}

// floatToTarget lifts or lowers a floating monster towards its target's height if the
// slope is steep enough.
func (g *Game) floatToTarget(m *Mobj) {
	target := g.mobjs.get(m.Target)
	if target == nil {
		return
	}
	dist := approxDistance(m.X-target.X, m.Y-target.Y)
	up := target.Z + m.Height>>1 - m.Z
	if up < 0 && dist < -(up*3) {
		g.setZ(m, m.Z-floatSpeed)
	} else if up > 0 && dist < up*3 {
		g.setZ(m, m.Z+floatSpeed)
	}
}

// skullBounces reports whether skulls bounce: they do in the executables of Ultimate and
// Final Doom.
func (g *Game) skullBounces() bool {
	switch g.content.Mission {
	case info.MissionUltimate, info.MissionTNT, info.MissionPlutonia:
		return true
	}
	return false
}
