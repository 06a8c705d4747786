package opl

import (
	"math"
	"testing"
)

// tone returns a chip on which one carrier sounds: a steady sine, at full level at once,
// of frequency number 580 in octave 4. It writes change before the key.
func tone(change ...[2]uint8) *Chip {
	c := new(Chip)
	for _, w := range [][2]uint8{
		{0x20, 0x21}, {0x40, 0x3f}, {0x60, 0xf0}, {0x80, 0x00},
		{0x23, 0x21}, {0x43, 0x00}, {0x63, 0xf0}, {0x83, 0x0f},
		{0xa0, 580 & 0xff}, {0xc0, 0x00},
	} {
		c.Write(uint16(w[0]), w[1])
	}
	for _, w := range change {
		c.Write(uint16(w[0]), w[1])
	}
	c.Write(0xb0, keyOf580)
	return c
}

const (
	keyOf580   = 0x20 | 4<<2 | 580>>8
	hertzOf580 = 580.0 * Rate / (1 << 16)
)

func samples(c *Chip, n int) []int32 {
	out := make([]int32, n)
	c.Generate(out)
	return out
}

// peak returns the loudest of some samples. Silence may be 1: one's complement has a
// negative zero.
func peak(s []int32) (p int32) {
	for _, v := range s {
		p = max(p, v, -v)
	}
	return p
}

// rises counts how often the sound goes from below zero to above.
func rises(s []int32) (n int) {
	for i := 1; i < len(s); i++ {
		if s[i-1] < 0 && s[i] >= 0 {
			n++
		}
	}
	return n
}

