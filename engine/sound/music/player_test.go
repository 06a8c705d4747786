package music

import (
	"container/heap"
	"math/rand/v2"
	"strings"
	"testing"

	"doomhost/engine/wad"
	"doomhost/internal/testkit/testwads"
)

// concert plays a song on testBank and records the writes.
type concert struct {
	*Player
	t    *testing.T
	rec  Recorder
	seen int
}

// playing reports whether the song has not ended.
func (c *concert) playing() bool {
	_, ok := c.Next()
	return ok
}

func newConcert(t *testing.T, song []byte, looping bool) *concert {
	t.Helper()
	bank, err := ParseBank(testBank())
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse(song)
	if err != nil {
		t.Fatal(err)
	}
	c := &concert{t: t}
	c.Player = NewPlayer(bank, &c.rec)
	c.rec.Follow(c.Player)
	c.Play(s, looping)
	return c
}

// until advances the time and returns the writes to registers whose number begins with
// one of the given digits, as "register=value".
func (c *concert) until(ms int64, digits string) string {
	c.Advance(ms * 1000)
	var out []string
	lines := strings.Split(strings.TrimSpace(string(c.rec.Lines[c.seen:])), "\n")
	c.seen = len(c.rec.Lines)
	for _, l := range lines {
		f := strings.Fields(l)
		if len(f) == 3 && strings.ContainsRune(digits, rune(f[1][1])) {
			out = append(out, f[1][1:]+"="+f[2])
		}
	}
	return strings.Join(out, " ")
}

func (c *concert) want(what, got, want string) {
	c.t.Helper()
	if got != want {
		c.t.Errorf("%s: wrote %q, want %q", what, got, want)
	}
}

// A beat of 96 ticks takes half a second at first.
func TestNotesBeginAndEnd(t *testing.T) {
	c := newConcert(t, midi("\x00\x90\x3c\x7f\x60\x3c\x00"+endOfTrack), false)
	c.want("a note on", c.until(499, "b"), "b0=32")
	c.want("a note off", c.until(500, "b"), "b0=12")
	if c.playing() {
		t.Error("the song has not ended")
	}
}

func TestAVoiceKeepsItsInstrument(t *testing.T) {
	c := newConcert(t, midi("\x00\xc0\x02\x00\x90\x3c\x7f\x01\x3c\x00"+strings.Repeat("\x00\x3d\x7f\x01\x3d\x00", 9)+endOfTrack), false)
	c.want("a first note", c.until(0, "ef"), "e3=02 e0=02")
	// The voices take turns: after all nine, the first one already has the instrument.
	c.want("nine more", c.until(1000, "ef"),
		"e4=02 e1=02 e5=02 e2=02 eb=02 e8=02 ec=02 e9=02 ed=02 ea=02 f3=02 f0=02 f4=02 f1=02 f5=02 f2=02")
}

func TestDoubleInstrumentsPlayOnTwoVoices(t *testing.T) {
	c := newConcert(t, midi("\x00\xc0\x01\x00\x90\x3c\x7f\x60\x3c\x00"+endOfTrack), false)
	c.want("a note", c.until(0, "ab"), "a0=b1 b0=32 a1=be b1=32")
	c.want("its end", c.until(500, "ab"), "b0=12 b1=12")
}

func TestSecondVoicesAndHighChannelsAreStolenFirst(t *testing.T) {
	nine := ""
	for i := range 9 {
		nine += "\x00" + string([]byte{0x90 | byte(i%3), 0x30 + byte(i), 0x7f})
	}
	c := newConcert(t, midi(nine+"\x01\x90\x50\x7f\x01\x90\x51\x7f"+endOfTrack), false)
	c.until(0, "")
	// Channel 2 has voices 2, 5 and 8: the last of them goes, then the one before.
	c.want("a tenth note", c.until(6, "b")[:5], "b8=12")
	c.want("an eleventh", c.until(11, "b")[:5], "b5=0f")

	double := "\x00\xc1\x01"
	for i := range 4 {
		double += "\x00\x91" + string([]byte{0x30 + byte(i), 0x7f})
	}
	c = newConcert(t, midi("\x00\x90\x40\x7f"+double+"\x01\x90\x50\x7f"+endOfTrack), false)
	c.until(0, "")
	c.want("among double notes", c.until(6, "b")[:5], "b8=0f")
}

