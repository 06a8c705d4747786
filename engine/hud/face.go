package hud

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/sim"
)

// Indexes of the faces: eight for each of five degrees of pain, then two more.
const (
	painLevels    = 5
	straightFaces = 3 // looking right, ahead, left
	faceRight     = 3
	faceLeft      = 4
	faceOuch      = 5
	faceGrin      = 6
	faceRage      = 7
	facesPerPain  = 8

	faceGod  = painLevels * facesPerPain
	faceDead = faceGod + 1
	numFaces = faceDead + 1
)

// Durations of faces, in tics.
const (
	straightTics = sim.TicRate / 2
	turnTics     = sim.TicRate
	grinTics     = 2 * sim.TicRate
	rageDelay    = 2 * sim.TicRate // of firing
)

// muchPain is the gain of health in a tic at which a hurt face cries out. Vanilla meant a
// loss, but compares the wrong way round.
const muchPain = 20

// mood is the strength of the reason for a face. A weaker reason waits until the face has
// timed out.
type mood int8

const (
	moodCalm  mood = 0
	moodGod   mood = 4
	moodRage  mood = 5 // long firing
	moodHurt  mood = 6 // by oneself
	moodHit   mood = 7 // by an attacker, or hard
	moodGrin  mood = 8 // a new weapon
	moodDeath mood = 9
)

// face is the marine's face, as vanilla moves it.
type face struct {
	index int32 // of barArt.faces
	mood  mood
	tics  int32 // until another face

	health     int32 // a tic ago
	owned      [info.NumWeapons]bool
	firing     int32 // tics until firing becomes rage, notFiring
	pain       int32 // first face of the degree of pain at
	painHealth int32 // this health
}

const notFiring = -1

func newFace() face { return face{firing: notFiring, painHealth: -1} }

// spawn starts a new life with these weapons.
func (f *face) spawn(owned [info.NumWeapons]bool) {
	f.index = 0
	f.health = -1
	f.owned = owned
}

// tic advances the face. random is this tic's random number. A reason counts unless the
// current one is stronger, so the same reason prolongs the face.
func (f *face) tic(g *sim.Game, p *sim.Player, random int32) {
	if p.Health == 0 {
		f.set(moodDeath, faceDead, 1)
	}
	if f.mood <= moodGrin && p.BonusCount != 0 && f.owned != p.WeaponOwned {
		f.owned = p.WeaponOwned
		f.set(moodGrin, f.painOffset(p)+faceGrin, grinTics)
	}
	if p.DamageCount != 0 {
		f.hurt(g, p)
	}
	if f.mood <= moodRage {
		f.fire(p)
	}
	if f.mood <= moodGod && (p.Cheats&sim.CheatGodMode != 0 || p.Powers[info.PowerInvulnerability] != 0) {
		f.set(moodGod, faceGod, 1)
	}
	if f.tics == 0 {
		f.set(moodCalm, f.painOffset(p)+random%straightFaces, straightTics)
	}
	f.tics--
	f.health = p.Health
}

func (f *face) set(m mood, index, tics int32) {
	f.mood, f.index, f.tics = m, index, tics
}

// painOffset returns the first face of the player's degree of pain.
func (f *face) painOffset(p *sim.Player) int32 {
	if health := min(max(p.Health, 0), 100); health != f.painHealth {
		f.painHealth = health
		f.pain = facesPerPain * ((100 - health) * painLevels / 101)
	}
	return f.pain
}

// hurt shows the cause of pain: the face looks at an attacker, or rages if nobody else
// causes it.
func (f *face) hurt(g *sim.Game, p *sim.Player) {
	ouch := p.Health-f.health > muchPain
	body, attacker := g.Mobj(p.Mo), g.Mobj(p.Attacker)
	switch {
	case attacker != nil && attacker != body && body != nil:
		if f.mood > moodHit {
			return
		}
		index := f.painOffset(p) + faceOuch
		if !ouch {
			index = f.painOffset(p) + turned(body, attacker)
		}
		f.set(moodHit, index, turnTics)
	case f.mood > moodHurt:
	case ouch:
		f.set(moodHit, f.painOffset(p)+faceOuch, turnTics)
	default:
		f.set(moodHurt, f.painOffset(p)+faceRage, turnTics)
	}
}

// turned returns the face that looks at the attacker.
func turned(body, attacker *sim.Mobj) int32 {
	there := fixed.PointToAngle(attacker.X-body.X, attacker.Y-body.Y)
	var off fixed.Angle
	var right bool
	if there > body.Angle {
		off = there - body.Angle
		right = off > fixed.Ang180
	} else {
		off = body.Angle - there
		right = off <= fixed.Ang180
	}
	switch {
	case off < fixed.Ang45:
		return faceRage
	case right:
		return faceRight
	default:
		return faceLeft
	}
}

// fire turns long firing into rage.
func (f *face) fire(p *sim.Player) {
	switch {
	case !p.AttackDown:
		f.firing = notFiring
	case f.firing == notFiring:
		f.firing = rageDelay
	default:
		f.firing--
		if f.firing == 0 {
			f.set(moodRage, f.painOffset(p)+faceRage, 1)
			f.firing = 1
		}
	}
}
