package opl

// note holds the values of a voice's frequency registers.
type note struct {
	frequency uint32 // 10 bits
	octave    uint8  // 0 to 7
	level     int32  // the note's attenuation, in 3/16 dB at 6 dB an octave
}

// voice is a pair of operators. The first modulates the second, or both are audible.
type voice struct {
	modulator, carrier operator
	note               note
	key                bool
	additive           bool
	// The modulator's last two samples are fed back to it, shifted. feedback is -1 if
	// they are, else 0.
	feedback      int32
	feedbackShift uint8
	last          [2]int32
}

// setNote applies the frequency registers. The two halves of an octave have different
// rates; the key split selects the bit of the frequency that tells them apart.
func (v *voice) setNote(n note, keySplit bool) {
	n.level = max(keyLevels[n.frequency>>6]<<2-int32(8-n.octave)<<5, 0)
	split := n.frequency >> 9
	if keySplit {
		split = n.frequency >> 8
	}
	rate := n.octave<<1 | uint8(split&1)
	v.note = n
	for _, o := range [...]*operator{&v.modulator, &v.carrier} {
		if o.noteRate != rate {
			o.noteRate = rate
			o.setPace()
		}
	}
}

func (v *voice) setKey(down bool) {
	switch {
	case down && !v.key:
		v.modulator.keyOn()
		v.carrier.keyOn()
	case !down && v.key:
		v.modulator.end()
		v.carrier.end()
	}
	v.key = down
}

// silent reports whether the voice stays silent until the next key.
func (v *voice) silent() bool { return v.modulator.still() && v.carrier.still() }

// sound adds the voice's samples from a time on, during which tremolo and vibrato
// stand still.
func (v *voice) sound(out []int32, time uint32, tremolo, vibrato int32) {
	m, c := &v.modulator, &v.carrier
	mSteady, cSteady := m.steady(&v.note, tremolo), c.steady(&v.note, tremolo)
	r := run{
		mStep: m.advance(&v.note, vibrato), cStep: c.advance(&v.note, vibrato),
		mWave: m.wave, cWave: c.wave,
		shift: v.feedbackShift, feedback: v.feedback,
	}
	for len(out) > 0 {
		if time&m.period == 0 {
			m.move(time)
		}
		if time&c.period == 0 {
			c.move(time)
		}
		r.mLevel = uint32(m.open+mSteady) * levelStep
		r.cLevel = uint32(c.open+cSteady) * levelStep
		n := min(len(out), m.rest(time), c.rest(time))
		if v.additive {
			v.add(out[:n], &r)
		} else {
			v.modulate(out[:n], &r)
		}
		out = out[n:]
		time += uint32(n)
	}
}

// run holds the values that are constant over some samples of a voice.
type run struct {
	mStep, cStep   uint32
	mWave, cWave   uint32
	mLevel, cLevel uint32 // attenuations
	shift          uint8
	feedback       int32 // -1, or 0 for none
}

// modulate adds samples of the carrier, modulated.
func (v *voice) modulate(out []int32, r *run) {
	mPhase, cPhase := v.modulator.phase, v.carrier.phase
	last, before := v.last[0], v.last[1]
	mStep, cStep, mWave, cWave, mLevel, cLevel := r.mStep, r.cStep, r.mWave, r.cWave, r.mLevel, r.cLevel
	shift, feedback := r.shift&15, r.feedback
	for i := range out {
		back := (last + before) >> shift & feedback
		before = last
		last = amplitude(mWave, mPhase>>phaseBits+uint32(back), mLevel)
		out[i] += amplitude(cWave, cPhase>>phaseBits+uint32(last), cLevel)
		mPhase += mStep
		cPhase += cStep
	}
	v.modulator.phase, v.carrier.phase = mPhase, cPhase
	v.last = [2]int32{last, before}
}

// add adds samples of both operators.
func (v *voice) add(out []int32, r *run) {
	mPhase, cPhase := v.modulator.phase, v.carrier.phase
	last, before := v.last[0], v.last[1]
	mStep, cStep, mWave, cWave, mLevel, cLevel := r.mStep, r.cStep, r.mWave, r.cWave, r.mLevel, r.cLevel
	shift, feedback := r.shift&15, r.feedback
	for i := range out {
		back := (last + before) >> shift & feedback
		before = last
		last = amplitude(mWave, mPhase>>phaseBits+uint32(back), mLevel)
		out[i] += last + amplitude(cWave, cPhase>>phaseBits, cLevel)
		mPhase += mStep
		cPhase += cStep
	}
	v.modulator.phase, v.carrier.phase = mPhase, cPhase
	v.last = [2]int32{last, before}
}

// phaseBits is the number of bits of a phase below a step of the waveform.
const phaseBits = 9
