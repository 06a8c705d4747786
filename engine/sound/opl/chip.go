package opl

// Rate is the chip's sample rate in Hz: its clock of 14.318 MHz divided by 288.
const Rate = 49716

const (
	numVoices = 9

	// The tremolo rises and falls in 210 steps of 64 samples, the vibrato in 8 of
	// 1024.
	tremoloStep  = 64
	tremoloSteps = 210
	vibratoShift = 10
)

// Chip is one OPL2. The zero value is a chip after a reset.
type Chip struct {
	voices      [numVoices]voice
	ready       bool
	time        uint32 // samples made
	tremoloAt   int32
	deepTremolo bool
	deepVibrato bool
	keySplit    bool
}

// Write sets a register. It ignores registers that the chip lacks.
func (c *Chip) Write(register uint16, value uint8) {
	c.reset()
	switch group := register & 0xe0; {
	case register > 0xff:
	case register == 0x08:
		c.keySplit = value&0x40 != 0
		for i := range c.voices {
			c.voices[i].setNote(c.voices[i].note, c.keySplit)
		}
	case register == 0xbd:
		c.deepTremolo, c.deepVibrato = value&0x80 != 0, value&0x40 != 0
	case group == 0xa0 || group == 0xc0:
		if n := register & 0x0f; n < numVoices {
			c.writeVoice(&c.voices[n], register&0xf0, value)
		}
	case group != 0:
		if o := c.operator(register & 0x1f); o != nil {
			o.write(group, value)
		}
	}
}

// reset initializes a new chip: it closes all envelopes.
func (c *Chip) reset() {
	if c.ready {
		return
	}
	c.ready = true
	for i := range c.voices {
		v := &c.voices[i]
		for _, o := range [...]*operator{&v.modulator, &v.carrier} {
			o.open, o.multiple, o.keyLevelShift = closed, multiples[0], keyLevelShift[0]
			o.setPace()
		}
	}
}

// operator returns the operator at an offset in the registers: each group of eight holds
// three modulators and then their carriers.
func (c *Chip) operator(offset uint16) *operator {
	group, in := offset>>3, offset&7
	if group >= 3 || in >= 6 {
		return nil
	}
	v := &c.voices[3*group+in%3]
	if in < 3 {
		return &v.modulator
	}
	return &v.carrier
}

// writeVoice sets a voice's register: 0xa0 low byte of the frequency; 0xb0 its high bits,
// octave, key; 0xc0 feedback and connection.
func (c *Chip) writeVoice(v *voice, group uint16, value uint8) {
	n := v.note
	switch group {
	case 0xa0:
		n.frequency = n.frequency&0x300 | uint32(value)
		v.setNote(n, c.keySplit)
	case 0xb0:
		n.frequency = n.frequency&0xff | uint32(value&3)<<8
		n.octave = value >> 2 & 7
		v.setNote(n, c.keySplit)
		v.setKey(value&0x20 != 0)
	case 0xc0:
		amount := value >> 1 & 7
		v.feedback, v.feedbackShift = 0, 9-amount
		if amount != 0 {
			v.feedback = -1
		}
		v.additive = value&1 != 0
	}
}

// write sets an operator's register: 0x20 tremolo, vibrato, hold, key scale rate,
// multiple; 0x40 key scale level, level; 0x60 attack, decay; 0x80 sustain, release; 0xe0
// waveform.
func (o *operator) write(group uint16, value uint8) {
	switch group {
	case 0x20:
		o.tremolo, o.vibrato = value&0x80 != 0, value&0x40 != 0
		o.hold, o.keyScaleFull = value&0x20 != 0, value&0x10 != 0
		o.multiple = multiples[value&0x0f]
	case 0x40:
		o.keyLevelShift = keyLevelShift[value>>6]
		o.level = int32(value & 0x3f)
	case 0x60:
		o.attack, o.decay = value>>4, value&0x0f
	case 0x80:
		o.sustain, o.release = int32(value>>4), value&0x0f
		if o.sustain == 15 {
			o.sustain = 31
		}
	case 0xe0:
		o.wave = uint32(value%numWaves) * cycle
	}
	o.setPace()
}

// Generate makes the next len(out) samples, at Rate, of all voices together. The samples
// may exceed 16 bits, though rarely.
func (c *Chip) Generate(out []int32) {
	c.reset()
	clear(out)
	for len(out) > 0 {
		n := min(len(out), int(tremoloStep-c.time%tremoloStep))
		tremolo := c.tremolo()
		for i := range c.voices {
			if v := &c.voices[i]; !v.silent() {
				v.sound(out[:n], c.time, tremolo, c.vibrato(v.note.frequency))
			}
		}
		c.time += uint32(n)
		if c.time%tremoloStep == 0 {
			c.tremoloAt = (c.tremoloAt + 1) % tremoloSteps
		}
		out = out[n:]
	}
}

// tremolo returns the current attenuation by tremolo: up to 4.8 dB, or 1 dB.
func (c *Chip) tremolo() int32 {
	level := min(c.tremoloAt, tremoloSteps-c.tremoloAt)
	if c.deepTremolo {
		return level >> 2
	}
	return level >> 4
}

// vibrato returns the current change of a frequency by vibrato: up to 14 cents, or 7.
func (c *Chip) vibrato(frequency uint32) int32 {
	swing := int32(frequency >> 7)
	at := c.time >> vibratoShift & 7
	switch {
	case at&3 == 0:
		return 0
	case at&1 != 0:
		swing >>= 1
	}
	if !c.deepVibrato {
		swing >>= 1
	}
	if at&4 != 0 {
		return -swing
	}
	return swing
}
