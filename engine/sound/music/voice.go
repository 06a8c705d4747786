package music

// Chip receives the writes to the registers.
type Chip interface {
	Write(register uint16, value uint8)
}

// The chip's registers. An operator adds its offset to these, a voice its number.
const (
	regWaveEnable = 0x01
	regKeySplit   = 0x08
	regTremolo    = 0x20 // and vibrato, sustaining, key scale rate, multiple
	regLevel      = 0x40
	regAttack     = 0x60
	regSustain    = 0x80
	regFrequency  = 0xa0
	regKeyOn      = 0xb0 // octave, high bits of the frequency
	regFeedback   = 0xc0
	regWaveform   = 0xe0

	maxLevel  = 0x3f // in regLevel: silent
	scaleBits = 0xc0 // in regLevel
	keyOn     = 0x20 // in regKeyOn
	bothSides = 0x30 // in regFeedback, for an OPL3
)

// numVoices is the number of notes that the chip plays at a time.
const numVoices = 9

// operators holds the offsets of each voice's modulator and carrier.
var operators = [numVoices][2]uint16{
	{0x00, 0x03}, {0x01, 0x04}, {0x02, 0x05},
	{0x08, 0x0b}, {0x09, 0x0c}, {0x0a, 0x0d},
	{0x10, 0x13}, {0x11, 0x14}, {0x12, 0x15},
}

const (
	noChannel    = -1
	noInstrument = -1
)

// voice is one of the chip's voices with its current settings.
type voice struct {
	number     uint16
	instrument int16 // in the Bank; it stays when the note ends
	part       uint8 // index of the instrument's timbre
	channel    int8  // noChannel: free
	key        uint8 // that was pressed
	note       int32 // that sounds
	velocity   uint8
	frequency  uint16
	carrier    uint8 // its level register
	modulator  uint8
}

// voices holds the chip's voices and their assignment to notes.
type voices struct {
	chip Chip
	bank *Bank
	all  [numVoices]voice

	// free holds the idle voices, the longest idle first; busy holds the others, the
	// latest started or bent at the end.
	free, busy         [numVoices]uint8
	numFree, numPlayed int
}

func (vs *voices) init() {
	*vs = voices{chip: vs.chip, bank: vs.bank, numFree: numVoices}
	for i := range vs.all {
		vs.all[i] = voice{number: uint16(i), instrument: noInstrument, channel: noChannel}
		vs.free[i] = uint8(i)
	}
}

func (vs *voices) timbre(v *voice) *timbre {
	return &vs.bank.instruments[v.instrument].voices[v.part]
}

// start plays one part of an instrument on a free voice, if there is one.
func (vs *voices) start(channel int8, c *channel, instrument int16, part, note, key, velocity uint8) {
	if vs.numFree == 0 {
		return
	}
	n := vs.free[0]
	vs.numFree--
	copy(vs.free[:vs.numFree], vs.free[1:])
	vs.busy[vs.numPlayed] = n
	vs.numPlayed++

	v := &vs.all[n]
	v.channel, v.key, v.note = channel, key, int32(note)
	if in := &vs.bank.instruments[instrument]; in.fixed {
		v.note = int32(in.note)
	}
	vs.load(v, instrument, part)
	vs.setVelocity(v, c, velocity)
	v.frequency = 0
	vs.tune(v, c)
}

// load gives a voice the sound of an instrument, still silent, unless it already has it.
func (vs *voices) load(v *voice, instrument int16, part uint8) {
	if v.instrument == instrument && v.part == part {
		return
	}
	v.instrument, v.part = instrument, part
	t := vs.timbre(v)
	v.carrier = t.carrier.scale | maxLevel
	v.modulator = t.modulator.scale | t.modulator.level
	if t.additive() {
		v.modulator = t.modulator.scale | maxLevel
	}
	vs.loadOperator(operators[v.number][1], &t.carrier, v.carrier)
	vs.loadOperator(operators[v.number][0], &t.modulator, v.modulator)
	vs.chip.Write(regFeedback+v.number, t.feedback|bothSides)
}

