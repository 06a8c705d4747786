package music

const (
	numChannels = 16
	// MaxVolume is the largest volume of a Player, a channel or a note.
	MaxVolume = 127
	// startVolume is a channel's volume until the song sets one.
	startVolume = 100

	bendMiddle = 64
	drumNote   = 60
	// dmxDrums is DMX's channel for drums. It is the first from which voices are stolen.
	dmxDrums = 15
)

// channel is the state of one of the song's channels.
type channel struct {
	program uint8
	volume  uint8 // in effect
	own     uint8 // as set by the song
	bend    int32 // in steps
}

// dmxChannel returns DMX's number of a MIDI channel: the drums and channel 15 swap.
func dmxChannel(midi uint8) int8 {
	switch midi {
	case drumChannel:
		return dmxDrums
	case dmxDrums:
		return drumChannel
	}
	return int8(midi)
}

// driver executes a song's events.
type driver struct {
	voices
	channels [numChannels]channel
	volume   uint8 // of everything
	// startedAt is the volume at the song's start. No channel exceeds it during the song.
	startedAt uint8
}

// begin resets the channels for a song's start.
func (d *driver) begin() {
	d.startedAt = d.volume
	for i := range d.channels {
		d.channels[i] = channel{volume: min(d.volume, startVolume), own: startVolume}
	}
}

// obey executes a channel's event.
func (d *driver) obey(e *event) {
	n := dmxChannel(e.channel)
	c := &d.channels[n]
	switch e.kind {
	case kindNoteOff:
		d.releaseKey(n, int(e.a))
	case kindNoteOn:
		if e.b == 0 {
			d.releaseKey(n, int(e.a))
			return
		}
		d.noteOn(n, e.channel == drumChannel, e.a, e.b)
	case kindProgram:
		c.program = e.a
	case kindBend:
		c.bend = int32(e.b) - bendMiddle
		d.bend(n, c)
	case kindController:
		switch e.a {
		case controlVolume:
			d.setChannelVolume(n, e.b, d.startedAt)
		case controlAllNotesOff:
			d.releaseKey(n, -1)
		}
	}
}

func (d *driver) noteOn(n int8, drum bool, key, velocity uint8) {
	c := &d.channels[n]
	instrument, note := int16(c.program), key
	if drum {
		if key < firstDrum || key >= firstDrum+drums {
			return
		}
		instrument, note = programs+int16(key-firstDrum), drumNote
	}
	if d.numFree == 0 {
		d.steal()
	}
	d.start(n, c, instrument, 0, note, key, velocity)
	if d.bank.instruments[instrument].double {
		d.start(n, c, instrument, 1, note, key, velocity)
	}
}

// setChannelVolume sets a channel's own volume. The limit and the overall volume cap its
// effect.
func (d *driver) setChannelVolume(n int8, volume, limit uint8) {
	c := &d.channels[n]
	c.own = volume
	c.volume = min(volume, d.volume, limit)
	for i := range d.all {
		if v := &d.all[i]; v.channel == n {
			d.setVelocity(v, c, v.velocity)
		}
	}
}

// setVolume sets the overall volume. As in DMX, the drums take it as their own volume.
func (d *driver) setVolume(volume uint8) {
	if volume == d.volume {
		return
	}
	d.volume = volume
	for i := range d.channels {
		own := d.channels[i].own
		if i == dmxDrums {
			own = volume
		}
		d.setChannelVolume(int8(i), own, MaxVolume)
	}
}