func near(t *testing.T, what string, got, want, off float64) {
	t.Helper()
	if math.Abs(got-want) > off {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestNewChipIsSilent(t *testing.T) {
	if p := peak(samples(new(Chip), 1000)); p != 0 {
		t.Errorf("a new chip is %d loud", p)
	}
}

func TestFrequencyNumberAndOctave(t *testing.T) {
	near(t, "the frequency", float64(rises(samples(tone(), Rate))), hertzOf580, 1)
	for multiple, factor := range map[uint8]float64{0: 0.5, 2: 2, 10: 10, 11: 10, 12: 12, 13: 12, 14: 15, 15: 15} {
		c := tone([2]uint8{0x23, 0x20 | multiple})
		near(t, "a multiple of it", float64(rises(samples(c, Rate))), factor*hertzOf580, 2)
	}
}

func TestLevelIsThreeQuartersOfADecibelAStep(t *testing.T) {
	loud := float64(peak(samples(tone(), 2000)))
	near(t, "the loudest", loud, 4084, 1)
	for level := uint8(8); level < 48; level += 8 {
		quiet := float64(peak(samples(tone([2]uint8{0x43, level}), 2000)))
		near(t, "a level in decibels", 20*math.Log10(loud/quiet), 0.7526*float64(level), 0.2)
	}
}

func TestKeyScaleLevelMakesHighNotesQuieter(t *testing.T) {
	decibels := func(scale uint8, octave uint8) float64 {
		c := tone([2]uint8{0x43, scale << 6})
		c.Write(0xb0, 0x20|octave<<2|580>>8)
		return -20 * math.Log10(float64(peak(samples(c, 4000)))/4084)
	}
	for scale, octave := range map[uint8]float64{0: 0, 1: 3, 2: 1.5, 3: 6} {
		near(t, "an octave", decibels(scale, 6)-decibels(scale, 5), octave, 0.2)
	}
}

func TestWaveforms(t *testing.T) {
	count := func(wave uint8) (below, zero, above int) {
		for _, v := range samples(tone([2]uint8{0xe3, wave}), Rate/10) {
			switch {
			case v < -1:
				below++
			case v > 1:
				above++
			default:
				zero++
			}
		}
		return below * 100 / (Rate / 10), zero * 100 / (Rate / 10), above * 100 / (Rate / 10)
	}
	for wave, want := range [][3]int{{49, 0, 49}, {0, 50, 49}, {0, 0, 99}, {0, 50, 49}} {
		below, zero, above := count(uint8(wave))
		near(t, "percent below zero", float64(below), float64(want[0]), 1)
		near(t, "percent of silence", float64(zero), float64(want[1]), 1)
		near(t, "percent above zero", float64(above), float64(want[2]), 1)
	}
}

// until returns the number of samples before the sound reaches loud, or, with less, falls
// below it.
func until(c *Chip, loud int32, less bool) int {
	for n := 0; n < 60*Rate; n += 512 {
		if p := peak(samples(c, 512)); p >= loud != less {
			return n
		}
	}
	return -1
}

func TestEnvelopeTimes(t *testing.T) {
	decay := tone([2]uint8{0x63, 0xf4}, [2]uint8{0x83, 0xff})
	slow := until(decay, 8, true)
	decay = tone([2]uint8{0x63, 0xf5}, [2]uint8{0x83, 0xff})
	fast := until(decay, 8, true)
	near(t, "the next rate's time", float64(slow)/float64(fast), 2, 0.05)

	attack := tone([2]uint8{0x63, 0x40})
	slow = until(attack, 4000, false)
	attack = tone([2]uint8{0x63, 0x50})
	fast = until(attack, 4000, false)
	near(t, "the next attack's time", float64(slow)/float64(fast), 2, 0.1)

	none := tone([2]uint8{0x63, 0x00})
	if p := peak(samples(none, Rate)); p > 1 {
		t.Errorf("an attack of rate 0 is heard: %d", p)
	}
}

func TestKeyScaleRateShortensHighNotes(t *testing.T) {
	time := func(full uint8, octave uint8) float64 {
		c := tone([2]uint8{0x63, 0xf3}, [2]uint8{0x83, 0xff}, [2]uint8{0x23, 0x21 | full})
		c.Write(0xb0, 0x20|octave<<2|580>>8)
		return float64(until(c, 8, true))
	}
	near(t, "two octaves by a full scale", time(0x10, 3)/time(0x10, 5), 2, 0.1)
	near(t, "two octaves by a quarter", time(0, 3)/time(0, 5), 6.0/5, 0.02)
}

func TestSustainHoldsUntilTheKeyIsReleased(t *testing.T) {
	c := tone([2]uint8{0x63, 0xff}, [2]uint8{0x83, 0x28})
	near(t, "6 dB down", float64(peak(samples(c, Rate)[Rate/2:])), 2042, 30)
	c.Write(0xb0, keyOf580&^0x20)
	if p := peak(samples(c, 2*Rate)[Rate:]); p > 1 {
		t.Errorf("a second after the release it is %d loud", p)
	}
	c.Write(0xb0, keyOf580)
	if p := peak(samples(c, 1000)); p < 1000 {
		t.Errorf("the next note is %d loud", p)
	}
}

func TestWithoutHoldTheSustainFades(t *testing.T) {
	c := tone([2]uint8{0x23, 0x01}, [2]uint8{0x63, 0xff}, [2]uint8{0x83, 0x26})
	if p := peak(samples(c, 2*Rate)[Rate:]); p > 1 {
		t.Errorf("a percussive note is %d loud after a second", p)
	}
}

func TestTremoloAndVibrato(t *testing.T) {
	depth := func(deep uint8) float64 {
		c := tone([2]uint8{0x23, 0xa1}, [2]uint8{0xbd, deep})
		loud, quiet := int32(0), int32(math.MaxInt32)
		for range Rate / 256 {
			p := peak(samples(c, 256))
			loud, quiet = max(loud, p), min(quiet, p)
		}
		return 20 * math.Log10(float64(loud)/float64(quiet))
	}
	near(t, "the deep tremolo", depth(0x80), 4.8, 0.2)
	near(t, "the shallow tremolo", depth(0), 1, 0.2)

	swing := func(vibrato, deep uint8) float64 {
		c := tone([2]uint8{0x23, 0x2f | vibrato}, [2]uint8{0xbd, deep})
		high, low := 0, math.MaxInt
		for range 64 {
			n := rises(samples(c, 1024))
			high, low = max(high, n), min(low, n)
		}
		return float64(high) / float64(low)
	}
	near(t, "no vibrato", swing(0, 0x40), 1, 0.008)
	near(t, "the deep vibrato", swing(0x40, 0x40), 1+2*4.0/580, 0.01)
}

func TestFeedbackAndModulationAddOvertones(t *testing.T) {
	plain := rises(samples(tone(), Rate))
	modulated := tone([2]uint8{0x20, 0x2f}, [2]uint8{0x40, 0x00})
	if n := rises(samples(modulated, Rate)); n < 2*plain {
		t.Errorf("%d rises with a modulator, %d without", n, plain)
	}
	both := tone([2]uint8{0x40, 0x00}, [2]uint8{0xc0, 0x01})
	near(t, "both operators", float64(peak(samples(both, 2000))), 2*4084, 20)
	rough := tone([2]uint8{0x40, 0x00}, [2]uint8{0x43, 0x3f}, [2]uint8{0xc0, 0x0f})
	smooth := tone([2]uint8{0x40, 0x00}, [2]uint8{0x43, 0x3f}, [2]uint8{0xc0, 0x01})
	if a, b := steepest(samples(rough, Rate)), steepest(samples(smooth, Rate)); a < 4*b {
		t.Errorf("the steepest step with feedback is %d, without %d", a, b)
	}
}

func steepest(s []int32) (d int32) {
	for i := 1; i < len(s); i++ {
		d = max(d, s[i]-s[i-1], s[i-1]-s[i])
	}
	return d
}

// Generate gives the same samples in pieces as in one call.
func TestGenerateInPieces(t *testing.T) {
	whole := samples(tone([2]uint8{0x23, 0xe1}, [2]uint8{0x63, 0x55}, [2]uint8{0x40, 0x08}), 5000)
	c := tone([2]uint8{0x23, 0xe1}, [2]uint8{0x63, 0x55}, [2]uint8{0x40, 0x08})
	for at, n := 0, 1; at < len(whole); n = n*3%101 + 1 {
		n := min(n, len(whole)-at)
		for i, v := range samples(c, n) {
			if v != whole[at+i] {
				t.Fatalf("sample %d is %d, want %d", at+i, v, whole[at+i])
			}
		}
		at += n
	}
}

// Any writes give samples, no louder than nine voices can be.
func FuzzWrite(f *testing.F) {
	f.Add([]byte{0x23, 0x21, 0x63, 0xf0, 0xa0, 0x44, 0xb0, 0x32})
	f.Add([]byte{0xbd, 0xff, 0x08, 0xff, 0x01, 0xff, 0xf5, 0x07, 0xc8, 0xff, 0xb8, 0xff})
	f.Fuzz(func(t *testing.T, writes []byte) {
		var s Stream
		s.SetRate(44100)
		out := make([]int32, 100)
		for i := 0; i+1 < len(writes); i += 2 {
			s.Write(uint16(writes[i])|uint16(i&1)<<8, writes[i+1])
			if i%32 == 0 {
				s.Generate(out)
				if p := peak(out); p > 9*2*4084+18 {
					t.Fatalf("%d loud", p)
				}
			}
		}
	})
}
