package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"doomhost/engine/info"
	"doomhost/engine/sim"
	"doomhost/engine/sound"
	"doomhost/engine/sound/music"
	"doomhost/engine/trace"
	"doomhost/engine/wad"
)

// soundFlags are the flags about music and sound.
type soundFlags struct {
	song    string
	seconds int
	oplOut  string
	compare string
	wav     string
}

func (f *soundFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&f.song, "song", "", "play the song of this `lump`, looping, in place of a recorded game")
	fs.IntVar(&f.seconds, "seconds", 0, "how long to play (0: a song 60 seconds, a game to its end)")
	fs.StringVar(&f.oplOut, "opl-out", "", "write to this `file` what the song writes to the OPL chip")
	fs.StringVar(&f.compare, "compare-opl", "", "compare that with this `file`")
	fs.StringVar(&f.wav, "wav", "", "write what is heard to this WAV `file`")
}

const (
	songSeconds = 60
	wavRate     = 44100
	// timeOff is how far the times of writes may be apart, in microseconds.
	timeOff = 1000
)

// play does what the flags want of a song: with none of them, it prints what goes
// to the chip.
func (f *soundFlags) play(stdout io.Writer, wads []string) (equal bool, err error) {
	files, err := openWADs(wads)
	if err != nil {
		return false, err
	}
	set, err := wad.NewSet(files...)
	if err != nil {
		return false, err
	}
	if f.seconds == 0 {
		f.seconds = songSeconds
	}
	written, err := record(set, f.song, f.seconds)
	if err != nil {
		return false, err
	}
	if f.wav != "" {
		if err := f.writeSong(set); err != nil {
			return false, err
		}
	}
	if f.oplOut != "" {
		if err := os.WriteFile(f.oplOut, written, 0o644); err != nil {
			return false, err
		}
	}
	if f.compare != "" {
		return f.compareSong(stdout, written)
	}
	if f.wav == "" && f.oplOut == "" {
		_, err = stdout.Write(written)
	}
	return true, err
}

func (f *soundFlags) compareSong(stdout io.Writer, written []byte) (equal bool, err error) {
	want, err := readFile(f.compare)
	if err != nil {
		return false, err
	}
	n, diff, err := compareWrites(written, want, int64(f.seconds)*1_000_000)
	switch {
	case err != nil:
		return false, fmt.Errorf("%s: %w", f.compare, err)
	case diff != "":
		fmt.Fprintln(stdout, diff)
		return false, nil
	}
	fmt.Fprintf(stdout, "equal, %d writes\n", n)
	return true, nil
}

// record is what a song writes to the chip in some seconds.
func record(set *wad.Set, lump string, seconds int) ([]byte, error) {
	n, ok := set.Find(lump)
	if !ok {
		return nil, fmt.Errorf("song %s: no such lump in the WADs", lump)
	}
	song, err := music.Parse(set.Lump(n))
	if err != nil {
		return nil, set.LumpError(n, err.Error())
	}
	b, ok := set.Find("GENMIDI")
	if !ok {
		return nil, errors.New("the WADs have no instruments: lump GENMIDI is missing")
	}
	bank, err := music.ParseBank(set.Lump(b))
	if err != nil {
		return nil, set.LumpError(b, err.Error())
	}
	return music.Record(bank, song, int64(seconds)*1_000_000), nil
}

// compareWrites finds the first write that differs. Only as much is compared as
// both have: up to until microseconds, and no further than want goes.
func compareWrites(got, want []byte, until int64) (n int, diff string, err error) {
	last := int64(0)
	for len(want) > 0 {
		var g, w []byte
		w, want, _ = bytes.Cut(want, []byte{'\n'})
		at, what, ok := parseWrite(w)
		if !ok {
			return n, "", fmt.Errorf("line %d is not: microseconds, register, value", n+1)
		}
		if at > until {
			return n, "", nil
		}
		g, got, _ = bytes.Cut(got, []byte{'\n'})
		gotAt, gotWhat, ok := parseWrite(g)
		if !ok || what != gotWhat || max(at-gotAt, gotAt-at) > timeOff {
			if !ok {
				g = []byte("nothing")
			}
			return n, fmt.Sprintf("write %d: got %s, want %s", n+1, g, w), nil
		}
		last = at
		n++
	}
	if n == 0 {
		return 0, "", errors.New("it has no writes")
	}
	if at, _, ok := parseWrite(firstLine(got)); ok && at <= last-timeOff {
		return n, fmt.Sprintf("write %d: got %s, want nothing", n+1, firstLine(got)), nil
	}
	return n, "", nil
}

func firstLine(b []byte) []byte {
	line, _, _ := bytes.Cut(b, []byte{'\n'})
	return line
}

func parseWrite(line []byte) (at int64, what string, ok bool) {
	time, what, ok := strings.Cut(string(bytes.TrimSpace(line)), " ")
	if !ok {
		return 0, "", false
	}
	at, err := strconv.ParseInt(time, 10, 64)
	return at, strings.ToLower(what), err == nil
}

// writeSong writes a song as it sounds, as loud as can be.
func (f *soundFlags) writeSong(set *wad.Set) error {
	m := sound.New(set, info.New(), wavRate)
	m.SetVolumes(sound.Volumes{Effects: sound.MaxVolume, Music: sound.MaxVolume, Master: sound.MaxVolume})
	if !m.PlayLump(f.song, true) {
		return fmt.Errorf("song %s: no such lump in the WADs", f.song)
	}
	if err := m.Err(); err != nil {
		return err
	}
	w, err := createWAV(f.wav)
	if err != nil {
		return err
	}
	for range f.seconds {
		w.mix(m, wavRate)
	}
	return w.close()
}

// writeGame writes what the console's player hears of a replay.
func (f *soundFlags) writeGame(content *sim.Content, r *trace.Replay) error {
	m := sound.New(content.Set, content.Tables, wavRate)
	if err := m.Err(); err != nil {
		return err
	}
	m.Join(r.Game)
	w, err := createWAV(f.wav)
	if err != nil {
		return err
	}
	const ticRate = 35
	for tic := 0; f.seconds == 0 || tic < f.seconds*ticRate; tic++ {
		_, ok, err := r.Step()
		if err != nil {
			return errors.Join(err, w.close())
		}
		if !ok {
			break
		}
		m.Tic(r.Game, r.Game.Console)
		w.mix(m, (tic+1)*wavRate/ticRate-tic*wavRate/ticRate)
	}
	return w.close()
}