func (vs *voices) loadOperator(at uint16, o *operator, level uint8) {
	vs.chip.Write(regLevel+at, level)
	vs.chip.Write(regTremolo+at, o.tremolo)
	vs.chip.Write(regAttack+at, o.attack)
	vs.chip.Write(regSustain+at, o.sustain)
	vs.chip.Write(regWaveform+at, o.waveform)
}

// setVelocity sets a voice's level from the velocity and its channel. It sets the
// modulator's level only if the modulator is audible and the instrument does not silence
// it.
func (vs *voices) setVelocity(v *voice, c *channel, velocity uint8) {
	v.velocity = velocity
	level := attenuation(c.volume, velocity)
	if level == v.carrier&maxLevel {
		return
	}
	v.carrier = level | v.carrier&scaleBits
	vs.chip.Write(regLevel+operators[v.number][1], v.carrier)

	t := vs.timbre(v)
	if !t.additive() || t.modulator.level == maxLevel {
		return
	}
	modulator := max(t.modulator.level, level) | v.modulator&scaleBits
	if modulator != v.modulator {
		v.modulator = modulator
		vs.chip.Write(regLevel+operators[v.number][0], modulator|t.modulator.scale&scaleBits)
	}
}

// tune sets a voice's frequency from its note and its channel's bend, and presses its
// key.
func (vs *voices) tune(v *voice, c *channel) {
	in := &vs.bank.instruments[v.instrument]
	note, steps := v.note, c.bend
	if !in.fixed {
		note += int32(in.voices[v.part].noteOffset)
	}
	if v.part != 0 {
		steps += int32(in.fineTune)/2 - 64
	}
	f := frequency(note, steps)
	if f == v.frequency {
		return
	}
	v.frequency = f
	vs.chip.Write(regFrequency+v.number, uint8(f))
	vs.chip.Write(regKeyOn+v.number, uint8(f>>8)|keyOn)
}

func (vs *voices) keyOff(v *voice) {
	vs.chip.Write(regKeyOn+v.number, uint8(v.frequency>>8))
}

// release ends the note of the i-th busy voice.
func (vs *voices) release(i int) {
	n := vs.busy[i]
	v := &vs.all[n]
	vs.keyOff(v)
	v.channel, v.note = noChannel, 0
	vs.numPlayed--
	copy(vs.busy[i:vs.numPlayed], vs.busy[i+1:])
	vs.free[vs.numFree] = n
	vs.numFree++
}

// releaseKey ends the notes of a channel's key; a negative key means all keys.
func (vs *voices) releaseKey(channel int8, key int) {
	for i := 0; i < vs.numPlayed; {
		v := &vs.all[vs.busy[i]]
		if v.channel == channel && (key < 0 || int(v.key) == key) {
			vs.release(i)
			continue
		}
		i++
	}
}

// steal ends the least important note so that another can start: a second part, or else
// one of the highest channel. Of several it takes the last.
func (vs *voices) steal() {
	least := 0
	for i := range vs.numPlayed {
		v := &vs.all[vs.busy[i]]
		if v.part != 0 || v.channel >= vs.all[vs.busy[least]].channel {
			least = i
		}
	}
	vs.release(least)
}

// bend retunes a channel's notes, which move to the end of busy.
func (vs *voices) bend(channel int8, c *channel) {
	var others, bent [numVoices]uint8
	numOthers, numBent := 0, 0
	for _, n := range vs.busy[:vs.numPlayed] {
		if vs.all[n].channel != channel {
			others[numOthers] = n
			numOthers++
			continue
		}
		vs.tune(&vs.all[n], c)
		bent[numBent] = n
		numBent++
	}
	copy(vs.busy[:], others[:numOthers])
	copy(vs.busy[numOthers:], bent[:numBent])
}
