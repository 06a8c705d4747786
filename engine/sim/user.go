package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/lockstep"
)

const (
	// moveScale turns a ticcmd's forward and side into momentum.
	moveScale = 2048
	// ang5 is how far a dead player turns in a tic to face the killer.
	ang5      = fixed.Ang90 / 18
	minusAng5 = fixed.Angle(1<<32 - uint64(ang5))
	// sawPull is the forward push on a player whose weapon pulls.
	sawPull = 0xc800 / 512
	// warnTics is the number of tics for which a power's effect flickers at its end.
	warnTics = 4 * 32
)

// Values of Player.FixedColormap.
const (
	colormapLight   = 1
	colormapInverse = 32
)

// thrust pushes player p's body in a direction.
func (g *Game) thrust(p int, angle fixed.Angle, move fixed.Fixed) {
	m := g.mobjs.get(g.Players[p].Mo)
	if m == nil {
		return
	}
	g.setMomXY(m, m.MomX+fixed.Mul(move, fixed.Cos(angle)), m.MomY+fixed.Mul(move, fixed.Sin(angle)))
}

// playerThink plays a player's turn, before those of all thinkers.
func (g *Game) playerThink(p int) {
	pl := &g.Players[p]
	m := g.mobjs.get(pl.Mo)
	if m == nil {
		return
	}
	if pl.Cheats&CheatNoClip != 0 {
		g.setFlags(m, m.Flags|info.FlagNoclip)
	} else {
		g.setFlags(m, m.Flags&^info.FlagNoclip)
	}
	cmd := &pl.Cmd
	if m.Flags&info.FlagJustattacked != 0 {
		g.setFlags(m, m.Flags&^info.FlagJustattacked)
		cmd.AngleTurn, cmd.Forward, cmd.Side = 0, sawPull, 0
	}
	if pl.State == PlayerDead {
		g.deathThink(p, m)
		return
	}

	if m.ReactionTime != 0 {
		m.ReactionTime-- // just teleported
	} else {
		g.movePlayer(p, m)
	}
	g.calcHeight(p)
	if g.sectorOf(m).Special != 0 {
		g.playerInSpecialSector(p)
	}

	if cmd.Buttons&lockstep.ButtonSpecial != 0 {
		cmd.Buttons = 0
	}
	if cmd.Buttons&lockstep.ButtonChange != 0 {
		g.changeWeapon(pl, info.WeaponType(cmd.Buttons&lockstep.ButtonWeaponMask)>>lockstep.ButtonWeaponShift)
	}
	if cmd.Buttons&lockstep.ButtonUse == 0 {
		pl.UseDown = false
	} else if !pl.UseDown {
		g.useLines(p)
		pl.UseDown = true
	}
	g.movePsprites(p)
	g.countDown(pl, m)
}

// movePlayer turns and pushes the body as the ticcmd says. Only a body on the floor can
// walk.
func (g *Game) movePlayer(p int, m *Mobj) {
	cmd := &g.Players[p].Cmd
	m.Angle += fixed.Angle(int32(cmd.AngleTurn) << 16)
	g.onGround = m.Z <= m.FloorZ
	if cmd.Forward != 0 && g.onGround {
		g.thrust(p, m.Angle, fixed.Fixed(cmd.Forward)*moveScale)
	}
	if cmd.Side != 0 && g.onGround {
		g.thrust(p, m.Angle-fixed.Ang90, fixed.Fixed(cmd.Side)*moveScale)
	}
	if (cmd.Forward != 0 || cmd.Side != 0) && m.State == info.StatePlay {
		g.setMobjState(m, info.StatePlayRun1)
	}
}

// calcHeight sets the height of the player's eyes: they bob while walking, follow the
// knees, and stay below the ceiling.
func (g *Game) calcHeight(p int) {
	pl := &g.Players[p]
	m := g.mobjs.get(pl.Mo)
	if m == nil {
		return
	}
	pl.Bob = min((fixed.Mul(m.MomX, m.MomX)+fixed.Mul(m.MomY, m.MomY))>>2, maxBob)
	if pl.Cheats&CheatNoMomentum != 0 || !g.onGround {
		pl.ViewZ = m.Z + pl.ViewHeight
		return
	}
	step := int(fixed.FineAngles/20*g.LevelTime) & fixed.FineMask
	bob := fixed.Mul(pl.Bob/2, fixed.SinFine(step))
	if pl.State == PlayerLive {
		pl.bendKnees()
	}
	pl.ViewZ = min(m.Z+pl.ViewHeight+bob, m.CeilingZ-4*fixed.Unit)
}