// A double note on the last voice plays only its first part.
func TestADoubleNoteMayLackItsSecondVoice(t *testing.T) {
	eight := ""
	for i := range 8 {
		eight += "\x00\x90" + string([]byte{0x30 + byte(i), 0x7f})
	}
	c := newConcert(t, midi(eight+"\x01\xc1\x01\x00\x91\x50\x7f"+endOfTrack), false)
	c.until(0, "")
	if got := strings.Fields(c.until(6, "b")); len(got) != 1 || !strings.HasPrefix(got[0], "b8=") {
		t.Errorf("wrote %v, want the ninth voice's key alone", got)
	}
}

func TestDrums(t *testing.T) {
	c := newConcert(t, midi("\x00\x99\x22\x7f\x00\x52\x7f\x00\x24\x7f\x00\x26\x7f"+endOfTrack), false)
	// Keys 34 and 82 are not drums; 36 has a fixed pitch, 38 plays at 60.
	c.want("drums", c.until(0, "abe"), "e3=81 e0=81 a0=65 b0=2b e4=83 e1=83 a1=b1 b1=32 e5=83 e2=83 a2=be b2=32")
}

func TestPitchBend(t *testing.T) {
	c := newConcert(t, midi("\x00\x90\x3c\x7f\x00\x91\x3c\x7f\x01\xe0\x00\x60\x01\x90\x30\x7f"+endOfTrack), false)
	c.until(0, "")
	c.want("a bend by a semitone", c.until(6, "ab"), "a0=da b0=32")
	c.want("a note in a bent channel", c.until(11, "ab"), "a2=da b2=2e")
}

func TestVolumes(t *testing.T) {
	c := newConcert(t, midi("\x00\xb0\x07\x7f\x00\x90\x3c\x7f\x01\xb0\x07\x40\x01\xb0\x07\x00"+endOfTrack), false)
	c.want("full volume", c.until(0, "4"), "43=3f 40=00 43=00")
	c.want("half", c.until(6, "4"), "43=13")
	c.want("none", c.until(11, "4"), "43=3f")
	c.SetVolume(64)
	c.want("a lower volume of all", c.until(12, "4"), "")
}

func TestThePlayersVolumeLimitsChannels(t *testing.T) {
	c := newConcert(t, midi("\x00\x90\x3c\x7f\x01\xb0\x07\x7f\x7f\xc0\x00"+endOfTrack), false)
	c.want("a channel's first volume", c.until(0, "4"), "43=3f 40=00 43=06")
	c.SetVolume(64)
	c.want("half", c.until(1, "4"), "43=13")
	c.want("the channel may not", c.until(6, "4"), "")
	c.SetVolume(127)
	c.want("full", c.until(7, "4"), "43=00")
	if attenuation(127, 127) != 0 || attenuation(0, 127) != maxLevel || attenuation(127, 0) != maxLevel {
		t.Error("the ends of the scale are wrong")
	}
}

func TestTempoMovesOtherTracks(t *testing.T) {
	c := newConcert(t, midi(
		"\x30\xff\x51\x03\x03\xd0\x90"+endOfTrack, // half a beat on, 250 ms a beat
		"\x60\x90\x3c\x7f"+endOfTrack,
	), false)
	c.want("before", c.until(374, "b"), "")
	c.want("the second half in half the time", c.until(375, "b"), "b0=32")
}

func TestASongLoopsWithAShortRest(t *testing.T) {
	c := newConcert(t, midi("\x00\xb0\x07\x20\x00\x90\x3c\x7f\x60\x3c\x00"+endOfTrack), true)
	c.until(0, "")
	c.want("the end", c.until(500, "b"), "b0=12")
	c.want("the rest", c.until(504, "b"), "")
	c.want("again", c.until(505, "b"), "b1=32")
	if at, ok := c.Next(); !ok || at != 1_005_000 {
		t.Errorf("next is %d, %v", at, ok)
	}
}

func TestAnEmptySongLoopsOnAndOn(t *testing.T) {
	c := newConcert(t, midi(endOfTrack), true)
	c.Advance(1_000_000)
	if !c.playing() || c.Now() != 1_000_000 {
		t.Errorf("playing %v at %d", c.playing(), c.Now())
	}
}

func TestAPauseSilencesAllButDrums(t *testing.T) {
	c := newConcert(t, midi("\x00\x90\x3c\x7f\x00\x99\x24\x7f\x60\x90\x40\x7f"+endOfTrack), false)
	c.until(100, "")
	c.SetPaused(true)
	c.want("a pause", c.until(5000, "b"), "b0=12")
	if _, ok := c.Next(); ok || c.Now() != 100_000 {
		t.Errorf("time went on to %d", c.Now())
	}
	c.SetPaused(false)
	c.want("the rest", c.until(500, "b"), "b2=33")
}

