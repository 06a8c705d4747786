package sound

import (
	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/sound/music"
	"doomhost/engine/wad"
)

const microseconds = 1_000_000

// mixMusic writes the music's next samples and plays the events due between them.
func (m *Mixer) mixMusic(out []int32) {
	p := m.player
	if p == nil {
		clear(out)
		return
	}
	for len(out) > 0 {
		n := len(out)
		if at, ok := p.Next(); ok {
			due := (at*m.rate + microseconds - 1) / microseconds
			if due <= m.clock {
				p.Advance(m.clock * microseconds / m.rate)
				continue
			}
			n = int(min(int64(n), due-m.clock))
		}
		if m.volumes.Music == 0 {
			clear(out[:n])
		} else {
			m.chip.Generate(out[:n])
		}
		if !p.Paused() {
			m.clock += int64(n)
		}
		out = out[n:]
	}
	p.Advance(m.clock * microseconds / m.rate)
}

// Play starts a song unless it is already playing; info.MusicNone is silence. Tic chooses
// a game's songs: use Play outside of games.
func (m *Mixer) Play(id info.MusicID, looping bool) {
	if id == info.MusicIntro && m.set.Has("D_INTROA") {
		id = info.MusicIntroa // the version for this chip
	}
	if m.player == nil || id == m.song && id != info.MusicNone {
		return
	}
	m.song = id
	m.player.Stop()
	if id == info.MusicNone || int(id) >= len(m.tables.Music) {
		return
	}
	n, ok := m.set.Find("D_" + m.tables.Music[id])
	if !ok {
		return
	}
	m.playLump(n, looping)
}

// PlayLump plays a song by its lump's name, whatever is playing. It reports whether the
// lump exists; Err tells if it is not a song.
func (m *Mixer) PlayLump(name string, looping bool) bool {
	n, ok := m.set.Find(name)
	if ok && m.player != nil {
		m.song = info.MusicNone
		m.playLump(n, looping)
	}
	return ok
}

func (m *Mixer) playLump(n wad.LumpNum, looping bool) {
	song, err := music.Parse(m.set.Lump(n))
	if err != nil {
		m.player.Stop()
		m.fail(n, err)
		return
	}
	m.player.Play(song, looping)
}

// fourthEpisode lists the songs of episode 4, which borrows them from other episodes.
var fourthEpisode = [9]info.MusicID{
	info.MusicE3m4, info.MusicE3m2, info.MusicE3m3, info.MusicE1m5, info.MusicE2m7,
	info.MusicE2m4, info.MusicE2m6, info.MusicE2m5, info.MusicE1m9,
}

// LevelSong returns a level's song, or info.MusicNone if there is no such level.
func LevelSong(mission info.Mission, episode, level int) info.MusicID {
	if mission.Commercial() {
		if level < 1 || level > 32 {
			return info.MusicNone
		}
		return info.MusicRunnin + info.MusicID(level-1)
	}
	switch {
	case level < 1 || level > 9 || episode < 1 || episode > 4:
		return info.MusicNone
	case episode == 4:
		return fourthEpisode[level-1]
	}
	return info.MusicE1m1 + info.MusicID((episode-1)*9+level-1)
}

// GameSong returns the song for the game's current screen, and whether it loops.
func GameSong(g *sim.Game) (id info.MusicID, looping bool) {
	mission := g.Content().Mission
	commercial := mission.Commercial()
	choose := func(doom, doom2 info.MusicID) info.MusicID {
		if commercial {
			return doom2
		}
		return doom
	}
	switch g.Phase {
	case sim.PhaseIntermission:
		return choose(info.MusicInter, info.MusicDm2int), true
	case sim.PhaseFinale:
		switch {
		case g.Finale.Stage == sim.FinaleCast:
			return info.MusicEvil, true
		case g.Finale.Stage == sim.FinaleArt && g.Episode == 3 && !commercial:
			return info.MusicBunny, false
		}
		return choose(info.MusicVictor, info.MusicReadM), true
	case sim.PhaseLevel:
	}
	return LevelSong(mission, g.Episode, g.Map), true
}