// bendKnees lets the eyes go down and come up again after a fall or a step.
func (pl *Player) bendKnees() {
	pl.ViewHeight += pl.DeltaViewHeight
	if pl.ViewHeight > viewHeight {
		pl.ViewHeight = viewHeight
		pl.DeltaViewHeight = 0
	}
	if pl.ViewHeight < viewHeight/2 {
		pl.ViewHeight = viewHeight / 2
		if pl.DeltaViewHeight <= 0 {
			pl.DeltaViewHeight = 1
		}
	}
	if pl.DeltaViewHeight != 0 {
		pl.DeltaViewHeight += fixed.Unit / 4
		if pl.DeltaViewHeight == 0 {
			pl.DeltaViewHeight = 1
		}
	}
}

// deathThink plays a dead player's turn: the view sinks and turns to the killer, and the
// use key brings the player back.
func (g *Game) deathThink(p int, m *Mobj) {
	pl := &g.Players[p]
	g.movePsprites(p)
	if pl.ViewHeight > deadHeight {
		pl.ViewHeight -= fixed.Unit
	}
	pl.ViewHeight = max(pl.ViewHeight, deadHeight)
	pl.DeltaViewHeight = 0
	g.onGround = m.Z <= m.FloorZ
	g.calcHeight(p)

	facing := true // also if there is no killer to face
	if killer := g.mobjs.get(pl.Attacker); killer != nil && killer != m {
		angle := pointToAngle(m.X, m.Y, killer.X, killer.Y)
		switch turn := angle - m.Angle; {
		case turn < ang5 || turn > minusAng5:
			m.Angle = angle
		case turn < fixed.Ang180:
			m.Angle += ang5
			facing = false
		default:
			m.Angle -= ang5
			facing = false
		}
	}
	if facing && pl.DamageCount != 0 {
		pl.DamageCount--
	}
	if pl.Cmd.Buttons&lockstep.ButtonUse != 0 {
		pl.State = PlayerReborn
	}
}

// changeWeapon starts a change to the weapon of a number key. Key 1 prefers the saw to
// the fist, key 3 the super shotgun to the shotgun; a second press selects the other one.
func (g *Game) changeWeapon(pl *Player, w info.WeaponType) {
	if w == info.WeaponFist && pl.WeaponOwned[info.WeaponChainsaw] &&
		!(pl.ReadyWeapon == info.WeaponChainsaw && pl.Powers[info.PowerStrength] != 0) {
		w = info.WeaponChainsaw
	}
	if w == info.WeaponShotgun && g.commercial() && pl.WeaponOwned[info.WeaponSupershotgun] &&
		pl.ReadyWeapon != info.WeaponSupershotgun {
		w = info.WeaponSupershotgun
	}
	if pl.WeaponOwned[w] && w != pl.ReadyWeapon {
		pl.PendingWeapon = w
	}
}

// countDown lets powers and flashes run out by a tic.
func (g *Game) countDown(pl *Player, m *Mobj) {
	if pl.Powers[info.PowerStrength] != 0 {
		pl.Powers[info.PowerStrength]++ // counts up: the red fades
	}
	if pl.Powers[info.PowerInvulnerability] != 0 {
		pl.Powers[info.PowerInvulnerability]--
	}
	if pl.Powers[info.PowerInvisibility] != 0 {
		pl.Powers[info.PowerInvisibility]--
		if pl.Powers[info.PowerInvisibility] == 0 {
			g.setFlags(m, m.Flags&^info.FlagShadow)
		}
	}
	if pl.Powers[info.PowerInfrared] != 0 {
		pl.Powers[info.PowerInfrared]--
	}
	if pl.Powers[info.PowerIronfeet] != 0 {
		pl.Powers[info.PowerIronfeet]--
	}
	if pl.DamageCount != 0 {
		pl.DamageCount--
	}
	if pl.BonusCount != 0 {
		pl.BonusCount--
	}
	pl.FixedColormap = 0
	if invul := pl.Powers[info.PowerInvulnerability]; invul != 0 {
		if glows(invul) {
			pl.FixedColormap = colormapInverse
		}
	} else if infra := pl.Powers[info.PowerInfrared]; infra != 0 && glows(infra) {
		pl.FixedColormap = colormapLight
	}
}

// glows reports whether a power with tics left shows now: it flickers at its end.
func glows(tics int32) bool { return tics > warnTics || tics&8 != 0 }
