package music

import (
	"strings"
	"testing"
)

// midi returns a file of type 1 with a division of 96 and these tracks.
func midi(tracks ...string) []byte {
	var b strings.Builder
	b.WriteString("MThd\x00\x00\x00\x06\x00\x01\x00" + string(rune(len(tracks))) + "\x00\x60")
	for _, t := range tracks {
		b.WriteString("MTrk\x00\x00\x00" + string(rune(len(t))) + t)
	}
	return []byte(b.String())
}

const endOfTrack = "\x00\xff\x2f\x00"

// mus returns a MUS lump with this score.
func mus(score string) []byte {
	return []byte("MUS\x1a\x00\x00\x0e\x00\x01\x00\x00\x00\x00\x00" + score)
}

// steps describes a track's events, for comparison.
func steps(t []event) string {
	names := [...]string{"other", "off", "on", "control", "program", "bend", "tempo", "end"}
	var b []byte
	for i, e := range t {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, names[e.kind]...)
		for _, n := range [...]int{int(e.wait), int(e.channel), int(e.a), int(e.b)} {
			b = append(b, ':')
			b = append(b, decimal(n)...)
		}
	}
	return string(b)
}

func decimal(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + string(rune('0'+n%10))
}

// Each event as kind:wait:channel:a:b.
func TestMIDIEvents(t *testing.T) {
	for name, c := range map[string]struct{ track, want string }{
		"notes and channels": {"\x00\x93\x40\x7f\x60\x83\x40\x00", "on:0:3:64:127 off:96:3:64:0"},
		"running status":     {"\x00\x90\x40\x7f\x01\x41\x70\x02\x41\x00", "on:0:0:64:127 on:1:0:65:112 on:2:0:65:0"},
		"a long wait":        {"\x81\x00\xc2\x05", "program:128:2:5:0"},
		"one-byte events":    {"\x00\xd1\x40\x00\xc1\x07", "other:0:1:0:0 program:0:1:7:0"},
		"bend and control":   {"\x00\xe0\x01\x50\x00\xb4\x07\x64", "bend:0:0:1:80 control:0:4:7:100"},
		"aftertouch":         {"\x05\xa0\x01\x02", "other:5:0:1:2"},
		"system exclusive":   {"\x00\xf0\x03\x01\x02\xf7\x00\xf7\x01\x00", "other:0:0:0:0 other:0:0:0:0"},
		"text":               {"\x00\xff\x01\x04Doom", "other:0:0:0:0"},
		"tempo":              {"\x00\xff\x51\x03\x07\xa1\x20", "tempo:0:7:161:32"},
		"a short tempo":      {"\x00\xff\x51\x02\x07\xa1", "other:0:0:0:0"},
		"bits too many":      {"\x00\x90\xc0\xff", "on:0:0:64:127"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Parse(midi(c.track + endOfTrack))
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSuffix(steps(s.tracks[0]), " end:0:0:0:0"); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestMIDIDivision(t *testing.T) {
	for division, want := range map[int16]int64{96: 96, 0x7fff: 0x7fff, -(25 << 8) + 40: 25*40 - 40, -(24 << 8): 0} {
		if got := ticksPerBeat(division); got != want {
			t.Errorf("division %d has %d ticks a beat, want %d", division, got, want)
		}
	}
}

func TestMUSEvents(t *testing.T) {
	for name, c := range map[string]struct{ score, want string }{
		"a note at the last velocity": {"\x10\xbc\x50\x90\x3c\x46\x00\x3c\x60", "control:0:0:123:0 on:0:0:60:80 on:0:0:60:80 off:70:0:60:0"},
		"full velocity before":        {"\x10\x3c\x60", "control:0:0:123:0 on:0:0:60:127"},
		"a long wait":                 {"\x90\x3c\x81\x00\x00\x3c\x60", "control:0:0:123:0 on:0:0:60:127 off:128:0:60:0"},
		"drums":                       {"\x1f\x24\x6f", "on:0:9:36:127"},
		"channels as they come":       {"\x15\x30\x12\x30\x15\x31\x60", "control:0:0:123:0 on:0:0:48:127 control:0:1:123:0 on:0:1:48:127 on:0:0:49:127 control:0:2:123:0"},
		"bend":                        {"\x20\x80\x20\xff\x60", "control:0:0:123:0 bend:0:0:0:64 bend:0:0:0:127"},
		"program and controllers":     {"\x40\x00\x1e\x40\x03\x64\x40\x04\xff\x60", "control:0:0:123:0 program:0:0:30:0 control:0:0:7:100 control:0:0:10:127"},
		"all notes off":               {"\x30\x0b\x60", "control:0:0:123:0 control:0:0:123:0"},
		"the end's channel":           {"\x6f", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Parse(mus(c.score))
			if err != nil {
				t.Fatal(err)
			}
			got := strings.TrimSpace(strings.TrimSuffix(steps(s.tracks[0]), "end:0:0:0:0"))
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestEveryMUSChannelHasAMIDIChannel(t *testing.T) {
	var score strings.Builder
	for c := range 15 {
		score.WriteString(string([]byte{0x10 | byte(c), 0x3c}))
	}
	s, err := Parse(mus(score.String() + "\x60"))
	if err != nil {
		t.Fatal(err)
	}
	used := map[uint8]bool{}
	for _, e := range s.tracks[0] {
		if e.kind == kindNoteOn {
			used[e.channel] = true
		}
	}
	if len(used) != 15 || used[drumChannel] {
		t.Errorf("15 channels became %v", used)
	}
}

func TestBrokenSongsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		lump []byte
		want string
	}{
		"something else":       {[]byte("OggS"), "neither"},
		"empty":                {nil, "neither"},
		"MIDI header":          {[]byte("MThd\x00\x00\x00\x06\x00"), "header"},
		"MIDI type 2":          {[]byte("MThd\x00\x00\x00\x06\x00\x02\x00\x01\x00\x60"), "type 2"},
		"no tracks":            {[]byte("MThd\x00\x00\x00\x06\x00\x01\x00\x00\x00\x60"), "0 tracks"},
		"no ticks":             {[]byte("MThd\x00\x00\x00\x06\x00\x01\x00\x01\x00\x00"), "ticks"},
		"no track":             {[]byte("MThd\x00\x00\x00\x06\x00\x01\x00\x01\x00\x60MTrx"), "track 0"},
		"a track without end":  {midi("\x00\x90\x40\x7f"), "breaks off"},
		"a status first":       {midi("\x00\x40\x7f" + endOfTrack), "MIDI does not know"},
		"an unknown status":    {midi("\x00\xf3\x01" + endOfTrack), "MIDI does not know"},
		"a long length":        {midi("\xff\xff\xff\xff\x7f" + endOfTrack), "four bytes"},
		"text beyond the end":  {midi("\x00\xff\x01\x7fx"), "breaks off"},
		"MUS header":           {[]byte("MUS\x1a\x00\x00"), "header"},
		"score behind the end": {[]byte("MUS\x1a\x00\x00\xff\x7f\x00\x00\x00\x00\x00\x00"), "behind its end"},
		"score without end":    {mus("\x10\x3c"), "breaks off"},
		"unknown MUS event":    {mus("\x50"), "kind 5"},
		"unknown controller":   {mus("\x40\x0a\x01"), "controller 10"},
		"unknown system event": {mus("\x30\x09"), "system event 9"},
	} {
		_, err := Parse(c.lump)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// Every truncation of a song gives an error, or a song up to that point.
func TestTruncatedSongs(t *testing.T) {
	for _, whole := range [][]byte{
		midi("\x00\xff\x51\x03\x07\xa1\x20\x00\x90\x40\x7f\x60\x40\x00"+endOfTrack, "\x00\xf0\x02\x01\xf7"+endOfTrack),
		mus("\x90\xbc\x50\x46\x40\x00\x1e\x30\x0b\x00\x3c\x60"),
	} {
		for n := range whole {
			if _, err := Parse(whole[:n]); err == nil {
				t.Errorf("the first %d of %d bytes are a song", n, len(whole))
			}
		}
		if _, err := Parse(whole); err != nil {
			t.Error(err)
		}
	}
}

func TestBrokenBanksAreRefused(t *testing.T) {
	good := testBank()
	for name, c := range map[string]struct {
		lump []byte
		want string
	}{
		"empty":     {nil, "0 bytes"},
		"too short": {good[:len(good)-1], "bytes"},
		"not one":   {append([]byte("#OPL_IX#"), good[8:]...), "#OPL_II#"},
	} {
		_, err := ParseBank(c.lump)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// testBank returns a GENMIDI lump in which program P has the number P in each voice's
// waveform register, odd programs play on two voices, and the drum of key 36 has a fixed
// pitch.
func testBank() []byte {
	lump := append([]byte(bankMagic), make([]byte, bankBytes-len(bankMagic))...)
	for i := range programs + drums {
		e := lump[len(bankMagic)+i*instrumentBytes:]
		if i%2 == 1 {
			e[0] = flagDouble
		}
		e[2] = 128 + 20 // the second voice 10 steps higher
		for _, voice := range [...][]byte{e[4:20], e[20:36]} {
			voice[3], voice[10] = byte(i), byte(i)
		}
	}
	kick := lump[len(bankMagic)+(programs+1)*instrumentBytes:]
	kick[0], kick[3] = flagFixed, 40
	return lump
}

// FuzzParse checks that any bytes give an error or a song that can be played.
func FuzzParse(f *testing.F) {
	f.Add(midi("\x00\xff\x51\x03\x07\xa1\x20\x00\x90\x40\x7f\x60\x40\x00"+endOfTrack, "\x00\xf0\x02\x01\xf7"+endOfTrack))
	f.Add(midi("\x00\x99\x24\x7f\x00\xb9\x07\x10\x00\xe9\x00\x7f" + endOfTrack))
	f.Add(mus("\x90\xbc\x50\x46\x40\x00\x1e\x30\x0b\x00\x3c\x60"))
	bank, err := ParseBank(testBank())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, lump []byte) {
		s, err := Parse(lump)
		if err != nil {
			return
		}
		var chip counter
		p := NewPlayer(bank, &chip)
		p.Play(s, true)
		for range 20 {
			at, ok := p.Next()
			if !ok {
				t.Fatal("a looping song ended")
			}
			if at < p.Now() {
				t.Fatalf("something is due at %d, and it is %d", at, p.Now())
			}
			p.Advance(at)
		}
		p.SetVolume(10)
		p.SetPaused(true)
		p.Stop()
	})
}

// FuzzParseBank checks that any bytes give an error or instruments that can be played.
func FuzzParseBank(f *testing.F) {
	f.Add(testBank())
	f.Add([]byte(bankMagic))
	song, err := Parse(midi("\x00\x90\x40\x7f\x00\xc0\x05\x00\x90\x20\x7f\x00\xe0\x00\x00\x00\x99\x24\x7f\x00\xb0\x07\x40" + endOfTrack))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, lump []byte) {
		bank, err := ParseBank(lump)
		if err != nil {
			return
		}
		var chip counter
		p := NewPlayer(bank, &chip)
		p.Play(song, false)
		p.Advance(10)
		if chip == 0 {
			t.Fatal("nothing was written")
		}
	})
}

// counter is a chip that counts its writes.
type counter int

func (c *counter) Write(uint16, uint8) { *c++ }
