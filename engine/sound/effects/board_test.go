package effects

import (
	"testing"
)

// ramp returns a clip that rises from 0 by 1 a sample.
func ramp(rate, n int) *Clip {
	c := &Clip{Rate: rate, Samples: make([]byte, n)}
	for i := range c.Samples {
		c.Samples[i] = byte(i)
	}
	return c
}

func flat(rate, n int, v byte) *Clip {
	c := &Clip{Rate: rate, Samples: make([]byte, n)}
	for i := range c.Samples {
		c.Samples[i] = v
	}
	return c
}

func newBoard(rate int) *Board {
	b := new(Board)
	b.SetRate(rate)
	return b
}

// from returns a long sound of an origin and priority.
func from(o Origin, priority int32) *Sound {
	return &Sound{Clip: flat(11025, 11025, 255), Origin: o, Priority: priority, Pitch: NormalPitch, Heard: Heard{MaxVolume, Middle}}
}

// heardOf returns the origins on the channels.
func heardOf(b *Board) (list []Origin) {
	for _, c := range b.channels {
		if c.taken {
			list = append(list, c.origin)
		}
	}
	return list
}

func wantOrigins(t *testing.T, b *Board, want ...Origin) {
	t.Helper()
	got := heardOf(b)
	if len(got) != len(want) {
		t.Fatalf("origins %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("origins %v, want %v", got, want)
		}
	}
}

func TestOneSoundPerOrigin(t *testing.T) {
	b := newBoard(11025)
	for _, o := range []Origin{1, 2, 1, 3, Nowhere, Nowhere} {
		b.Start(from(o, 64))
	}
	wantOrigins(t, b, 1, 2, 3, Nowhere)
	b.Stop(2)
	wantOrigins(t, b, 1, 3, Nowhere)
	b.StopAll()
	wantOrigins(t, b)
}

func TestLessImportantSoundGivesWay(t *testing.T) {
	b := newBoard(11025)
	for o := range Origin(Channels) {
		b.Start(from(o+1, 60+int32(o)))
	}
	if b.Start(from(100, 99)) {
		t.Error("a sound less important than all others was played")
	}
	// The new sound takes the first channel of equal or lower importance.
	if !b.Start(from(101, 63)) {
		t.Error("a sound as important as the others was not played")
	}
	wantOrigins(t, b, 1, 2, 3, 101, 5, 6, 7, 8)
	b.Start(from(102, 10))
	wantOrigins(t, b, 102, 2, 3, 101, 5, 6, 7, 8)
}

// positions hears every origin except those in gone.
type positions struct{ gone map[Origin]bool }

func (p positions) Heard(o Origin, offset int32) (Heard, bool) {
	return Heard{int32(o), 0}, !p.gone[o]
}

func TestTicFollowsOriginsAndFreesChannels(t *testing.T) {
	b := newBoard(8000)
	b.Start(from(1, 64))
	b.Start(from(2, 64))
	b.Start(&Sound{Clip: nil, Origin: 3, Heard: Heard{MaxVolume, Middle}})
	b.Start(&Sound{Clip: flat(8000, 100, 255), Origin: 4, Pitch: NormalPitch, Heard: Heard{MaxVolume, Middle}})
	left, right := make([]int32, 64), make([]int32, 64)
	b.Mix(left, right)
	b.Tic(positions{map[Origin]bool{2: true}})
	wantOrigins(t, b, 1, 4)
	if g := b.channels[0].gain; g != [2]int32{2, 0} {
		t.Errorf("the gains of one on the left are %v", g)
	}
	b.Mix(left, right)
	b.Tic(positions{})
	wantOrigins(t, b, 1)
}

// A sound ends even without Mix, here after at most 2.5 seconds.
func TestSoundsEndUnheard(t *testing.T) {
	b := newBoard(8000)
	b.Start(from(1, 64)) // of one second
	for range 35 {
		b.Tic(positions{})
	}
	wantOrigins(t, b, 1)
	for range 60 {
		b.Tic(positions{})
	}
	wantOrigins(t, b)
}

func mixed(b *Board, n int) (left, right []int32) {
	left, right = make([]int32, n), make([]int32, n)
	b.Mix(left, right)
	return left, right
}

