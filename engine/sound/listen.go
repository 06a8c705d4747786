package sound

import (
	"doomhost/engine/fixed"
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/sound/effects"
)

// openMap is the number of the maps on which all sounds are audible, mostly boss maps.
const openMap = 8

// listener computes how the game sounds from a player's body.
type listener struct {
	game   *sim.Game // only during Tic
	body   sim.Ref
	there  bool // the body
	ear    effects.Ear
	volume int32 // of all effects
}

// chance supplies vanilla's random numbers for cosmetic effects: Doom's table at an index
// of its own. The face shares it and draws one number in each tic of a level.
type chance struct{ index uint8 }

func (c *chance) next() int32 {
	c.index++
	return int32(sim.RandomNumber(c.index))
}

// Tic starts the sounds and the song of the game's last tic, as a slot's player hears
// them, and follows moving origins.
func (m *Mixer) Tic(g *sim.Game, slot int) {
	if g.GameTic == 1 {
		m.chance = chance{}
	}
	m.ear.follow(g, slot)
	events := g.Events()
	if events.MusicChange {
		if g.Phase == sim.PhaseLevel {
			m.board.StopAll() // a level begins in silence
		}
		m.Play(GameSong(g))
	}
	if m.player != nil {
		m.player.SetPaused(g.Paused)
	}
	for i := range events.Sounds {
		s := &events.Sounds[i]
		heard, ok := m.ear.start(s, slot, m.offset(s.Sound))
		if ok {
			m.start(s.Sound, m.ear.origin(s), heard)
		}
	}
	if g.Phase == sim.PhaseLevel {
		m.chance.next() // the face's
	}
	m.board.Tic(&m.ear)
	m.ear.game = nil
}

// Join starts with a game that is new or has run elsewhere: it silences all sounds and
// starts the song of the current screen.
func (m *Mixer) Join(g *sim.Game) {
	m.board.StopAll()
	m.Play(GameSong(g))
}

// Start plays a sound from outside the game, such as that of a chat line, equally loud on
// both sides.
func (m *Mixer) Start(id info.SoundID) {
	heard := effects.Heard{Volume: m.ear.loudness(m.offset(id)), Side: effects.Middle}
	if heard.Volume > 0 {
		m.start(id, effects.Nowhere, heard)
	}
}

// offset returns a sound's addition to the volume of all effects.
func (m *Mixer) offset(id info.SoundID) int32 {
	if int(id) >= len(m.tables.Sounds) || m.tables.Sounds[id].Link == info.SoundNone {
		return 0
	}
	return m.tables.Sounds[id].Volume
}

func (m *Mixer) start(id info.SoundID, origin effects.Origin, heard effects.Heard) {
	if id == info.SoundNone || int(id) >= len(m.clips) {
		return
	}
	s := &m.tables.Sounds[id]
	e := effects.Sound{
		Origin: origin, Priority: s.Priority, Offset: m.offset(id), Heard: heard,
		Pitch: m.pitch(id),
	}
	if c := &m.clips[id]; len(c.Samples) > 0 {
		e.Clip = c
	}
	m.board.Start(&e)
}

// pitch draws a sound's pitch: saws vary less, and two sounds not at all.
func (m *Mixer) pitch(id info.SoundID) int32 {
	pitch, change := int32(effects.NormalPitch), int32(0)
	if s := &m.tables.Sounds[id]; s.Link != info.SoundNone {
		pitch = s.Pitch
	}
	switch {
	case id >= info.SoundSawup && id <= info.SoundSawhit:
		change = 8 - m.chance.next()&15
	case id != info.SoundItemup && id != info.SoundTink:
		change = 16 - m.chance.next()&31
	}
	return pitch + change
}

// follow updates the listener's position from the player's body.
func (l *listener) follow(g *sim.Game, slot int) {
	l.game = g
	l.body = g.Players[slot&(sim.MaxPlayers-1)].Mo
	body := g.Mobj(l.body)
	l.there = body != nil
	if l.there {
		l.ear = effects.Ear{X: body.X, Y: body.Y, Angle: body.Angle}
	}
	l.ear.Everywhere = g.Map == openMap
}

// loudness returns the volume of a sound that nothing dampens.
func (l *listener) loudness(offset int32) int32 {
	return min(l.volume+offset, l.volume)
}

// start returns the volume and side of a sound at the moment of its start, when the
// console's player may have been elsewhere than now.
func (l *listener) start(s *sim.SoundEvent, slot int, offset int32) (effects.Heard, bool) {
	h := effects.Heard{Volume: l.loudness(offset), Side: effects.Middle}
	if s.Kind == sim.OriginNone || s.Kind == sim.OriginMobj && sim.Ref(s.Origin) == l.body {
		return h, h.Volume > 0
	}
	if !l.there || h.Volume <= 0 {
		return h, false
	}
	ear := l.ear
	if slot == l.game.Console {
		ear.X, ear.Y = s.EarX, s.EarY
	}
	heard, ok := ear.Hear(s.X, s.Y, h.Volume)
	if s.X == ear.X && s.Y == ear.Y {
		heard.Side = effects.Middle
	}
	return heard, ok
}

// An effects.Origin holds the kind in its high bits and the object's or sector's number
// in its low bits. A line's sound comes from the sector in front of it.
const originKind = 32

func (l *listener) origin(s *sim.SoundEvent) effects.Origin {
	kind, number := s.Kind, s.Origin
	switch kind {
	case sim.OriginNone:
		return effects.Nowhere
	case sim.OriginLine:
		kind = sim.OriginSector
		number = uint32(l.game.Level().Lines[s.Origin].Front)
	}
	return effects.Origin(uint64(kind)<<originKind | uint64(number))
}

// Heard returns the volume and side of a playing sound.
func (l *listener) Heard(o effects.Origin, offset int32) (effects.Heard, bool) {
	h := effects.Heard{Volume: l.loudness(offset), Side: effects.Middle}
	var x, y fixed.Fixed
	number := uint32(o)
	switch sim.OriginKind(o >> originKind) {
	case sim.OriginMobj:
		m := l.game.Mobj(sim.Ref(number))
		if m == nil || m.Removed {
			return h, false // a removed object is silent
		}
		if m.Self == l.body {
			return h, h.Volume > 0
		}
		x, y = m.X, m.Y
	case sim.OriginSector:
		sectors := l.game.Level().Sectors
		if int(number) >= len(sectors) {
			return h, false
		}
		x, y = sectors[number].SoundX, sectors[number].SoundY
	default:
		return h, h.Volume > 0
	}
	if !l.there || h.Volume <= 0 {
		return h, false
	}
	return l.ear.Hear(x, y, h.Volume)
}

var _ effects.Places = (*listener)(nil)
