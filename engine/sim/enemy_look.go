package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// look makes an idle monster look for a target: it wakes up for a noise that has reached
// its sector, or for a player in front of it.
func (g *Game) look(m *Mobj) {
	m.Threshold = 0
	if g.hears(m) || g.lookForPlayers(m, false) {
		g.wake(m)
	}
}

// hears reports whether a noise wakes m. An ambusher must also see the noise's maker, but
// keeps it as its target either way.
func (g *Game) hears(m *Mobj) bool {
	target := g.Mobj(g.sectorOf(m).SoundTarget)
	if target == nil || target.Flags&info.FlagShootable == 0 {
		return false
	}
	m.Target = target.Self
	return m.Flags&info.FlagAmbush == 0 || g.checkSight(m, target)
}

// wake plays m's alert sound and sends m after its target.
func (g *Game) wake(m *Mobj) {
	i := g.infoOf(m)
	if s := i.SeeSound; s != info.SoundNone {
		switch s {
		case info.SoundPosit1, info.SoundPosit2, info.SoundPosit3:
			s = info.SoundPosit1 + info.SoundID(g.random()%3)
		case info.SoundBgsit1, info.SoundBgsit2:
			s = info.SoundBgsit1 + info.SoundID(g.random()%2)
		}
		g.monsterCry(m, s)
	}
	g.setMobjState(m, i.SeeState)
}

// monsterCry is a monster's sound; the two great ones are heard everywhere.
func (g *Game) monsterCry(m *Mobj, s info.SoundID) {
	if m.Type == info.MobjSpider || m.Type == info.MobjCyborg {
		g.soundNowhere(s)
		return
	}
	g.soundAt(m, s)
}

// lookForPlayers makes a living player in sight m's target. Unless allAround is set, a
// player behind m's back counts only within melee range. A call looks at no more than two
// players, from LastLook on, so a monster takes turns among four players.
func (g *Game) lookForPlayers(m *Mobj, allAround bool) bool {
	if g.Playing == [MaxPlayers]bool{} {
		return false
	}
	stop := (m.LastLook - 1) & (MaxPlayers - 1)
	missed := int8(-1)
	for looks := 0; ; m.LastLook = (m.LastLook + 1) & (MaxPlayers - 1) {
		if !g.Playing[m.LastLook] {
			continue
		}
		if looks == 2 || m.LastLook == stop {
			return false
		}
		looks++
		p := &g.Players[m.LastLook]
		if p.Health <= 0 || m.LastLook == missed {
			continue // a lone player comes round twice
		}
		missed = m.LastLook
		body := g.Mobj(p.Mo)
		if body == nil || !g.sees(m, body) {
			continue
		}
		if !allAround && g.isBehind(m, body) {
			continue
		}
		m.Target = body.Self
		return true
	}
}

// glances caches a monster's sight checks during decide, which asks for some more than
// once while nothing moves.
type glances struct {
	from *Mobj // nil: no monster is deciding
	n    int
	at   [MaxPlayers + 1]*Mobj
	seen [MaxPlayers + 1]bool
}

// sees is checkSight through the cache in glances.
func (g *Game) sees(m, other *Mobj) bool {
	l := &g.glances
	if l.from != m {
		return g.checkSight(m, other)
	}
	for i := range l.n {
		if l.at[i] == other {
			return l.seen[i]
		}
	}
	seen := g.checkSight(m, other)
	if l.n < len(l.at) {
		l.at[l.n], l.seen[l.n] = other, seen
		l.n++
	}
	return seen
}

// isBehind reports whether other is behind m's back and outside melee range.
func (g *Game) isBehind(m, other *Mobj) bool {
	a := fixed.PointToAngle(other.X-m.X, other.Y-m.Y) - m.Angle
	return a > fixed.Ang90 && a < fixed.Ang270 &&
		fixed.ApproxDistance(other.X-m.X, other.Y-m.Y) > meleeRange
}

// faceTarget turns m towards its target, with a random error if the target is partly
// invisible.
func (g *Game) faceTarget(m *Mobj) {
	target := g.Mobj(m.Target)
	if target == nil {
		return
	}
	g.setFlags(m, m.Flags&^info.FlagAmbush)
	m.Angle = fixed.PointToAngle(target.X-m.X, target.Y-m.Y)
	if target.Flags&info.FlagShadow != 0 {
		m.Angle += fixed.Angle(g.randomDiff() << 21)
	}
}

// scream plays a monster's death cry.
func (g *Game) scream(m *Mobj) {
	s := g.infoOf(m).DeathSound
	switch s {
	case info.SoundNone:
		return
	case info.SoundPodth1, info.SoundPodth2, info.SoundPodth3:
		s = info.SoundPodth1 + info.SoundID(g.random()%3)
	case info.SoundBgdth1, info.SoundBgdth2:
		s = info.SoundBgdth1 + info.SoundID(g.random()%2)
	}
	g.monsterCry(m, s)
}

// playerScream plays a player's death cry; Doom II has a second one for a violent death.
func (g *Game) playerScream(m *Mobj) {
	s := info.SoundPldeth
	if g.commercial() && m.Health < -50 {
		s = info.SoundPdiehi
	}
	g.soundAt(m, s)
}
