package opl

import "math"

// The chip multiplies by adding logarithms. Its attenuations are in 1/256 of a
// halving of the amplitude: 256 make it half as loud.
const (
	halving = 256
	// silence is an attenuation that leaves no amplitude.
	silence = 13 * halving
	// levelStep is the attenuation of one step of an envelope's level: 3/16 dB.
	levelStep = 8
)

// amplitudes holds the amplitude for each attenuation, at most 4084. It extends past
// silence to every sum of a waveform and the levels.
var amplitudes = makeAmplitudes()

const attenuationMask = 1<<14 - 1

func makeAmplitudes() (t [attenuationMask + 1]int16) {
	for i := range silence {
		mantissa := math.Round((math.Exp2(float64(255-i%halving)/halving) - 1) * 1024)
		t[i] = int16((int(mantissa) + 1024) << 1 >> (i / halving))
	}
	return t
}

const (
	cycle     = 1024 // steps of a waveform
	numWaves  = 4
	waveMask  = numWaves*cycle - 1
	cycleMask = cycle - 1

	// negative marks a wave's entry whose amplitude counts below zero; the rest of
	// the entry is the attenuation.
	negative = math.MinInt16
	maxWave  = 0x7fff
	muted    = 0x1000
)

// waves holds the four waveforms of the OPL2, one after another: a sine, its upper half,
// its absolute value, and the first quarters of that.
var waves = makeWaves()

func makeWaves() (t [numWaves * cycle]int16) {
	for i := range cycle {
		// The chip stores a quarter of the sine; mirror images give the rest.
		const quarter = cycle / 4
		at := i % quarter
		if i/quarter%2 == 1 {
			at = quarter - 1 - at
		}
		sine := int16(math.Round(-math.Log2(math.Sin((float64(at)+0.5)*math.Pi/2/quarter)) * halving))
		upper, rising := i < cycle/2, i/quarter%2 == 0
		t[i] = sine
		if !upper {
			t[i] |= negative
		}
		t[cycle+i] = muted
		if upper {
			t[cycle+i] = sine
		}
		t[2*cycle+i] = sine
		t[3*cycle+i] = muted
		if rising {
			t[3*cycle+i] = sine
		}
	}
	return t
}

// multiples holds twice the factors of the frequency, by register value.
var multiples = [16]uint32{1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 20, 24, 24, 30, 30}

// keyLevels holds the attenuation of high notes in 3/4 dB, by the four high bits of their
// frequency number, for the highest octave and 6 dB an octave.
var keyLevels = [16]int32{0, 32, 40, 45, 48, 51, 53, 55, 56, 58, 59, 60, 61, 62, 63, 64}

// keyLevelShift scales that attenuation, in steps of 3/16 dB, by a register's two bits:
// nothing, 3 dB an octave, 1.5 dB, 6 dB.
var keyLevelShift = [4]uint8{31, 1, 2, 0}

// An envelope's rate is spread over eight steps, by the low two bits of the rate:
// slow envelopes move in the steps whose bit is set, fast ones move in all of
// them, and twice as far in these.
var (
	slowSteps = [4]uint8{0b10101010, 0b10111010, 0b11101110, 0b11111110}
	fastSteps = [4]uint8{0b00000000, 0b00010001, 0b01010101, 0b01110111}
)
