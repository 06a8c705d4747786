package sound

import (
	"doomhost/engine/info"
	"doomhost/engine/sound/effects"
	"doomhost/engine/sound/music"
	"doomhost/engine/sound/opl"
	"doomhost/engine/wad"
)

// Volumes are the volume settings, each 0 to MaxVolume. Effects and Music are vanilla's;
// Master scales everything.
type Volumes struct {
	Effects, Music, Master int
}

// MaxVolume is the largest value of each of the Volumes.
const MaxVolume = 127

// DefaultVolumes are vanilla's initial volumes.
var DefaultVolumes = Volumes{Effects: 64, Music: 64, Master: MaxVolume}

// block is the number of samples mixed at a time.
const block = 64

// Mixer makes one game's sound.
type Mixer struct {
	set     *wad.Set
	tables  *info.Tables
	rate    int64
	volumes Volumes
	err     error

	chip   opl.Stream
	player *music.Player // nil if there are no instruments
	song   info.MusicID
	clock  int64 // of the music, in samples

	clips  []effects.Clip // by info.SoundID, with links followed
	board  effects.Board
	ear    listener
	chance chance

	left, right [block]int32
}

// New makes a mixer at a rate in Hz (opl.MinRate to opl.MaxRate). Sounds and music that
// are missing or broken in the WADs are silent; Err returns the first fault.
func New(set *wad.Set, tables *info.Tables, rate int) *Mixer {
	m := &Mixer{set: set, tables: tables, volumes: DefaultVolumes}
	m.loadClips()
	m.loadInstruments()
	m.SetRate(rate)
	m.applyVolumes()
	return m
}

// Err returns the first fault in the WADs' sounds and music, nil for none.
func (m *Mixer) Err() error { return m.err }

func (m *Mixer) fail(lump wad.LumpNum, err error) {
	if m.err == nil {
		m.err = m.set.LumpError(lump, err.Error())
	}
}

// loadClips finds the lump of every sound. Many WADs lack some, which is not an error.
func (m *Mixer) loadClips() {
	m.clips = make([]effects.Clip, len(m.tables.Sounds))
	for id := range m.clips {
		s := &m.tables.Sounds[id]
		if s.Link != info.SoundNone && int(s.Link) < len(m.tables.Sounds) {
			s = &m.tables.Sounds[s.Link]
		}
		if n, ok := m.set.Find("DS" + s.Name); ok {
			// A lump that DMX would not play is silent: Freedoom has empty ones.
			m.clips[id], _ = effects.ParseClip(m.set.Lump(n))
		}
	}
}

func (m *Mixer) loadInstruments() {
	n, ok := m.set.Find("GENMIDI")
	if !ok {
		return
	}
	bank, err := music.ParseBank(m.set.Lump(n))
	if err != nil {
		m.fail(n, err)
		return
	}
	m.player = music.NewPlayer(bank, &m.chip)
}

// SetRate changes the rate in Hz.
func (m *Mixer) SetRate(rate int) {
	rate = min(max(rate, opl.MinRate), opl.MaxRate)
	if int64(rate) == m.rate {
		return
	}
	m.rate = int64(rate)
	m.chip.SetRate(rate)
	m.board.SetRate(rate)
	if m.player != nil {
		m.clock = m.player.Now() * m.rate / microseconds
	}
}

// SetVolumes sets the volumes, clamped to their range.
func (m *Mixer) SetVolumes(v Volumes) {
	clamp := func(n int) int { return min(max(n, 0), MaxVolume) }
	m.volumes = Volumes{clamp(v.Effects), clamp(v.Music), clamp(v.Master)}
	m.applyVolumes()
}

func (m *Mixer) applyVolumes() {
	m.ear.volume = int32(m.volumes.Effects)
	if m.player != nil {
		m.player.SetVolume(m.volumes.Music)
	}
}

// Mix writes the next len(out)/2 samples: left, right, left, right.
func (m *Mixer) Mix(out []int16) {
	for len(out) >= 2 {
		n := min(len(out)/2, block)
		left, right := m.left[:n], m.right[:n]
		m.mixMusic(left)
		copy(right, left)
		m.board.Mix(left, right)
		master := int32(m.volumes.Master)
		for i := range left {
			out[2*i] = saturate(left[i], master)
			out[2*i+1] = saturate(right[i], master)
		}
		out = out[2*n:]
	}
}

func saturate(v, master int32) int16 {
	if master != MaxVolume {
		v = v * master / MaxVolume
	}
	return int16(min(max(v, -1<<15), 1<<15-1))
}
