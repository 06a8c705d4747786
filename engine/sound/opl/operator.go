package opl

// operator is one of the chip's oscillators with its envelope.
type operator struct {
	envelope

	// From the registers.
	tremolo, vibrato bool
	multiple         uint32 // twice the factor of the frequency
	level            int32  // steps of 3/4 dB
	keyLevelShift    uint8
	wave             uint32 // start of its waveform in waves

	phase uint32 // in 1/512 of a waveform's step; it may overflow
}

func (o *operator) keyOn() {
	o.phase = 0
	o.begin()
}

// steady returns the level to add to the envelope's for a note.
func (o *operator) steady(n *note, tremolo int32) int32 {
	level := o.level<<2 + n.level>>o.keyLevelShift
	if o.tremolo {
		level += tremolo
	}
	return level
}

// advance returns the phase's advance per sample.
func (o *operator) advance(n *note, vibrato int32) uint32 {
	f := n.frequency
	if o.vibrato {
		f = uint32(int32(f) + vibrato)
	}
	return f << n.octave >> 1 * o.multiple >> 1
}

// amplitude returns the output at a place of a waveform with an attenuation. Negative
// values are one's complement, as on the chip.
func amplitude(wave, place, attenuation uint32) int32 {
	w := int32(waves[(wave|place&cycleMask)&waveMask])
	return int32(amplitudes[(uint32(w&maxWave)+attenuation)&attenuationMask]) ^ w>>31
}
