package effects

import (
	"bytes"
	"strings"
	"testing"

	"doomhost/engine/wad"
	"doomhost/internal/testkit/testwads"
)

// lump returns a sound's lump with a padding of 9s and these samples.
func lump(rate int, samples ...byte) []byte {
	n := len(samples) + 2*padding
	b := []byte{3, 0, byte(rate), byte(rate >> 8), byte(n), byte(n >> 8), 0, 0}
	b = append(b, bytes.Repeat([]byte{9}, padding)...)
	b = append(b, samples...)
	return append(b, bytes.Repeat([]byte{9}, padding)...)
}

func TestThePaddingIsNotPlayed(t *testing.T) {
	want := bytes.Repeat([]byte{1, 2, 3}, 20)
	c, err := ParseClip(append(lump(11025, want...), 77, 78)) // and bytes after the end
	if err != nil {
		t.Fatal(err)
	}
	if c.Rate != 11025 || !bytes.Equal(c.Samples, want) {
		t.Errorf("%d samples a second, %v", c.Rate, c.Samples)
	}
}

func TestBrokenSoundsAreRefused(t *testing.T) {
	good := lump(11025, make([]byte, 20)...)
	bend := func(at int, b byte) []byte {
		l := bytes.Clone(good)
		l[at] = b
		return l
	}
	for name, c := range map[string]struct {
		lump []byte
		want string
	}{
		"empty":              {nil, "0 bytes"},
		"a PC speaker's":     {bend(0, 0), "format 0"},
		"another format":     {bend(1, 1), "format 259"},
		"no rate":            {bend(3, 0)[:2:2], "2 bytes"},
		"a long one":         {bend(4, 200), "more than are there"},
		"a very long one":    {bend(7, 0xff), "more than are there"},
		"a short one":        {lump(11025, make([]byte, 16)...), "too few"},
		"rate 0":             {lump(0, make([]byte, 20)...), "no sample rate"},
		"cut in the padding": {good[:len(good)-1], "more than are there"},
	} {
		_, err := ParseClip(c.lump)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}

// All sounds of the IWADs can be played except four that are empty in Freedoom.
func TestAllOfFreedoomsSounds(t *testing.T) {
	for iwad, want := range map[string]int{"freedoom1": 67, "freedoom2": 102, "freedm": 102} {
		set := testwads.Set(t, iwad)
		sounds := 0
		for n := range set.Len() {
			name := set.Name(wad.LumpNum(n))
			if !strings.HasPrefix(name, "DS") || len(set.Lump(wad.LumpNum(n))) == 0 {
				continue
			}
			c, err := ParseClip(set.Lump(wad.LumpNum(n)))
			switch {
			case err != nil && strings.Contains("DSPEDTH DSBSPWLK DSFLAME DSFLAMST", name):
			case err != nil:
				t.Errorf("%s of %s: %v", name, iwad, err)
			case c.Rate < 8000 || len(c.Samples) < 100:
				t.Errorf("%s of %s: %d samples a second, %d samples", name, iwad, c.Rate, len(c.Samples))
			default:
				sounds++
			}
		}
		if sounds < want {
			t.Errorf("%d sounds in %s, want %d", sounds, iwad, want)
		}
	}
}

// FuzzParseClip checks that any bytes give an error, or samples that lie within the lump
// and can be mixed.
func FuzzParseClip(f *testing.F) {
	f.Add(lump(11025, make([]byte, 40)...), byte(128))
	f.Add(lump(65535, make([]byte, 17)...), byte(255))
	f.Fuzz(func(t *testing.T, l []byte, pitch byte) {
		c, err := ParseClip(l)
		if err != nil {
			return
		}
		if len(c.Samples) == 0 || len(c.Samples) > len(l)-headBytes-2*padding {
			t.Fatalf("%d samples of %d bytes", len(c.Samples), len(l))
		}
		var b Board
		b.SetRate(8000)
		b.Start(&Sound{Clip: &c, Pitch: int32(pitch), Heard: Heard{MaxVolume, Middle}})
		left, right := make([]int32, 64), make([]int32, 64)
		b.Mix(left, right)
		b.Mix(left, right)
		for i := range left {
			if max(left[i], -left[i], right[i], -right[i]) > 2*32768 {
				t.Fatalf("sample %d is %d, %d", i, left[i], right[i])
			}
		}
	})
}
