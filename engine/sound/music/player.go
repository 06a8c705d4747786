package music

// Player plays one song at a time.
type Player struct {
	driver
	song    *Song
	looping bool
	paused  bool

	now     int64
	beat    int64 // microseconds
	agenda  agenda
	next    []int32 // each track's next event
	running int     // tracks that have not ended
}

const (
	defaultBeat = 500_000
	// restartDelay is the time between the end of a looping song and its restart.
	restartDelay = 5_000

	restart = -1 // in place of a track
)

// NewPlayer makes a player at full volume and prepares the chip: it enables the waveforms
// and sets the key split as Doom does.
func NewPlayer(bank *Bank, chip Chip) *Player {
	p := &Player{driver: driver{voices: voices{chip: chip, bank: bank}, volume: MaxVolume}}
	p.init()
	chip.Write(regWaveEnable, 0x20)
	chip.Write(regKeySplit, 0x40)
	return p
}

// Play starts a song in place of the last one and repeats it if looping is set.
func (p *Player) Play(s *Song, looping bool) {
	p.Stop()
	p.song, p.looping, p.paused = s, looping, false
	if cap(p.next) < len(s.tracks) {
		p.next = make([]int32, len(s.tracks))
		p.agenda = make(agenda, 0, len(s.tracks)+1)
	}
	p.next = p.next[:len(s.tracks)]
	p.beat = defaultBeat
	p.rewind()
}

// rewind restarts the song: it schedules every track's first event.
func (p *Player) rewind() {
	p.running = len(p.next)
	for i := range p.next {
		p.next[i] = 0
		p.schedule(int32(i))
	}
	p.begin()
}

// Stop ends the song and all its notes.
func (p *Player) Stop() {
	p.song = nil
	p.agenda = p.agenda[:0]
	for i := range p.channels {
		p.releaseKey(int8(i), -1)
	}
}

// Paused reports whether SetPaused holds the song.
func (p *Player) Paused() bool { return p.paused }

// SetPaused pauses or resumes a song. Sounding drums fade on their own; all other notes
// fall silent.
func (p *Player) SetPaused(paused bool) {
	if p.paused == paused {
		return
	}
	p.paused = paused
	if !paused {
		return
	}
	for i := range p.all {
		if v := &p.all[i]; v.channel != noChannel && v.instrument < programs {
			p.keyOff(v)
		}
	}
}

// SetVolume sets the overall volume, 0 to MaxVolume.
func (p *Player) SetVolume(volume int) {
	p.setVolume(uint8(min(max(volume, 0), MaxVolume)))
}

// Now returns the time in microseconds since the Player's start, without pauses.
func (p *Player) Now() int64 { return p.now }

// Next returns the time of the next event. ok is false if there is none until Play or
// SetPaused.
func (p *Player) Next() (at int64, ok bool) {
	if p.paused || len(p.agenda) == 0 {
		return 0, false
	}
	return p.agenda[0].at, true
}

// Advance moves the time on and executes each event due until then at its own time. A
// pause stops the time.
func (p *Player) Advance(to int64) {
	if p.paused {
		return
	}
	for len(p.agenda) > 0 && p.agenda[0].at <= to {
		d := p.agenda.take()
		p.now = d.at
		if d.track == restart {
			p.rewind()
			continue
		}
		p.step(d.track)
	}
	p.now = max(p.now, to)
}

// step executes a track's next event.
func (p *Player) step(track int32) {
	e := &p.song.tracks[track][p.next[track]]
	p.next[track]++
	switch e.kind {
	case kindTempo:
		if beat := e.beat(); beat > 0 {
			p.agenda.stretch(p.now, p.beat, beat)
			p.beat = beat
		}
	case kindEnd:
		p.running--
		if p.running == 0 && p.looping {
			p.agenda.add(due{p.now + restartDelay, restart})
		}
		return
	default:
		p.obey(e)
	}
	p.schedule(track)
}

// schedule schedules a track's next event.
func (p *Player) schedule(track int32) {
	e := &p.song.tracks[track][p.next[track]]
	wait := int64(e.wait) * p.beat / p.song.division
	p.agenda.add(due{p.now + wait, track})
}