func TestStopAndPlayAgain(t *testing.T) {
	song := midi("\x00\x90\x3c\x7f\x60\x3c\x00" + endOfTrack)
	c := newConcert(t, song, true)
	c.until(100, "")
	c.Stop()
	c.want("a stop", c.until(2000, "b"), "b0=12")
	s, err := Parse(song)
	if err != nil {
		t.Fatal(err)
	}
	c.Play(s, false)
	c.want("a song later", c.until(2000, "b"), "b1=32")
}

func TestFrequencies(t *testing.T) {
	for _, c := range []struct {
		note, steps int32
		want        uint16
	}{
		{0, -64, 0x133}, {0, -100, 0x133}, // nothing is below the curve
		{7, 0, 0x204 | 0<<10}, {60, 0, 0x2b1 | 4<<10},
		{-1, 0, frequency(11, 0)}, {96, 0, frequency(84, 0)},
		{95, 127, frequency(95, 127)},
	} {
		if got := frequency(c.note, c.steps); got != c.want {
			t.Errorf("note %d, %d steps: %#x, want %#x", c.note, c.steps, got, c.want)
		}
	}
	for at := int32(1); at < 95*32; at++ {
		f, g := frequency(at/32, at%32), frequency((at-1)/32, (at-1)%32)
		hertz := func(f uint16) int { return int(f&0x3ff) << (f >> 10) }
		if hertz(f) < hertz(g) && f&0x3ff != 0x36c && g&0x3ff != 0x36c {
			t.Errorf("step %d is lower than the one before: %#x, %#x", at, f, g)
		}
	}
}

// byTime is an agenda for the standard library's heap.
type byTime []due

func (b byTime) Len() int           { return len(b) }
func (b byTime) Less(i, j int) bool { return b[i].at < b[j].at }
func (b byTime) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *byTime) Push(x any)        { *b = append(*b, x.(due)) }
func (b *byTime) Pop() any {
	last := (*b)[len(*b)-1]
	*b = (*b)[:len(*b)-1]
	return last
}

// Events at the same time come out in the order of a binary heap.
func TestAgendaIsABinaryHeap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var a agenda
	var want byTime
	for i := range int32(20_000) {
		if random.IntN(2) == 0 || len(a) == 0 {
			d := due{random.Int64N(10), i}
			a.add(d)
			heap.Push(&want, d)
			continue
		}
		if got, want := a.take(), heap.Pop(&want).(due); got != want {
			t.Fatalf("step %d: got %v, want %v", i, got, want)
		}
	}
}

func TestAgendaStretches(t *testing.T) {
	a := agenda{{100, 0}, {300, 1}}
	a.stretch(100, 2, 4)
	if a[0].at != 100 || a[1].at != 500 {
		t.Errorf("got %v", a)
	}
}

func TestPlayingAllocatesNothing(t *testing.T) {
	bank, song := loadSong(t, "freedoom2-D_RUNNIN")
	var chip counter
	p := NewPlayer(bank, &chip)
	p.Play(song, true)
	before := chip
	if n := testing.AllocsPerRun(1000, func() { p.Advance(p.Now() + 28_000) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if chip-before < 1000 {
		t.Errorf("%d writes", chip-before)
	}
}

// Every song of the IWADs can be read, and writes something.
func TestAllOfFreedoomsSongs(t *testing.T) {
	songs := 0
	for _, iwad := range []string{"freedoom1", "freedoom2", "freedm"} {
		set := testwads.Set(t, iwad)
		for n := range set.Len() {
			name := set.Name(wad.LumpNum(n))
			if !strings.HasPrefix(name, "D_") {
				continue
			}
			bank, song := loadSong(t, iwad+"-"+name)
			var chip counter
			p := NewPlayer(bank, &chip)
			p.Play(song, true)
			p.Advance(10_000_000)
			if chip < 20 {
				t.Errorf("%s of %s writes %d registers in ten seconds", name, iwad, chip)
			}
			songs++
		}
	}
	if songs < 90 {
		t.Errorf("%d songs", songs)
	}
}

func BenchmarkSong(b *testing.B) {
	bank, song := loadSong(b, "freedoom2-D_RUNNIN")
	var chip counter
	p := NewPlayer(bank, &chip)
	p.Play(song, true)
	b.ReportAllocs()
	for b.Loop() {
		p.Advance(p.Now() + 1_000_000)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "x")
}
