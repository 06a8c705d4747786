package sim

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
)

// look is what a monster does that has found nobody yet: it wakes up for a
// noise that reached its sector, or for a player in front of it.
func (g *Game) look(m *Mobj) {
	m.Threshold = 0
	if g.hears(m) || g.lookForPlayers(m, false) {
		g.wake(m)
	}
}

// hears is whether a noise wakes m. An ambusher must also see who made it, but
// remembers it as its target either way.
func (g *Game) hears(m *Mobj) bool {
	target := g.Mobj(g.sectorOf(m).SoundTarget)
	if target == nil || target.Flags&info.FlagShootable == 0 {
		return false
	}
	m.Target = target.Self
	return m.Flags&info.FlagAmbush == 0 || g.checkSight(m, target)
}

// wake sounds m's alarm and sends it after its target.
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

// lookForPlayers finds m a living player in sight as its target; unless
// allAround is set, behind its back only within arm's reach. It looks at two
// players a call at most, beginning with LastLook, so a monster among four
// players finds them by turns.
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
			continue // somebody who is alone comes round twice
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

// glances remembers whom a monster looked at while it makes up its mind: it asks
// more than once, and nothing has moved meanwhile.
type glances struct {
	from *Mobj // nil: nobody is making up its mind
	n    int
	at   [MaxPlayers + 1]*Mobj
	seen [MaxPlayers + 1]bool
}

// sees is checkSight for monsters.
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

// isBehind is whether other is at m's back and out of its arm's reach.
func (g *Game) isBehind(m, other *Mobj) bool {
	a := fixed.PointToAngle(other.X-m.X, other.Y-m.Y) - m.Angle
	return a > fixed.Ang90 && a < fixed.Ang270 &&
		fixed.ApproxDistance(other.X-m.X, other.Y-m.Y) > meleeRange
}

// faceTarget turns m towards its target; a target that is half invisible is
// only guessed at.
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

// scream is a monster's death cry.
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

// playerScream is a player's death cry; Doom II has another for a violent end.
func (g *Game) playerScream(m *Mobj) {
	s := info.SoundPldeth
	if g.commercial() && m.Health < -50 {
		s = info.SoundPdiehi
	}
	g.soundAt(m, s)
}