func TestGains(t *testing.T) {
	for _, c := range []struct {
		heard       Heard
		left, right int32
	}{
		{Heard{MaxVolume, Middle}, 126, 128}, {Heard{MaxVolume, 0}, 254, 0},
		{Heard{MaxVolume, 254}, 0, 254}, {Heard{MaxVolume, 255}, 0, 254},
		{Heard{64, 32}, 222 * 64 / 127, 32 * 64 / 127},
	} {
		b := newBoard(11025)
		s := from(1, 64)
		s.Heard = c.heard
		b.Start(s)
		left, right := mixed(b, 10)
		if l, r := left[9]/127, right[9]/127; l != c.left || r != c.right {
			t.Errorf("%v: %d, %d, want %d, %d", c.heard, l, r, c.left, c.right)
		}
	}
}

// speed returns the number of a clip's samples per sample played.
func speed(t *testing.T, clipRate, rate int, pitch int32) float64 {
	t.Helper()
	b := newBoard(rate)
	b.Start(&Sound{Clip: ramp(clipRate, 256), Pitch: pitch, Heard: Heard{MaxVolume, 0}})
	left, _ := mixed(b, 101)
	// Neighbors are 1 apart, which is 254 out of the mix.
	return float64(left[100]-left[0]) / 254 / 100
}

func TestRatesAndPitches(t *testing.T) {
	for _, c := range []struct {
		clip, rate int
		pitch      int32
		want       float64
	}{
		{11025, 11025, NormalPitch, 1}, {22050, 11025, NormalPitch, 2}, {11025, 44100, NormalPitch, 0.25},
		{11025, 48000, NormalPitch, 11025.0 / 48000}, {11025, 11025, 144, 128.0 / 112}, {11025, 11025, 112, 128.0 / 144},
		{11025, 44100, 255, 32}, {11025, 11025, -5, 0.5}, {11025, 44100, 999, 32},
	} {
		if c.want > 2 {
			b := newBoard(c.rate)
			b.Start(&Sound{Clip: ramp(c.clip, 256), Pitch: c.pitch, Heard: Heard{MaxVolume, 0}})
			if got := float64(b.channels[0].step) / (1 << placeBits); got != c.want {
				t.Errorf("%+v: speed %v", c, got)
			}
			continue
		}
		if got := speed(t, c.clip, c.rate, c.pitch); got < c.want*0.99 || got > c.want*1.01 {
			t.Errorf("%+v: speed %v", c, got)
		}
	}
}

func TestSamplesBetweenSamples(t *testing.T) {
	b := newBoard(22050)
	b.Start(&Sound{Clip: &Clip{Rate: 11025, Samples: []byte{128, 138, 128}}, Pitch: NormalPitch, Heard: Heard{MaxVolume, 0}})
	left, _ := mixed(b, 8)
	for i, want := range []int32{0, 5, 10, 5, 0, 0, 0, 0} {
		if got := left[i] / 254; got != want {
			t.Errorf("sample %d is %d, want %d", i, got, want)
		}
	}
}

func TestGainsChangeGradually(t *testing.T) {
	b := newBoard(11025)
	s := from(1, 64)
	s.Heard.Side = 254
	b.Start(s)
	mixed(b, 64)
	b.channels[0].gain = Heard{MaxVolume, 0}.gains()
	left, right := mixed(b, 64)
	for i := 1; i < len(left); i++ {
		if left[i] < left[i-1] || right[i] > right[i-1] || left[i]-left[i-1] > 127*8 {
			t.Fatalf("sample %d is %d, %d after %d, %d", i, left[i], right[i], left[i-1], right[i-1])
		}
	}
	if left, _ := mixed(b, 1); left[0] != 127*254 {
		t.Errorf("at last it is %d", left[0])
	}
}

func TestMixingAllocatesNothing(t *testing.T) {
	b := fullBoard()
	another, places := from(2, 64), positions{}
	left, right := make([]int32, 64), make([]int32, 64)
	if n := testing.AllocsPerRun(100, func() {
		b.Start(another)
		b.Mix(left, right)
		b.Tic(&places)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func fullBoard() *Board {
	b := newBoard(48000)
	for o := range Origin(Channels) {
		b.Start(from(o+1, 64))
	}
	return b
}

// BenchmarkMix mixes eight sounds. x is the speed relative to real time.
func BenchmarkMix(b *testing.B) {
	board := fullBoard()
	left, right := make([]int32, 64), make([]int32, 64)
	b.ReportAllocs()
	for b.Loop() {
		for i := range board.channels {
			board.channels[i].at = 0
		}
		board.Mix(left, right)
	}
	b.ReportMetric(float64(b.N)*64/48000/b.Elapsed().Seconds(), "x")
}
