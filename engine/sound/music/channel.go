package music

const (
	numChannels = 16
	// MaxVolume is the loudest a Player, a channel or a note can be.
	MaxVolume = 127
	// startVolume is a channel's that was never told another.
	startVolume = 100

	bendMiddle = 64
	drumNote   = 60
	// dmxDrums is the channel that DMX has for drums: where voices are stolen, it
	// is the one that matters least.
	dmxDrums = 15
)

// channel is the state of one of the song's channels.
type channel struct {
	program uint8
	volume  uint8 // as it is heard
	own     uint8 // as the song set it
	bend    int32 // in steps
}

// dmxChannel is DMX's number of a MIDI channel: the drums change places.
func dmxChannel(midi uint8) int8 {
	switch midi {
	case drumChannel:
		return dmxDrums
	case dmxDrums:
		return drumChannel
	}
	return int8(midi)
}

// driver obeys a song's events.
type driver struct {
	voices
	channels [numChannels]channel
	volume   uint8 // of everything
	// startedAt is the volume at which the song began: no channel goes above it
	// while the song lasts.
	startedAt uint8
}

// begin sets the channels back for a song's first event.
func (d *driver) begin() {
	d.startedAt = d.volume
	for i := range d.channels {
		d.channels[i] = channel{volume: min(d.volume, startVolume), own: startVolume}
	}
}

// obey does what an event of a channel says.
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

// setChannelVolume sets a channel's own volume. It is heard up to the limit and
// the volume of everything.
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

// setVolume sets the volume of everything. The drums, in DMX, take it for their
// own.
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
