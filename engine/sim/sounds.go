package sim

import "doomhost/engine/info"

// soundAt starts a sound at a map object, or everywhere if m is nil.
func (g *Game) soundAt(m *Mobj, s info.SoundID) {
	if m == nil {
		g.soundNowhere(s)
		return
	}
	g.startSound(SoundEvent{Sound: s, Kind: OriginMobj, Origin: uint32(m.Self), X: m.X, Y: m.Y})
}

// soundSector starts a sound in the middle of a sector.
func (g *Game) soundSector(sector int32, s info.SoundID) {
	sec := &g.lv.Sectors[sector]
	g.startSound(SoundEvent{Sound: s, Kind: OriginSector, Origin: uint32(sector), X: sec.SoundX, Y: sec.SoundY})
}

// soundLine starts the sound of a line's switch in the middle of the given sector.
func (g *Game) soundLine(line, sector int32, s info.SoundID) {
	sec := &g.lv.Sectors[sector]
	g.startSound(SoundEvent{Sound: s, Kind: OriginLine, Origin: uint32(line), X: sec.SoundX, Y: sec.SoundY})
}

// soundNowhere starts a sound that is equally loud everywhere.
func (g *Game) soundNowhere(s info.SoundID) {
	g.startSound(SoundEvent{Sound: s})
}

func (g *Game) startSound(s SoundEvent) {
	if ear := g.mobjs.get(g.Players[g.Console].Mo); ear != nil {
		s.EarX, s.EarY = ear.X, ear.Y
	}
	g.events.Sounds = append(g.events.Sounds, s)
}

// message puts a text on player p's screen.
func (g *Game) message(p int, id info.StringID) {
	g.Players[p].Message = id
	g.events.Messages = append(g.events.Messages, MessageEvent{Player: uint8(p), Text: id})
}
