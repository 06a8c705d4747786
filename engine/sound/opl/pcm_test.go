package opl_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"doomhost/engine/sound/music"
	"doomhost/engine/sound/opl"
	"doomhost/internal/testkit/testfiles"
	"doomhost/internal/testkit/testwads"
)

// goldenFrom is a folder of freedoom2-LUMP.pcm.gz files, each the first ten seconds of
// a song on another emulation of the chip: 16 bits, stereo, 44,100 Hz.
var goldenFrom = flag.String("golden", "", "write testdata/*.spectrum.gz anew from the *.pcm.gz files of this `folder`, and compare with these")

const (
	pcmRate    = 44100
	pcmSeconds = 10
	// The smallest accepted correlation with the other emulation.
	leastSpectrum = 0.98
	leastEnvelope = 0.99
)

var pcmSongs = []string{"D_OPENIN", "D_ROMERO", "D_RUNNIN", "D_SHAWN"}

// TestSoundsLikeTheChip plays songs and compares the spectrum and the loudness in
// time with another emulation's.
func TestSoundsLikeTheChip(t *testing.T) {
	for _, name := range pcmSongs {
		t.Run(name, func(t *testing.T) {
			got := play(t, name)
			if *goldenFrom != "" {
				rewrite(t, name, got)
			}
			spectrum, envelope := kept(t, name)
			if n := len(banded(spectrogram(got))); n != len(spectrum) || n == 0 {
				t.Fatalf("%d strengths, want %d", n, len(spectrum))
			}
			c := correlation(banded(spectrogram(got)), spectrum)
			e := correlation(loudness(got, pcmRate), envelope)
			t.Logf("correlation of the spectrogram %.4f, of the envelope %.4f", c, e)
			if c < leastSpectrum {
				t.Errorf("the spectrogram's correlation is %.4f, want %.2f", c, leastSpectrum)
			}
			if e < leastEnvelope {
				t.Errorf("the envelope's correlation is %.4f, want %.2f", e, leastEnvelope)
			}
		})
	}
}

// play returns the beginning of a song of freedoom2.
func play(t testing.TB, name string) []float64 {
	t.Helper()
	set := testwads.Set(t, "freedoom2")
	find := func(lump string) []byte {
		n, ok := set.Find(lump)
		if !ok {
			t.Fatalf("no lump %s in freedoom2", lump)
		}
		return set.Lump(n)
	}
	bank, err := music.ParseBank(find("GENMIDI"))
	if err != nil {
		t.Fatal(err)
	}
	song, err := music.Parse(find(name))
	if err != nil {
		t.Fatal(err)
	}
	var chip opl.Stream
	chip.SetRate(pcmRate)
	p := music.NewPlayer(bank, &chip)
	p.Play(song, true)
	out := make([]int32, pcmRate*pcmSeconds)
	for at := 0; at < len(out); {
		p.Advance(int64(at) * 1_000_000 / pcmRate)
		end := len(out)
		if next, ok := p.Next(); ok {
			end = min(end, int((next*pcmRate+999_999)/1_000_000))
		}
		chip.Generate(out[at:end])
		at = end
	}
	pcm := make([]float64, len(out))
	for i, v := range out {
		pcm[i] = float64(min(max(v, -32768), 32767))
	}
	return pcm
}

func keptPath(name string) string { return filepath.Join("testdata", name+".spectrum.gz") }

// kept returns the stored spectrum and envelope of the other emulation's sound.
func kept(t *testing.T, name string) (spectrum, envelope []float64) {
	t.Helper()
	data := testfiles.Unpack(t, keptPath(name))
	n := pcmSeconds * 100
	if len(data) <= n {
		t.Fatalf("%s: %d bytes are too few", keptPath(name), len(data))
	}
	values := make([]float64, len(data))
	for i, b := range data {
		values[i] = dequantize(b)
	}
	return values[n:], values[:n]
}

// rewrite stores the other emulation's sound, and logs how close ours is.
func rewrite(t *testing.T, name string, got []float64) {
	t.Helper()
	raw := testfiles.Unpack(t, filepath.Join(*goldenFrom, "freedoom2-"+name+".pcm.gz"))
	pcm := make([]float64, len(raw)/4)
	for i := range pcm {
		left := int16(binary.LittleEndian.Uint16(raw[4*i:]))
		right := int16(binary.LittleEndian.Uint16(raw[4*i+2:]))
		pcm[i] = (float64(left) + float64(right)) / 2
	}
	pcm = pcm[:pcmRate*pcmSeconds]
	spectrum := spectrogram(pcm)
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range append(loudness(pcm, pcmRate), banded(spectrum)...) {
		z.Write([]byte{quantize(v)})
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(keptPath(name), packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	ours := spectrogram(got)
	t.Logf("at full resolution: spectrogram %.4f, envelope %.4f",
		correlation(flat(ours), flat(spectrum)), correlation(loudness(got, pcmRate), loudness(pcm, pcmRate)))
}

func flat(rows [][]float64) (out []float64) {
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}
