package music

import "math"

// The chip's frequency of a note is a number of ten bits and an octave. DMX has
// 32 steps to a semitone and counts them from two semitones below the lowest
// note on. The steps below curveOctave have octave 0; from there on the curve
// repeats for every octave, one higher each time.
const (
	stepsPerNote   = 32
	stepsPerOctave = 12 * stepsPerNote
	stepsBelow     = 2 * stepsPerNote
	curveOctave    = 284
	curveSteps     = curveOctave + stepsPerOctave

	topNote   = 95
	topOctave = 7
)

// curve is the frequency number of each step.
var curve = makeCurve()

func makeCurve() (c [curveSteps]uint16) {
	for i := range c {
		c[i] = uint16(307.245 * math.Exp2(float64(i)/stepsPerOctave))
	}
	// DMX's table is one entry too short: this value follows it in memory.
	c[curveSteps-1] = 0x36c
	return c
}

// frequency returns the octave (bits 10 to 12) and frequency number of a note shifted by
// some steps.
func frequency(note, steps int32) uint16 {
	for note < 0 {
		note += 12
	}
	for note > topNote {
		note -= 12
	}
	at := max(stepsBelow+stepsPerNote*note+steps, 0)
	if at < curveOctave {
		return curve[at]
	}
	at -= curveOctave
	octave := min(at/stepsPerOctave, topOctave)
	return curve[curveOctave+at%stepsPerOctave] | uint16(octave)<<10
}

// loudness holds the chip's strength for each MIDI volume or velocity.
var loudness = [128]uint8{
	0, 1, 3, 5, 6, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23,
	25, 26, 27, 29, 30, 32, 33, 34, 36, 37, 39, 41, 43, 45, 47, 49,
	50, 52, 54, 55, 57, 59, 60, 61, 63, 64, 66, 67, 68, 69, 71, 72,
	73, 74, 75, 76, 77, 79, 80, 81, 82, 83, 84, 84, 85, 86, 87, 88,
	89, 90, 91, 92, 92, 93, 94, 95, 96, 96, 97, 98, 99, 99, 100, 101,
	101, 102, 103, 103, 104, 105, 105, 106, 107, 107, 108, 109, 109, 110, 110, 111,
	112, 112, 113, 113, 114, 114, 115, 115, 116, 117, 117, 118, 118, 119, 119, 120,
	120, 121, 121, 122, 122, 123, 123, 123, 124, 124, 125, 125, 126, 126, 127, 127,
}

// attenuation returns a level register's value (0 is loudest, 63 silent) for a note's
// velocity at a channel's volume.
func attenuation(volume, velocity uint8) uint8 {
	strength := uint32(loudness[velocity&127]) * 2 * (uint32(loudness[volume&127]) + 1) >> 9
	return maxLevel - uint8(strength)
}
